// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// A fused weight of `heads` heads, each `to` wide and the columns of `from` times `factor`
/// in it, 0 behind them; one head is replaced by `own` times its factor.
Tensor widened(const Tensor& fused, Index heads, Index from, Index to, float factor, Index head,
               const Tensor& own, float ownFactor) {
    const Index rows = fused.size(0);
    Tensor result = Tensor::filled({rows, heads * to}, fused.axes(), 0);
    float* const target = result.mutableData();
    for (Index row = 0; row < rows; ++row) {
        for (Index h = 0; h < heads; ++h) {
            const Index width = h == head ? own.size(1) : from;
            for (Index column = 0; column < width; ++column)
                target[row * heads * to + h * to + column] =
                    h == head ? own(row, column) * ownFactor
                              : fused(row, h * from + column) * factor;
        }
    }
    return result;
}

/// A fused bias likewise; the head's own becomes 0.
Tensor widenedBias(const Tensor& fused, Index heads, Index from, Index to, float factor,
                   Index head) {
    Tensor result = Tensor::filled({heads * to}, fused.axes(), 0);
    for (Index h = 0; h < heads; ++h) {
        for (Index column = 0; h != head && column < from; ++column)
            result.mutableData()[h * to + column] = fused(h * from + column) * factor;
    }
    return result;
}

} // namespace

Result<Experiment> withHeadWeights(const Experiment& experiment, Index head,
                                   const Tensor& queryWeight, const Tensor& keyWeight,
                                   bool positions) {
    if (experiment.model.architecture != Architecture::Attention)
        return makeError(HEADSCOPE_MESSAGE("Message", "painting needs plain attention: in a stack "
                                                      "of layers the inputs of a head change with "
                                                      "the layers before it"));
    const HeadSizes sizes = headSizes(experiment.config).value();
    const Index heads = experiment.config.heads;
    const Index from = sizes.keyDim;
    const Index to = std::max(from, queryWeight.size(1));
    // The engine divides by √to where the numbers were made for another d_k.
    const auto factorOf = [&](Index keyDim) {
        return experiment.config.scale
                   ? 1.0F
                   : std::sqrt(static_cast<float>(to)) / std::sqrt(static_cast<float>(keyDim));
    };
    Experiment next = experiment;
    if (to != from) {
        next.config.keyDim = to;
        next.config.valueDim = sizes.valueDim;
    }
    next.model.positions = next.model.positions || positions;
    Parameters& all = next.weights;
    all.set(Role::QueryWeight, widened(all.at(Role::QueryWeight), heads, from, to, factorOf(from),
                                       head, queryWeight, factorOf(queryWeight.size(1))));
    all.set(Role::KeyWeight,
            widened(all.at(Role::KeyWeight), heads, from, to, 1, head, keyWeight, 1));
    if (const Tensor* bias = all.find(Role::QueryBias))
        all.set(Role::QueryBias, widenedBias(*bias, heads, from, to, factorOf(from), head));
    if (const Tensor* bias = all.find(Role::KeyBias))
        all.set(Role::KeyBias, widenedBias(*bias, heads, from, to, 1, head));
    return fitted(std::move(next));
}

} // namespace headscope
