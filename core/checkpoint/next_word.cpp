// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/next_word.h"

#include "support/hashes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

/// From 0 to below 1, with 53 bits.
double uniform(std::uint64_t seed, std::uint64_t place) {
    const std::uint64_t bits = hashes::mixed(seed + hashes::golden * (place + 1));
    return static_cast<double>(bits >> 11U) * 0x1p-53;
}

} // namespace

std::vector<NextWord> nextWords(std::span<const float> logits, const DrawOptions& options) {
    std::vector<NextWord> words(logits.size());
    if (words.empty())
        return words;
    const double largest = double{*std::ranges::max_element(logits)};
    double sum = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        words[i] = {static_cast<Index>(i), std::exp(double{logits[i]} - largest), 0};
        sum += words[i].probability;
    }
    for (NextWord& word : words)
        word.probability /= sum;
    std::ranges::stable_sort(words, std::greater(), &NextWord::probability);
    if (options.temperature <= 0) {
        words.front().drawn = 1;
        return words;
    }
    // Cut to top-k, softmax at the temperature, cut to top-p, in that order, as transformers does.
    std::size_t count = words.size();
    if (options.topK)
        count = std::min(count, static_cast<std::size_t>(*options.topK));
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double logit = double{logits[static_cast<std::size_t>(words[i].id)]} - largest;
        words[i].drawn = std::exp(logit / options.temperature);
        total += words[i].drawn;
    }
    double reached = 0;
    double kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0 && options.topP && reached >= *options.topP * total)
            words[i].drawn = 0;
        reached += words[i].drawn;
        kept += words[i].drawn;
    }
    for (NextWord& word : words)
        word.drawn /= kept;
    return words;
}

double probabilityIn(std::span<const NextWord> words, Index id) {
    const auto found = std::ranges::find(words, id, &NextWord::id);
    return found == words.end() ? 0 : found->probability;
}

Index drawWord(std::span<const NextWord> words, const DrawOptions& options, std::uint64_t place) {
    double left = uniform(options.seed, place);
    const NextWord* last = words.data();
    for (const NextWord& word : words) {
        if (word.drawn <= 0)
            continue;
        last = &word;
        left -= word.drawn;
        if (left < 0)
            break;
    }
    return last->id;
}

} // namespace headscope
