// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/feed_forward.h"

#include "arithmetic/arithmetic.h"
#include "transformer/linear_step.h"
#include "transformer/rows.h"

namespace headscope {

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
    const ConstMatrix from = rowsOf(before);
    const Matrix to = denseMatrix(after.mutableData(), from.rows, from.columns);
    const auto activate = activation == Activation::Relu ? arithmetic::relu : arithmetic::gelu;
    const bool done =
        forParts(from.rows, 4 * from.columns, execution, [&](Index first, Index last) {
            activate(from.middleRows(first, last - first), to.middleRows(first, last - first));
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
