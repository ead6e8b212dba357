// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/residual.h"

#include "arithmetic/arithmetic.h"
#include "transformer/layers/rows.h"

namespace headscope {

namespace {

/// Where row `row` of `shape` (its last axis aside) lies in an operand that is broadcast; in rows.
Index operandRow(const Shape& shape, const Shape& operand, Index row) {
    const Cell cell = cellInOrder(row * shape.back(), shape);
    return positionInOrder(broadcastCell(operand, cell), operand) / operand.back();
}

} // namespace

std::optional<std::size_t> appendSum(TraceWriter& trace, TensorName name, std::size_t left,
                                     std::size_t right, const Execution& execution) {
    const Tensor x = trace[left];
    const Tensor y = trace[right];
    assert(x.isContiguous() && y.isContiguous() && x.shape().back() == y.shape().back());
    Tensor result = Tensor::uninitialized(x.shape(), x.axes());
    const ConstMatrix a = rowsOf(x);
    const ConstMatrix b = rowsOf(y);
    const Matrix sum = denseMatrix(result.mutableData(), a.rows, a.columns);
    const bool done = forParts(a.rows, a.columns, execution, [&](Index first, Index last) {
        if (a.rows == b.rows)
            return arithmetic::add(a.middleRows(first, last - first),
                                   b.middleRows(first, last - first),
                                   sum.middleRows(first, last - first));
        for (Index row = first; row < last; ++row)
            arithmetic::add(a.middleRows(row, 1),
                            b.middleRows(operandRow(x.shape(), y.shape(), row), 1),
                            sum.middleRows(row, 1));
    });
    if (!done)
        return std::nullopt;
    return trace.add(name, Operation::Add, result, {left, right});
}

} // namespace headscope
