// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/feed_forward.h"

#include "operations/operation_info.h"
#include "transformer/linear_step.h"
#include "transformer/rows.h"

namespace headscope {

Step appendFeedForward(const ModelRun& run, const Scope& scope, std::size_t x) {
    TraceWriter trace(run.trace, scope.path());
    const Execution& execution = run.execution;
    const ActivationInfo& activation = infoOf(run.problem.config.activation);
    const auto parameter = [&](Role role) { return appendParameter(trace, run, scope, role); };
    const std::size_t hiddenWeight = parameter(Role::HiddenWeight);
    const std::size_t hiddenBias = parameter(Role::HiddenBias);
    const std::size_t outputWeight = parameter(Role::FeedForwardWeight);
    const std::size_t outputBias = parameter(Role::FeedForwardBias);
    const auto hidden =
        appendLinear(trace, TensorName::Hidden, {x, hiddenWeight, hiddenBias}, execution);
    if (!hidden)
        return std::nullopt;
    const Tensor before = trace[*hidden];
    Tensor after = Tensor::uninitialized(before.shape(), before.axes());
    const ConstMatrix from = rowsOf(before);
    const Matrix to = denseMatrix(after.mutableData(), from.rows, from.columns);
    const bool done =
        forParts(from.rows, 4 * from.columns, execution, [&](Index first, Index last) {
            activation.apply(from.middleRows(first, last - first),
                             to.middleRows(first, last - first));
        });
    if (!done)
        return std::nullopt;
    const std::size_t activated =
        trace.add(TensorName::Activated, activation.operation, after, {*hidden});
    return appendLinear(trace, TensorName::FeedForwardOutput, {activated, outputWeight, outputBias},
                        execution);
}

} // namespace headscope
