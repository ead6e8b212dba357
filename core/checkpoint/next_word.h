// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace headscope {

/// How the next word is drawn out of the logits of the last place.
struct DrawOptions {
    double temperature = 0;          ///< logits are divided by it; 0: the likeliest is taken
    std::optional<Index> topK = {};  ///< only so many of the likeliest, from 1 on
    std::optional<double> topP = {}; ///< only the likeliest that together reach it, (0, 1]
    std::uint64_t seed = 0;

    bool operator==(const DrawOptions&) const = default;
};

/// A word that can come next.
struct NextWord {
    Index id = 0;
    double probability = 0; ///< softmax of the logits as they are
    double drawn = 0;       ///< by the options: 0 where these cut it off
};

/// All words from the likeliest on, of equally likely ones that of the lower id first. `logits`
/// has one for each word, finite or −∞.
std::vector<NextWord> nextWords(std::span<const float> logits, const DrawOptions& options);

/// Of a word in these; 0 where it is none of them.
double probabilityIn(std::span<const NextWord> words, Index id);

/// The id of one of them, drawn by `drawn`: the same for the same seed and place in the text.
Index drawWord(std::span<const NextWord> words, const DrawOptions& options, std::uint64_t place);

} // namespace headscope
