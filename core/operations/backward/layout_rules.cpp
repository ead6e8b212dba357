// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

namespace headscope {

Tensor replayed(const TraceStep& step, const Tensor& operand) {
    if (step.operation == Operation::Transpose)
        return operand.transposed(1, 2).withAxes(step.result.axes());
    return *operand.view(step.result.shape(), step.result.axes());
}

/// The gradient of the operand is that of the result under the operand's shape.
void layoutRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const std::size_t operand = step.operands[0];
    const Tensor& source = gradients.run()[operand].result;
    const Tensor& g = gradients[index];
    if (gradients.has(operand) && gradients[operand].sharesStorageWith(g))
        return;
    const auto back = [&]() -> Tensor {
        if (step.operation == Operation::Transpose)
            return g.transposed(1, 2).withAxes(source.axes());
        return g.reshaped(source.shape(), source.axes());
    };
    const Tensor turned = back();
    if (gradients.users(operand) == 1 && !gradients.has(operand) && turned.sharesStorageWith(g))
        return gradients.share(operand, turned, gradients.dataOf(index));
    addLike(gradients.sumTarget(operand), turned);
}

} // namespace headscope
