// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "support/execution.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// What is asked of a head: each is a mean over queries. w is a row of the attention weights, i
/// the place of its query, j that of a key.
enum class Measure : std::uint8_t {
    Entropy,    ///< Σ −w log2 w, in bits: how spread a row is; rows with a typed w < 0 have none
    Distance,   ///< Σ w |i − j|, in tokens; self-attention only
    First,      ///< w of the first key
    Previous,   ///< w of key i − 1, from the second query on; self-attention only
    Next,       ///< w of key i + 1, up to the last query but one; self-attention only
    Self,       ///< w of key i; self-attention only
    Separators, ///< Σ w of keys that isSeparator(), where there are any
    EqualTokens, ///< Σ w of other keys with the query's token, of queries that have such a key.
                 ///< The query itself is no other key; in cross-attention every key is. Places in
                 ///< the place of words (arePlaces()) of both sides are no tokens to compare.
};
inline constexpr std::size_t measureCount = 8;
inline constexpr std::array<Measure, measureCount> allMeasures = {
    Measure::Entropy, Measure::Distance, Measure::First,      Measure::Previous,
    Measure::Next,    Measure::Self,     Measure::Separators, Measure::EqualTokens};
/// As columns of files are called: "entropy_bits", "mean_distance", "first" …
std::string_view measureName(Measure measure);

/// One measure of one head.
struct MeanOfRows {
    double value = 0; ///< NaN where a row holds one
    /// The same of rows that spread evenly over the keys that their query may look at.
    double even = 0;
    double largest = 1; ///< the most that it could be: log2 of keys, places, or 1
    Index queries = 0;  ///< the mean is over so many
};

/// Where the queries from the third on look; for the second one the previous token is the first
/// one. Means of shares, which sum to 1. Self-attention only.
struct KindEvidence {
    double previous = 0;
    double first = 0;
    double self = 0;
    double next = 0; ///< the last query has none
    double other = 0;
    Index queries = 0;
};
enum class HeadKind : std::uint8_t { Previous, First, Self, Next };
/// What a head looks like: that of the four which has more than half; else nothing, mixed. It is a
/// guess, to be shown beside its evidence.
std::optional<HeadKind> kindOf(const KindEvidence& evidence);
/// The share that a kind rests on.
double shareOf(const KindEvidence& evidence, HeadKind kind);

/// What one head looks at in one sequence. Queries count that may look at any key; rows that are
/// masked completely do not, nor does padding: what stands behind the words, and in self-attention
/// what MaskRules::keyPadding says, nor what is no share of 1 in an attention from a file.
struct HeadMeasures {
    std::string scope;
    Index sequence = 0; ///< from 0, as heads
    Index head = 0;
    Index queries = 0;                                         ///< that count
    std::array<std::optional<MeanOfRows>, measureCount> means; ///< nothing: it has no meaning here
    std::optional<KindEvidence> kind;
    /// Rows of an attention that was computed elsewhere which do not sum to 1, go below 0 or hold
    /// NaN: else one measure would be NaN, and another one of the same row a number.
    Index noShares = 0;

    const std::optional<MeanOfRows>& operator[](Measure measure) const {
        return means[static_cast<std::size_t>(measure)];
    }
};

/// All heads of one attention; none where the run has no weights there. What comes of a cancelled
/// call is of no use. Bits do not depend on the number of threads.
std::vector<HeadMeasures> measureHeads(const Run& run, std::string_view scope, Index sequence,
                                       const Execution& execution = {});
/// How many weights that has to look at.
Index measureWork(const Run& run, std::string_view scope);

} // namespace headscope
