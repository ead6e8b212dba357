// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

namespace headscope {

namespace {

using arithmetic::multiplyInto;

/// The matrix of one head of one sequence where a rule writes.
Matrix headOf(const Gradients::Target& target, const Tensor& ordered, Index batch, Index head) {
    const ConstMatrix m = lastTwoAxes(ordered, {batch, head});
    return {target.data + (m.data - ordered.data()), m.rows, m.columns, m.rowStride,
            m.columnStride};
}

/// y = x · W + b:  ∂x = ∂y · Wᵀ,  ∂W = xᵀ · ∂y,  ∂b = Σ rows of ∂y.
void linearRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const ConstMatrix g = rowsOf(gradients[index]); // [rows, out]
    const std::size_t x = step.operands[0];
    const std::size_t weight = step.operands[1];
    if (gradients.isWanted(x)) {
        const Gradients::Target to = gradients.target(x);
        multiplyInto(g, lastTwoAxes(run[weight].result).transposed(), rowsOf(to), to.into);
    }
    if (gradients.isWanted(weight)) {
        const Gradients::Target to = gradients.target(weight);
        multiplyInto(rowsOf(run[x].result).transposed(), g, rowsOf(to), to.into);
    }
    if (step.operands.size() > 2) {
        const Gradients::Target to = gradients.target(step.operands[2]);
        arithmetic::sumRows(g, to.data, to.into);
    }
}

/// One product for every head: x [batch, sequence, in], W [heads, in, d], b [heads, d].
void headLinearRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const Tensor g = headsFirst(gradients[index]); // [batch, heads, sequence, d]
    // Batch first, whichever axis of x that is.
    const bool sequenceFirst = run[step.operands[0]].result.axes()[1] == Axis::Batch;
    const auto batchFirst = [&](const Tensor& x) { return sequenceFirst ? x.transposed(0, 1) : x; };
    const Tensor x = batchFirst(run[step.operands[0]].result);
    const Tensor weight = run[step.operands[1]].result;
    const Gradients::Target toX = gradients.sumTarget(step.operands[0]);
    const Gradients::Target toWeight = gradients.sumTarget(step.operands[1]);
    const Tensor xGradient = batchFirst(toX.tensor);
    const auto place = [](const Gradients::Target& to, const Tensor& tensor, Index at) {
        const ConstMatrix m = lastTwoAxes(tensor, {at});
        return Matrix{to.data + (m.data - tensor.data()), m.rows, m.columns, m.rowStride,
                      m.columnStride};
    };
    for (Index batch = 0; batch < g.size(0); ++batch) {
        for (Index head = 0; head < g.size(1); ++head) {
            const ConstMatrix part = lastTwoAxes(g, {batch, head});
            multiplyInto(part, lastTwoAxes(weight, {head}).transposed(),
                         place(toX, xGradient, batch), arithmetic::Into::Sum);
            multiplyInto(lastTwoAxes(x, {batch}).transposed(), part,
                         place(toWeight, toWeight.tensor, head), arithmetic::Into::Sum);
        }
    }
    if (step.operands.size() < 3)
        return;
    const Gradients::Target toBias = gradients.sumTarget(step.operands[2]);
    for (Index batch = 0; batch < g.size(0); ++batch) {
        for (Index head = 0; head < g.size(1); ++head)
            arithmetic::sumRows(lastTwoAxes(g, {batch, head}),
                                toBias.data + head * toBias.tensor.stride(0),
                                arithmetic::Into::Sum);
    }
}

} // namespace

void productRule(Gradients& gradients, std::size_t step) {
    if (gradients.run()[step].operation == Operation::Linear)
        linearRule(gradients, step);
    else
        headLinearRule(gradients, step);
}

/// Per head, QueryKeyProduct S = Q · Kᵀ:  ∂Q = ∂S · K,  ∂K = ∂Sᵀ · Q;
/// WeightedSum C = A · V:  ∂A = ∂C · Vᵀ,  ∂V = Aᵀ · ∂C.
void headProductRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const bool scores = step.operation == Operation::QueryKeyProduct;
    const Tensor g = headsFirst(gradients[index]);
    const Tensor left = headsFirst(run[step.operands[0]].result);
    const Tensor right = headsFirst(run[step.operands[1]].result);
    const Gradients::Target toLeft = gradients.target(step.operands[0]);
    const Gradients::Target toRight = gradients.target(step.operands[1]);
    const Tensor leftGradient = headsFirst(toLeft.tensor);
    const Tensor rightGradient = headsFirst(toRight.tensor);
    for (Index batch = 0; batch < g.size(0); ++batch) {
        for (Index head = 0; head < g.size(1); ++head) {
            const ConstMatrix part = lastTwoAxes(g, {batch, head}); // [query, key or d_v]
            const ConstMatrix a = lastTwoAxes(left, {batch, head});
            const ConstMatrix b = lastTwoAxes(right, {batch, head});
            multiplyInto(part, scores ? b : b.transposed(),
                         headOf(toLeft, leftGradient, batch, head), toLeft.into);
            if (scores)
                multiplyInto(part.transposed(), a, headOf(toRight, rightGradient, batch, head),
                             toRight.into);
            else
                multiplyInto(a.transposed(), part, headOf(toRight, rightGradient, batch, head),
                             toRight.into);
        }
    }
}

} // namespace headscope
