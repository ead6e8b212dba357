// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/labels.h"

#include <algorithm>

namespace headscope {

TokenList placeTokens(Index count) {
    TokenList tokens;
    for (Index place = 1; place <= count; ++place)
        tokens.push_back(std::to_string(place));
    return tokens;
}

namespace {

/// "1", "2", "3", or "6", "7", "8" of a longer sentence.
bool counts(const TokenList& list) {
    constexpr std::size_t longest = 9; // digits
    if (list.empty() || list[0].empty() || list[0].size() > longest || list[0][0] == '0' ||
        !std::ranges::all_of(list[0], [](char c) { return c >= '0' && c <= '9'; }))
        return list.empty();
    Index place = std::stoll(list[0]);
    return std::ranges::all_of(
        list, [&place](const std::string& token) { return token == std::to_string(place++); });
}

} // namespace

bool arePlaces(const TokenLists& lists) {
    return std::ranges::all_of(lists, counts);
}

} // namespace headscope
