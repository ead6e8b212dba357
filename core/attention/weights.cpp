// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/weights.h"

namespace headscope {

namespace {

/// A projection's matrix and bias.
template <class Weights> auto partsOf(Weights& weights, WeightRole role) {
    struct Parts {
        decltype((weights.query)) matrix;
        decltype((weights.queryBias)) bias;
    };
    switch (role) {
    case WeightRole::Query: return Parts{weights.query, weights.queryBias};
    case WeightRole::Key: return Parts{weights.key, weights.keyBias};
    case WeightRole::Value: return Parts{weights.value, weights.valueBias};
    case WeightRole::Output: break;
    }
    return Parts{weights.output, weights.outputBias};
}

} // namespace

const std::optional<Tensor>& biasOf(const AttentionWeights& weights, WeightRole role) {
    return partsOf(weights, role).bias;
}

void setBias(AttentionWeights& weights, WeightRole role, bool bias) {
    const auto parts = partsOf(weights, role);
    if (!bias)
        parts.bias.reset();
    else if (!parts.bias)
        parts.bias = Tensor::filled({parts.matrix.size(1)}, {parts.matrix.axes()[1]}, 0);
}

} // namespace headscope
