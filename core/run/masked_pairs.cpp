// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/masked_pairs.h"

#include <algorithm>
#include <limits>

namespace headscope {

namespace {

constexpr float noPair = -std::numeric_limits<float>::infinity();
/// e to the power of it is too small for float32, so that it alone can make a weight 0.
constexpr float underflow = -87;
/// Models that mean −∞ add −10,000 or less; a score on top of it stays below this.
constexpr float meansNoPair = -5e3F;

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

namespace {

/// What the numbers of weights [heads, query, key] are not 0 at.
struct SeenPairs {
    Index first, end;   ///< of the keys that anybody looks at
    Index ahead = 0;    ///< behind the place of the query, the last one standing at the last key
    Index others = 0;
};

SeenPairs seenPairsOf(const Tensor& weights) {
    SeenPairs seen{weights.size(2), 0};
    const Index behind = weights.size(2) - weights.size(1);
    for (Index head = 0; head < weights.size(0); ++head) {
        for (Index query = 0; query < weights.size(1); ++query) {
            for (Index key = 0; key < weights.size(2); ++key) {
                if (weights(head, query, key) == 0.0F)
                    continue;
                seen.first = std::min(seen.first, key);
                seen.end = std::max(seen.end, key + 1);
                ++(key > query + behind ? seen.ahead : seen.others);
            }
        }
    }
    return seen;
}

} // namespace

std::optional<Tensor> maskInWeights(const Tensor& weights) {
    const Index heads = weights.size(0);
    const Index queries = weights.size(1);
    const Index keys = weights.size(2);
    const Index behind = keys - queries;
    if (queries < 2)
        return std::nullopt;
    const SeenPairs seen = seenPairsOf(weights);
    const Index notAhead = queries * keys - queries * (queries - 1) / 2;
    const bool causal = behind >= 0 && seen.ahead == 0 && 2 * seen.others > heads * notAhead;
    const bool padded = heads > 1 && seen.end > 0 && (seen.first > 0 || seen.end < keys);
    if (!causal && !padded)
        return std::nullopt;
    Tensor may = Tensor::filled({queries, keys}, {Axis::Query, Axis::Key}, 1.0F);
    float* row = may.mutableData();
    for (Index query = 0; query < queries; ++query, row += keys) {
        for (Index key = 0; key < keys; ++key) {
            if ((causal && key > query + behind) ||
                (padded && (key < seen.first || key >= seen.end)))
                row[key] = 0.0F;
        }
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
            const bool forbidden =
                forbidsPair(added, weights ? (*weights)(query, key) : 1.0F);
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
