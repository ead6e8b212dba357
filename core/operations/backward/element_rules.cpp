// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

#include "operations/operation_info.h"

#include <limits>

namespace headscope {

namespace {

/// All numbers of a tensor whose memory is dense as rows, in the order of the memory; the
/// tensors of one element-wise operation lie alike.
ConstMatrix inMemory(const Tensor& tensor) {
    const Index columns = tensor.isContiguous() ? tensor.shape().back() : 1;
    const Index count = tensor.elementCount();
    return columns > 1 ? denseMatrix(tensor.data(), count / columns, columns)
                       : denseMatrix(tensor.data(), Index{1}, count);
}

Matrix inMemory(const Gradients::Target& to) {
    const ConstMatrix m = inMemory(to.tensor);
    return {to.data, m.rows, m.columns, m.rowStride, m.columnStride};
}

/// A mask's row of keys for each row of scores, [batch, heads, query, key] in the end.
ConstMatrix maskOf(const Tensor& mask, Index batch, Index head) {
    const auto stride = [&](std::size_t axis) {
        return mask.size(axis) == 1 ? 0 : mask.stride(axis);
    };
    const std::size_t queries = mask.rank() - 2;
    const float* data = mask.data() + batch * stride(0);
    if (mask.rank() == 4)
        data += head * stride(1);
    return {data, mask.size(queries), mask.shape().back(), stride(queries)};
}

/// [batch, (heads,) query, key] of a mask in any layout.
Tensor maskInOrder(const Tensor& mask) {
    PerAxis<std::size_t> order;
    for (const Axis axis : {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}) {
        if (const std::size_t place = mask.axisOf(axis); place < mask.rank())
            order.push_back(place);
    }
    return mask.permuted({order.begin(), order.size()});
}

} // namespace

void scaleRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Gradients::Target to = gradients.target(step.operands[0]);
    arithmetic::scaleInto(inMemory(gradients[index]), step.factor, inMemory(to), to.into);
}

void dropoutRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Gradients::Target to = gradients.target(step.operands[0]);
    arithmetic::dropoutBackward(inMemory(step.result), inMemory(gradients[index]), step.factor,
                                inMemory(to), to.into);
}

void activationRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& x = gradients.run()[step.operands[0]].result;
    const Gradients::Target to = gradients.target(step.operands[0]);
    infoOf(step.operation)
        .activation->backward(inMemory(x), inMemory(gradients[index]), inMemory(to), to.into);
}

/// 0 where the pair is not allowed; a mask that is added takes nothing away.
void maskRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Trace& run = gradients.run();
    const Gradients::Target to = gradients.target(step.operands[0]);
    if (step.operands.size() < 2 || run[step.operands[1]].name != TensorName::MayAttend)
        return arithmetic::scaleInto(inMemory(gradients[index]), 1.0F, inMemory(to), to.into);
    const Tensor mask = maskInOrder(run[step.operands[1]].result);
    const Tensor g = headsFirst(gradients[index]);
    const Tensor target = headsFirst(to.tensor);
    for (Index batch = 0; batch < g.size(0); ++batch) {
        for (Index head = 0; head < g.size(1); ++head) {
            const ConstMatrix place = lastTwoAxes(target, {batch, head});
            arithmetic::maskInto(lastTwoAxes(g, {batch, head}), maskOf(mask, batch, head),
                                 {to.data + (place.data - target.data()), place.rows, place.columns,
                                  place.rowStride, place.columnStride},
                                 to.into);
        }
    }
}

namespace {

/// A row of nothing but −∞ has weights that no score made, whatever they are.
void forgetMasked(const Tensor& scores, Index width, Matrix result) {
    for (Index row = 0; row < result.rows; ++row) {
        const float* const x = scores.data() + row * width;
        const auto isMasked = [](float v) { return v == -std::numeric_limits<float>::infinity(); };
        if (std::all_of(x, x + width, isMasked))
            std::fill_n(result.data + row * result.rowStride, width, 0.0F);
    }
}

} // namespace

void softmaxRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Gradients::Target to = gradients.target(step.operands[0]);
    const std::size_t axis = softmaxAxis(step.result);
    const Index width = step.result.size(axis);
    // The keys lie next to each other in memory in every layout.
    const auto rows = [&](const float* data) {
        return denseMatrix(data, step.result.elementCount() / width, width);
    };
    const Matrix result = denseMatrix(to.data, step.result.elementCount() / width, width);
    arithmetic::softmaxBackward(rows(step.result.data()), rows(gradients[index].data()), result,
                                to.into);
    if (step.fullyMasked != FullyMasked::Zeros && to.into == arithmetic::Into::Fresh)
        forgetMasked(gradients.run()[step.operands[0]].result, width, result);
}

/// The pairs turned back by the same angles.
void rotateRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& g = gradients[index];
    const Tensor& cosine = gradients.run()[step.operands[1]].result;
    const Tensor& sine = gradients.run()[step.operands[2]].result;
    const Gradients::Target to = gradients.sumTarget(step.operands[0]);
    const std::size_t last = g.rank() - 1;
    const Index half = g.size(last) / 2;
    const std::size_t query = g.axisOf(Axis::Query);
    const std::size_t positions = query < g.rank() ? query : g.axisOf(Axis::Key);
    Cell cell(g.rank(), 0);
    do {
        const Index place = cell[last];
        Cell other = cell;
        other[last] = place < half ? place + half : place - half;
        const float turn = sine(cell[positions], place) * g.at(other);
        Index at = 0;
        for (std::size_t i = 0; i < cell.size(); ++i)
            at += cell[i] * to.tensor.stride(i);
        to.data[at] += cosine(cell[positions], place) * g.at(cell) + (place < half ? turn : -turn);
    } while (advance(cell, g.shape()));
}

/// x + y: both have the gradient of the sum; where y stood for several, the sum of theirs.
void sumRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& g = gradients[index];
    const auto pass = [&](std::size_t operand) {
        const Gradients::Target to = gradients.target(operand);
        arithmetic::scaleInto(inMemory(g), 1.0F, inMemory(to), to.into);
    };
    const std::size_t right = step.operands[1];
    const bool alike = gradients.run()[right].result.shape() == step.result.shape();
    pass(step.operands[0]);
    if (!gradients.isWanted(right))
        return;
    if (alike && gradients.users(right) == 1 && !gradients.has(right))
        return gradients.share(right, g, gradients.dataOf(index));
    if (alike)
        return pass(right);
    // Rows of the sum are added one by one: y lacks axes in front, or has them with size 1.
    const Gradients::Target to = gradients.sumTarget(right);
    Tensor target = to.tensor;
    Cell cell(step.result.rank(), 0);
    const std::size_t lacking = cell.size() - target.rank();
    do {
        Index place = 0;
        for (std::size_t i = lacking; i < cell.size(); ++i) {
            if (target.size(i - lacking) > 1)
                place += cell[i] * target.stride(i - lacking);
        }
        to.data[place] += g.at(cell);
    } while (advance(cell, step.result.shape()));
}

} // namespace headscope
