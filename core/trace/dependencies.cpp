// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/dependencies.h"

namespace headscope {

namespace {

using Contributors = std::vector<Contributor>;

/// `cell` with the index of one axis replaced.
Cell with(Cell cell, std::size_t axis, Index index) {
    cell[axis] = index;
    return cell;
}

/// The cell of an operand whose axes carry the names of the result's, in whatever
/// order; an axis of size 1 stands for all indices, one that the result lacks is 0.
Cell namedCell(const Tensor& operand, const Axes& axes, const Cell& cell) {
    Cell result(operand.rank(), 0);
    for (std::size_t i = 0; i < operand.rank(); ++i) {
        const std::size_t place = placeOf(operand.axes()[i], axes);
        if (place < axes.size() && operand.size(i) != 1)
            result[i] = cell[place];
    }
    return result;
}

/// Factors left[.., i, ..] and right[.., i, ..] for every i of the inner axes;
/// `leftCell` and `rightCell` are right but for these.
Contributors innerProduct(Index size, const Cell& leftCell, std::size_t leftAxis,
                          const Cell& rightCell, std::size_t rightAxis) {
    Contributors result;
    result.reserve(2 * static_cast<std::size_t>(size) + 1);
    for (Index i = 0; i < size; ++i) {
        result.push_back({0, with(leftCell, leftAxis, i)});
        result.push_back({1, with(rightCell, rightAxis, i)});
    }
    return result;
}

/// A product over the one axis that both operands have and the result lacks. By names,
/// so that any order of axes will do: 'ibhd,jbhd->ijbh' and 'bhid,bhjd->bhij' alike.
Contributors namedProduct(const Tensor& left, const Tensor& right, const Axes& axes,
                          const Cell& cell) {
    std::size_t inner = 0;
    while (inner + 1 < left.rank() && placeOf(left.axes()[inner], axes) < axes.size())
        ++inner;
    return innerProduct(left.size(inner), namedCell(left, axes, cell), inner,
                        namedCell(right, axes, cell), right.axisOf(left.axes()[inner]));
}

/// All cells of `operand` that were taken together for `cell`: those that agree
/// with it but for the axes that have size 1 in `result`.
void addReduced(Contributors& to, std::size_t position, const Shape& operand, const Shape& result,
                const Cell& cell) {
    Shape free = operand;
    for (std::size_t i = 0; i < free.size(); ++i)
        free[i] = result[i] == 1 ? operand[i] : 1;
    Cell offset(operand.size(), 0);
    do {
        Cell from = cell;
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] += offset[i];
        to.push_back({position, from});
    } while (advance(offset, free));
}

} // namespace

std::vector<Contributor> contributors(const Trace& trace, std::size_t stepIndex, const Cell& cell) {
    const TraceStep& step = trace[stepIndex];
    assert(cell.size() == step.result.rank());
    const auto operand = [&](std::size_t i) -> const Tensor& {
        return trace[step.operands[i]].result;
    };
    const std::size_t last = cell.size() - 1;
    switch (step.operation) {
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask: return {};
    case Operation::Linear: {
        const Shape& x = operand(0).shape();
        Contributors result = innerProduct(x.back(), cell, last, {0, cell[last]}, 0);
        if (step.operands.size() > 2)
            result.push_back({2, {cell[last]}});
        return result;
    }
    case Operation::View:
    case Operation::Merge:
        return {{0, cellInOrder(positionInOrder(cell, step.result.shape()), operand(0).shape())}};
    case Operation::Transpose: return {{0, with(with(cell, 1, cell[2]), 2, cell[1])}};
    case Operation::QueryKeyProduct: // over d_k
    case Operation::WeightedSum:     // over the keys
        return namedProduct(operand(0), operand(1), step.result.axes(), cell);
    case Operation::Scale:
    case Operation::Dropout: return {{0, cell}};
    case Operation::ApplyMask: {
        Contributors result = {{0, cell}};
        for (std::size_t i = 1; i < step.operands.size(); ++i)
            result.push_back({i, namedCell(operand(i), step.result.axes(), cell)});
        return result;
    }
    case Operation::Positions: return {};
    case Operation::Add: return {{0, cell}, {1, broadcastCell(operand(1).shape(), cell)}};
    case Operation::Mean: {
        Contributors result;
        addReduced(result, 0, operand(0).shape(), step.result.shape(), cell);
        return result;
    }
    case Operation::Variance: {
        Contributors result;
        addReduced(result, 0, operand(0).shape(), step.result.shape(), cell);
        result.push_back({1, cell});
        return result;
    }
    case Operation::Normalise:
        return {{0, cell},
                {1, broadcastCell(operand(1).shape(), cell)},
                {2, broadcastCell(operand(2).shape(), cell)}};
    case Operation::ScaleShift: return {{0, cell}, {1, {cell[last]}}, {2, {cell[last]}}};
    case Operation::Relu:
    case Operation::Gelu: return {{0, cell}};
    case Operation::HeadLinear: {
        const std::size_t heads = step.result.axisOf(Axis::Heads);
        Cell row;
        for (std::size_t i = 0; i < cell.size(); ++i) {
            if (i != heads)
                row.push_back(cell[i]);
        }
        Contributors result =
            innerProduct(operand(0).shape().back(), row, last - 1, {cell[heads], 0, cell[last]}, 1);
        if (step.operands.size() > 2)
            result.push_back({2, {cell[heads], cell[last]}});
        return result;
    }
    case Operation::Lookup: {
        Cell token;
        for (std::size_t i = 0; i < last; ++i)
            token.push_back(cell[i]);
        const auto row = static_cast<Index>(operand(0).at(token));
        return {{0, token}, {1, {row, cell[last]}}};
    }
    case Operation::CrossEntropy:
    case Operation::KlDivergence: {
        Contributors result;
        addReduced(result, 0, operand(0).shape(), Shape(operand(0).rank(), 1),
                   Cell(operand(0).rank(), 0));
        addReduced(result, 1, operand(1).shape(), Shape(operand(1).rank(), 1),
                   Cell(operand(1).rank(), 0));
        return result;
    }
    case Operation::Softmax: {
        const std::size_t axis = softmaxAxis(step.result);
        Contributors result;
        result.reserve(static_cast<std::size_t>(operand(0).size(axis)));
        for (Index i = 0; i < operand(0).size(axis); ++i)
            result.push_back({0, with(cell, axis, i)});
        return result;
    }
    }
    return {};
}

std::size_t softmaxAxis(const Tensor& result) {
    const std::size_t keys = result.axisOf(Axis::Key);
    return keys < result.rank() ? keys : result.rank() - 1;
}

} // namespace headscope
