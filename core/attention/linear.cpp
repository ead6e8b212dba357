// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/linear.h"

#include "arithmetic/arithmetic.h"
#include "support/parallel.h"

namespace headscope {

namespace {
/// A block of the result is a task: small enough to stop soon, large enough that copying
/// its rows of x and columns of the weight into the product's order, which every task
/// does anew, does not count.
constexpr Index blockRows = 512;
constexpr Index blockColumns = 256;

Index blocks(Index size, Index block) {
    return (size + block - 1) / block;
}
} // namespace

LinearLayer::LinearLayer(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                         const Axes& axes)
    : m_x(x)
    , m_weight(weight)
    , m_bias(bias) {
    assert(x.isContiguous() && weight.isContiguous() && weight.size(0) == x.shape().back());
    Shape shape = x.shape();
    shape.back() = weight.size(1);
    m_result = Tensor::uninitialized(shape, axes);
    m_target = m_result.mutableData();
    m_rows = x.elementCount() / x.shape().back();
}

Index LinearLayer::tasks() const {
    return blocks(m_rows, blockRows) * blocks(m_weight.size(1), blockColumns);
}

void LinearLayer::compute(Index task) const {
    const Index columns = m_weight.size(1);
    const Index across = blocks(columns, blockColumns);
    const Index row = task / across * blockRows;
    const Index column = task % across * blockColumns;
    const Index height = std::min(blockRows, m_rows - row);
    const Index width = std::min(blockColumns, columns - column);
    const Matrix result = denseMatrix(m_target, m_rows, columns);
    // result = x · W + b  [rows, out]
    arithmetic::multiply(rowsOf(m_x).middleRows(row, height),
                         lastTwoAxes(m_weight).middleColumns(column, width),
                         result.middleRows(row, height).middleColumns(column, width),
                         m_bias ? m_bias->data() + column : nullptr);
}

bool LinearLayer::compute(std::span<LinearLayer> layers, const Execution& execution) {
    Index total = 0;
    for (const LinearLayer& layer : layers)
        total += layer.tasks();
    return parallelFor(total, execution, [&](Index task) {
        for (const LinearLayer& layer : layers) {
            if (task < layer.tasks())
                return layer.compute(task);
            task -= layer.tasks();
        }
    });
}

} // namespace headscope
