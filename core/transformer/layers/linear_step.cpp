// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/linear_step.h"

#include "attention/linear.h"

#include <array>

namespace headscope {

namespace {

/// [batch, 1, in]
Tensor firstRows(const Tensor& x) {
    return x.selected(1, 0).contiguous().reshaped({x.size(0), 1, x.size(2)}, x.axes());
}

} // namespace

std::optional<std::size_t> appendLinear(TraceWriter& trace, TensorName name,
                                        const LinearOperands& operands,
                                        const Execution& execution) {
    const Tensor all = trace[operands.x];
    const Tensor x = operands.firstRowOnly ? firstRows(all) : all;
    Axes axes = x.axes();
    axes.back() = trace[operands.weight].axes().back();
    const auto bias = operands.bias ? std::optional(trace[*operands.bias]) : std::nullopt;
    std::array<LinearLayer, 1> layers = {LinearLayer(x, trace[operands.weight], bias, axes)};
    if (!LinearLayer::compute(layers, execution))
        return std::nullopt;
    PerAxis<std::size_t> steps = {operands.x, operands.weight};
    if (operands.bias)
        steps.push_back(*operands.bias);
    return trace.add(name, Operation::Linear, layers[0].result(), steps);
}

} // namespace headscope
