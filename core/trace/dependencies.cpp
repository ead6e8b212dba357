// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/dependencies.h"

#include <algorithm>

namespace headscope {

namespace {

using Contributors = std::vector<Contributor>;

/// `cell` with the index of one axis replaced.
Cell with(Cell cell, std::size_t axis, Index index) {
    cell[axis] = index;
    return cell;
}

/// The cell at the same place in C order, under another shape.
Cell sameElement(const Cell& cell, const Shape& from, const Shape& to) {
    Index position = 0;
    for (std::size_t i = 0; i < cell.size(); ++i)
        position = position * from[i] + cell[i];
    Cell result(to.size(), 0);
    for (std::size_t i = to.size(); i-- > 0;) {
        result[i] = position % to[i];
        position /= to[i];
    }
    return result;
}

/// The cell of a mask [batch, query, key] or [batch, heads, query, key] for a
/// pair (batch, head, query, key); axes of size 1 stand for all indices.
Cell maskCell(const Shape& mask, const Cell& pair) {
    Cell cell = mask.size() == 4 ? pair : Cell{pair[0], pair[2], pair[3]};
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (mask[i] == 1)
            cell[i] = 0;
    }
    return cell;
}

/// Factors of left[.., i] · right[.., i, ..] for every i of the inner axis.
/// `leftCell` and `rightCell` are right but for that axis.
Contributors innerProduct(const Shape& left, const Cell& leftCell, const Cell& rightCell,
                          std::size_t rightAxis) {
    const std::size_t leftAxis = left.size() - 1;
    Contributors result;
    result.reserve(2 * static_cast<std::size_t>(left.back()) + 1);
    for (Index i = 0; i < left.back(); ++i) {
        result.push_back({0, with(leftCell, leftAxis, i)});
        result.push_back({1, with(rightCell, rightAxis, i)});
    }
    return result;
}

/// The cell of an operand that may lack axes in front, or have them with size 1,
/// where one index stands for all.
Cell broadcastCell(const Shape& operand, const Cell& cell) {
    Cell result(operand.size(), 0);
    const std::size_t lacking = cell.size() - operand.size();
    for (std::size_t i = 0; i < operand.size(); ++i)
        result[i] = operand[i] == 1 ? 0 : cell[i + lacking];
    return result;
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
        Contributors result = innerProduct(operand(0).shape(), cell, {0, cell[last]}, 0);
        if (step.operands.size() > 2)
            result.push_back({2, {cell[last]}});
        return result;
    }
    case Operation::View:
    case Operation::Merge: return {{0, sameElement(cell, step.result.shape(), operand(0).shape())}};
    case Operation::Transpose: return {{0, with(with(cell, 1, cell[2]), 2, cell[1])}};
    case Operation::QueryKeyProduct: // [.., query, key]: row `key` of K is a column of its
                                     // transpose
        return innerProduct(operand(0).shape(), cell, with(cell, last - 1, cell[last]), last);
    case Operation::WeightedSum: // [.., query, d_v]: V's rows are the keys
        return innerProduct(operand(0).shape(), cell, cell, last - 1);
    case Operation::Scale:
    case Operation::Dropout: return {{0, cell}};
    case Operation::ApplyMask: {
        Contributors result = {{0, cell}};
        for (std::size_t i = 1; i < step.operands.size(); ++i)
            result.push_back({i, maskCell(operand(i).shape(), cell)});
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
        const auto& axes = step.result.axes();
        const auto heads =
            static_cast<std::size_t>(std::ranges::find(axes, Axis::Heads) - axes.begin());
        Cell row;
        for (std::size_t i = 0; i < cell.size(); ++i) {
            if (i != heads)
                row.push_back(cell[i]);
        }
        Contributors result =
            innerProduct(operand(0).shape(), row, {cell[heads], 0, cell[last]}, 1);
        if (step.operands.size() > 2)
            result.push_back({2, {cell[heads], cell[last]}});
        return result;
    }
    case Operation::Softmax: {
        Contributors result;
        result.reserve(static_cast<std::size_t>(operand(0).shape().back()));
        for (Index i = 0; i < operand(0).shape().back(); ++i)
            result.push_back({0, with(cell, last, i)});
        return result;
    }
    }
    return {};
}

} // namespace headscope
