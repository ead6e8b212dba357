// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

namespace headscope {

/// Through the mean and the variance too, of which x is the source: batch norm as in training.
void normaliseRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const std::size_t x = step.operands[0];
    const Gradients::Target mean = gradients.target(step.operands[1]);
    const Gradients::Target variance = gradients.target(step.operands[2]);
    const Gradients::Target to = gradients.target(x);
    const arithmetic::NormBackward norm = {.x = rowsOf(run[x].result),
                                           .gradient = rowsOf(gradients[index]),
                                           .mean = run[step.operands[1]].result.data(),
                                           .variance = run[step.operands[2]].result.data(),
                                           .epsilon = step.factor,
                                           .meanGradient = mean.data,
                                           .varianceGradient = variance.data,
                                           .result = rowsOf(to),
                                           .into = to.into};
    // The statistics of layer norm have one number for every row of x.
    if (run[step.operands[1]].result.shape().back() == 1 && norm.x.columns != 1)
        return arithmetic::normaliseRowsBackward(norm);
    const bool rows = run[step.operands[1]].result.elementCount() == norm.x.rows;
    if (norm.x.columns == 1 && rows && norm.x.rows > 1)
        return arithmetic::normaliseRowsBackward(norm);
    arithmetic::normaliseColumnsBackward(norm);
}

void rootNormaliseRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const Gradients::Target square = gradients.target(step.operands[1]);
    const Gradients::Target to = gradients.target(step.operands[0]);
    arithmetic::rootNormaliseRowsBackward({.x = rowsOf(run[step.operands[0]].result),
                                           .gradient = rowsOf(gradients[index]),
                                           .variance = run[step.operands[1]].result.data(),
                                           .epsilon = step.factor,
                                           .varianceGradient = square.data,
                                           .result = rowsOf(to),
                                           .into = to.into});
}

/// z = x · y:  ∂x = ∂z · y,  ∂y = ∂z · x, summed up where y stood for several rows.
void multiplyRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& x = gradients.run()[step.operands[0]].result;
    const Tensor& y = gradients.run()[step.operands[1]].result;
    const ConstMatrix g = rowsOf(gradients[index]);
    const Gradients::Target left = gradients.target(step.operands[0]);
    const Gradients::Target right = gradients.target(step.operands[1]);
    if (y.rank() == 1) {
        arithmetic::gainBackward(g, y.data(), rowsOf(left), left.into);
        return arithmetic::sumProducts(g, rowsOf(x), right.data, right.into);
    }
    arithmetic::productInto(g, rowsOf(y), rowsOf(left), left.into);
    arithmetic::productInto(g, rowsOf(x), rowsOf(right), right.into);
}

/// y = x · γ + β:  ∂x = ∂y · γ,  ∂γ = Σ ∂y · x,  ∂β = Σ ∂y.
void scaleShiftRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const ConstMatrix g = rowsOf(gradients[index]);
    const Gradients::Target to = gradients.target(step.operands[0]);
    arithmetic::gainBackward(g, run[step.operands[1]].result.data(), rowsOf(to), to.into);
    const Gradients::Target gain = gradients.target(step.operands[1]);
    arithmetic::sumProducts(g, rowsOf(run[step.operands[0]].result), gain.data, gain.into);
    const Gradients::Target shift = gradients.target(step.operands[2]);
    arithmetic::sumRows(g, shift.data, shift.into);
}

} // namespace headscope
