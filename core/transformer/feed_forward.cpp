// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/feed_forward.h"

#include "transformer/linear_step.h"
#include "transformer/rows.h"

#include <cmath>

namespace headscope {

namespace {
constexpr float inverseRootOfTwo = 0.70710678118654752F;
}

void activate(Activation activation, const float* x, Index count, float* y) {
    if (activation == Activation::Relu) {
        for (Index i = 0; i < count; ++i)
            y[i] = x[i] < 0.0F ? 0.0F : x[i];
        return;
    }
    // Φ(x) = erfc(−x/√2) / 2 keeps its digits where Φ is small, as 1 + erf(x/√2) does not.
    for (Index i = 0; i < count; ++i) {
        const float phi = 0.5F * std::erfc(-x[i] * inverseRootOfTwo);
        y[i] = phi == 0.0F ? -0.0F : x[i] * phi; // −∞ · 0 would be NaN
    }
}

std::optional<std::size_t> appendFeedForward(TraceWriter& trace, std::size_t x,
                                             const FeedForwardWeights& weights,
                                             Activation activation, const Execution& execution) {
    const auto parameter = [&](TensorName name, const Tensor& tensor, const Axes& axes) {
        return trace.add(name, Operation::Parameter, tensor.contiguous().withAxes(axes));
    };
    const std::size_t hiddenWeight =
        parameter(TensorName::HiddenWeight, weights.hidden, {Axis::ModelDim, Axis::HiddenDim});
    const std::size_t hiddenBias =
        parameter(TensorName::HiddenBias, weights.hiddenBias, {Axis::HiddenDim});
    const std::size_t outputWeight =
        parameter(TensorName::FeedForwardWeight, weights.output, {Axis::HiddenDim, Axis::ModelDim});
    const std::size_t outputBias =
        parameter(TensorName::FeedForwardBias, weights.outputBias, {Axis::ModelDim});
    const auto hidden =
        appendLinear(trace, TensorName::Hidden, {x, hiddenWeight, hiddenBias}, execution);
    if (!hidden)
        return std::nullopt;
    const Tensor before = trace[*hidden];
    Tensor after = Tensor::uninitialized(before.shape(), before.axes());
    float* const target = after.mutableData();
    const bool done = forParts(before.elementCount(), 4, execution, [&](Index first, Index last) {
        activate(activation, before.data() + first, last - first, target + first);
    });
    if (!done)
        return std::nullopt;
    const std::size_t activated = trace.add(
        TensorName::Activated, activation == Activation::Relu ? Operation::Relu : Operation::Gelu,
        after, {*hidden});
    return appendLinear(trace, TensorName::FeedForwardOutput, {activated, outputWeight, outputBias},
                        execution);
}

} // namespace headscope
