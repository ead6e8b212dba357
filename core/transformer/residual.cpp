// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/residual.h"

#include "transformer/rows.h"

namespace headscope {

namespace {

/// Where row `row` of `shape` (its last axis aside) lies in an operand that may
/// lack axes in front or have them with size 1; in rows.
Index operandRow(const Shape& shape, const Shape& operand, Index row) {
    Index result = 0;
    Index stride = 1;
    for (std::size_t i = shape.size() - 1; i-- > 0;) {
        const Index index = row % shape[i];
        row /= shape[i];
        const std::size_t lacking = shape.size() - operand.size();
        if (i < lacking)
            break;
        result += operand[i - lacking] == 1 ? 0 : index * stride;
        stride *= operand[i - lacking];
    }
    return result;
}

} // namespace

std::optional<std::size_t> appendSum(TraceWriter& trace, TensorName name, std::size_t left,
                                     std::size_t right, const Execution& execution) {
    const Tensor x = trace[left];
    const Tensor y = trace[right];
    assert(x.isContiguous() && y.isContiguous() && x.shape().back() == y.shape().back());
    Tensor result = Tensor::uninitialized(x.shape(), x.axes());
    float* const target = result.mutableData();
    const Index width = x.shape().back();
    const bool done =
        forParts(x.elementCount() / width, width, execution, [&](Index first, Index last) {
            for (Index row = first; row < last; ++row) {
                const float* a = x.data() + row * width;
                const float* b = y.data() + operandRow(x.shape(), y.shape(), row) * width;
                float* to = target + row * width;
                for (Index column = 0; column < width; ++column)
                    to[column] = a[column] + b[column];
            }
        });
    if (!done)
        return std::nullopt;
    return trace.add(name, Operation::Add, result, {left, right});
}

} // namespace headscope
