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
    std::array<LinearLayer, 1> layers = {
        LinearLayer(trace[operands.x], trace[operands.weight], trace[operands.bias], axes)};
    if (!LinearLayer::compute(layers, execution))
        return std::nullopt;
    return trace.add(name, Operation::Linear, layers[0].result(),
                     {operands.x, operands.weight, operands.bias});
}

} // namespace headscope
