// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/masked_pairs.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace headscope {

namespace {

constexpr float noPair = -std::numeric_limits<float>::infinity();
/// e to the power of it is too small for float32, so that it alone can make a weight 0.
constexpr float underflow = -87;
/// Models that mean −∞ add −10,000 or less; a score on top of it stays below this.
constexpr float meansNoPair = -5e3F;

/// Where a query stands among the keys, the last one at the last key.
Index placeOf(Index query, Index queries, Index keys) {
    return query + keys - queries;
}

/// What the numbers of weights [heads, query, key] are not 0 at.
struct SeenPairs {
    Index first = 0, end = 0; ///< of the keys that anybody looks at
    bool ahead = false;       ///< any behind the place of its query
    Index others = 0;
};

SeenPairs seenPairsOf(const Tensor& weights) {
    const Tensor packed = weights.contiguous();
    const Index queries = packed.size(1);
    const Index keys = packed.size(2);
    SeenPairs seen{.first = keys};
    const float* row = packed.data();
    const auto isSeen = [](float weight) { return weight != 0.0F; };
    for (Index i = 0; i < packed.size(0) * queries; ++i, row += keys) {
        const float* const own =
            row + std::clamp<Index>(placeOf(i % queries, queries, keys) + 1, 0, keys);
        seen.ahead = seen.ahead || std::any_of(own, row + keys, isSeen);
        seen.others += std::count_if(row, own, isSeen);
        seen.first = std::min<Index>(seen.first, std::find_if(row, row + keys, isSeen) - row);
        const auto last = std::find_if(std::reverse_iterator(row + keys),
                                       std::reverse_iterator(row + seen.end), isSeen);
        seen.end = last.base() - row;
        // Neither causal nor padded: what comes says nothing else.
        if (seen.ahead && seen.first == 0 && seen.end == keys)
            break;
    }
    return seen;
}

} // namespace

bool forbidsPair(float added, float weight) {
    return added == noPair || (added <= underflow && weight == 0.0F);
}

bool forbidsByWeight(const Tensor& additive) {
    Cell cell(additive.rank(), 0);
    if (additive.isEmpty())
        return false;
    do {
        const float added = additive.at(cell);
        if (added <= underflow && added != noPair)
            return true;
    } while (advance(cell, additive.shape()));
    return false;
}

std::optional<Tensor> additiveMaskIn(const Tensor& scores) {
    const Tensor packed = scores.contiguous();
    const auto isMasked = [](float score) { return score <= meansNoPair; };
    if (std::ranges::none_of(packed.values(), isMasked))
        return std::nullopt;
    Tensor added = Tensor::uninitialized(packed.shape(), packed.axes());
    std::ranges::transform(packed.values(), added.mutableData(),
                           [&](float score) { return isMasked(score) ? score : 0.0F; });
    return added;
}

std::optional<Tensor> maskInWeights(const Tensor& weights) {
    const Index heads = weights.size(0);
    const Index queries = weights.size(1);
    const Index keys = weights.size(2);
    if (queries < 2)
        return std::nullopt;
    const SeenPairs seen = seenPairsOf(weights);
    const Index notAhead = queries * keys - queries * (queries - 1) / 2;
    const bool causal = keys >= queries && !seen.ahead && 2 * seen.others > heads * notAhead;
    const bool padded = heads > 1 && seen.end > 0 && (seen.first > 0 || seen.end < keys);
    if (!causal && !padded)
        return std::nullopt;
    Tensor may = Tensor::filled({queries, keys}, {Axis::Query, Axis::Key}, 0.0F);
    float* row = may.mutableData();
    for (Index query = 0; query < queries; ++query, row += keys) {
        const Index first = padded ? seen.first : 0;
        const Index end =
            std::min(padded ? seen.end : keys, causal ? placeOf(query, queries, keys) + 1 : keys);
        std::fill(row + first, row + std::max(first, end), 1.0F);
    }
    return may;
}

std::optional<Tensor> allowedPairs(const std::optional<Tensor>& mayAttend,
                                   const std::optional<Tensor>& additive,
                                   const std::optional<Tensor>& weights) {
    if (!additive)
        return mayAttend;
    const Index keys = additive->size(1);
    Tensor both = Tensor::filled(additive->shape(), additive->axes(), 1.0F);
    float* row = both.mutableData();
    bool forbids = false;
    for (Index query = 0; query < additive->size(0); ++query, row += keys) {
        bool meansNone = true;
        for (Index key = 0; key < keys; ++key) {
            const float added = (*additive)(query, key);
            const bool may = !mayAttend || (*mayAttend)(query, key) != 0.0F;
            meansNone = meansNone && (!may || added <= meansNoPair);
            const bool forbidden = forbidsPair(added, weights ? (*weights)(query, key) : 1.0F);
            forbids = forbids || forbidden;
            if (!may || forbidden)
                row[key] = 0.0F;
        }
        if (meansNone && keys > 0) {
            std::fill_n(row, keys, 0.0F);
            forbids = true;
        }
    }
    return mayAttend || forbids ? std::optional(both) : std::nullopt;
}

} // namespace headscope
