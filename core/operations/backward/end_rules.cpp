// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

namespace headscope {

/// Every row of the table has the gradients of the tokens that it stood for.
void lookupRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& ids = gradients.run()[step.operands[0]].result;
    const Gradients::Target to = gradients.sumTarget(step.operands[1]);
    const ConstMatrix g = rowsOf(gradients[index]);
    const Matrix table = rowsOf(to);
    for (Index token = 0; token < g.rows; ++token) {
        const auto row = static_cast<Index>(ids.data()[token]);
        arithmetic::scaleInto(g.middleRows(token, 1), step.factor, table.middleRows(row, 1),
                              arithmetic::Into::Sum);
    }
}

void lossRule(Gradients& gradients, std::size_t index) {
    const TraceStep& step = gradients.run()[index];
    const Tensor& targets = gradients.run()[step.operands[1]].result;
    const Gradients::Target to = gradients.target(step.operands[0]);
    const ConstMatrix logits = rowsOf(gradients.run()[step.operands[0]].result);
    const float factor = *gradients[index].data();
    arithmetic::crossEntropyBackward({logits, targets.data(), targets.shape().back(), step.factor},
                                     factor, rowsOf(to), to.into);
}

} // namespace headscope
