// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/masked_pairs.h"

#include <limits>

namespace headscope {

namespace {

constexpr float noPair = -std::numeric_limits<float>::infinity();
/// e to the power of it is too small for float32, so that it alone can make a weight 0.
constexpr float underflow = -87;
/// What models add that mean −∞, from −10,000 on.
constexpr float meansNoPair = -1e4F;

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
