// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/generators.h"

#include <algorithm>
#include <numeric>

namespace headscope {

namespace {

constexpr Index alphabet = 10;
constexpr Index shortest = 3;
constexpr Index longestPair = 7;

std::string letter(Index number) {
    return {static_cast<char>('a' + number)};
}

} // namespace

std::string rearrangedLetters(Rearrangement how, Index pairs, std::uint64_t seed) {
    Draw draw(seed, "letters");
    std::string text;
    for (Index pair = 0; pair < pairs; ++pair) {
        const Index length = shortest + draw.below(longestPair - shortest + 1);
        std::vector<Index> letters;
        // Each letter at most once, so that what is sorted is at one place.
        for (const Index number : draw.order(alphabet)) {
            if (static_cast<Index>(letters.size()) < length)
                letters.push_back(number);
        }
        std::vector<Index> from(letters.size()); // which place each letter of the answer is from
        std::iota(from.begin(), from.end(), Index{0});
        if (how == Rearrangement::Reverse)
            std::ranges::reverse(from);
        if (how == Rearrangement::Sort)
            std::ranges::sort(from, {},
                              [&](Index i) { return letters[static_cast<std::size_t>(i)]; });
        std::string source;
        std::string target;
        std::string links;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            const char* const space = i ? " " : "";
            source += space + letter(letters[i]);
            target += space + letter(letters[static_cast<std::size_t>(from[i])]);
            links += space + std::to_string(from[i]) + '-' + std::to_string(i);
        }
        text += source + '\t' + target + '\t' + links + '\n';
    }
    return text;
}

std::string randomLetters(Index lines, Index length, Index letters, std::uint64_t seed) {
    Draw draw(seed, "letters");
    std::string text;
    for (Index line = 0; line < lines; ++line) {
        for (Index i = 0; i < length; ++i)
            text += (i ? " " : "") + letter(draw.below(letters));
        text += '\n';
    }
    return text;
}

} // namespace headscope
