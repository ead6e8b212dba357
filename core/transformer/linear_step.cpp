// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/linear_step.h"

#include "attention/linear.h"

#include <array>

namespace headscope {

std::optional<std::size_t> appendLinear(TraceWriter& trace, TensorName name,
                                        const LinearOperands& operands,
                                        const Execution& execution) {
    Axes axes = trace[operands.x].axes();
    axes.back() = trace[operands.weight].axes().back();
    const auto bias = operands.bias ? std::optional(trace[*operands.bias]) : std::nullopt;
    std::array<LinearLayer, 1> layers = {
        LinearLayer(trace[operands.x], trace[operands.weight], bias, axes)};
    if (!LinearLayer::compute(layers, execution))
        return std::nullopt;
    PerAxis<std::size_t> steps = {operands.x, operands.weight};
    if (operands.bias)
        steps.push_back(*operands.bias);
    return trace.add(name, Operation::Linear, layers[0].result(), steps);
}

} // namespace headscope
