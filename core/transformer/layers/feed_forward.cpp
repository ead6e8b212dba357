// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/feed_forward.h"

#include "arithmetic/arithmetic.h"
#include "operations/operation_info.h"
#include "transformer/layers/linear_step.h"
#include "transformer/layers/rows.h"

namespace headscope {

namespace {

/// Appends what `compute(rows from first, count, to)` makes of every row of `x`.
template <class Compute>
Step appendRows(TraceWriter& trace, TensorName name, Operation operation,
                PerAxis<std::size_t> operands, const Execution& execution, const Compute& compute) {
    const Tensor before = trace[operands[0]];
    Tensor after = Tensor::uninitialized(before.shape(), before.axes());
    const Index rows = before.elementCount() / before.shape().back();
    const Matrix to = denseMatrix(after.mutableData(), rows, before.shape().back());
    const bool done = forParts(rows, 4 * to.columns, execution, [&](Index first, Index last) {
        compute(first, last - first, to.middleRows(first, last - first));
    });
    return done ? Step(trace.add(name, operation, after, operands)) : std::nullopt;
}

/// An activation, of every number of a step by itself.
Step appendActivation(TraceWriter& trace, const ModelRun& run, TensorName name, std::size_t from,
                      Activation kind) {
    const ActivationInfo& activation = infoOf(kind);
    const Tensor before = trace[from];
    const ConstMatrix rows = rowsOf(before);
    return appendRows(trace, name, activation.operation, {from}, run.execution,
                      [&](Index first, Index count, Matrix to) {
                          activation.apply(rows.middleRows(first, count), to);
                      });
}

/// The first matrix of a scope with its bias if any, and the step `x` through both.
Step appendHidden(TraceWriter& trace, const ModelRun& run, const Scope& scope, std::size_t x,
                  bool firstRowOnly) {
    const std::size_t weight = appendParameter(trace, run, scope, Role::HiddenWeight);
    const Step bias = appendIfThere(trace, run, scope, Role::HiddenBias);
    return appendLinear(trace, TensorName::Hidden, {x, weight, bias, firstRowOnly}, run.execution);
}

} // namespace

Step appendActivated(const ModelRun& run, const Scope& scope, std::size_t x) {
    TraceWriter trace(run.trace, scope.path());
    const Step hidden = appendHidden(trace, run, scope, x, false);
    return hidden ? appendActivation(trace, run, TensorName::Activated, *hidden,
                                     run.problem.config.activation)
                  : hidden;
}

Step appendPooled(const ModelRun& run, const Scope& scope, std::size_t x) {
    TraceWriter trace(run.trace, scope.path());
    const Step hidden = appendHidden(trace, run, scope, x, true);
    return hidden ? appendActivation(trace, run, TensorName::Pooled, *hidden, Activation::Tanh)
                  : hidden;
}

Step appendFeedForward(const ModelRun& run, const Scope& scope, std::size_t x) {
    TraceWriter trace(run.trace, scope.path());
    const Execution& execution = run.execution;
    const auto parameter = [&](Role role) { return appendParameter(trace, run, scope, role); };
    const auto mayBe = [&](Role role) { return appendIfThere(trace, run, scope, role); };
    const std::size_t hiddenWeight = parameter(Role::HiddenWeight);
    const Step hiddenBias = mayBe(Role::HiddenBias);
    const bool gated = run.problem.config.gated;
    const std::size_t gateWeight = gated ? parameter(Role::GateWeight) : 0;
    const Step gateBias = gated ? mayBe(Role::GateBias) : std::nullopt;
    const std::size_t outputWeight = parameter(Role::FeedForwardWeight);
    const Step outputBias = mayBe(Role::FeedForwardBias);
    const auto linear = [&](TensorName name, std::size_t from, std::size_t weight, Step bias) {
        return appendLinear(trace, name, {from, weight, bias}, execution);
    };
    const auto activated = [&](TensorName name, std::size_t from) {
        return appendActivation(trace, run, name, from, run.problem.config.activation);
    };
    Step open; // how far the gate is open
    if (gated) {
        const Step gate = linear(TensorName::Gate, x, gateWeight, gateBias);
        open = gate ? activated(TensorName::GateActivated, *gate) : std::nullopt;
        if (!open)
            return std::nullopt;
    }
    const Step hidden = linear(TensorName::Hidden, x, hiddenWeight, hiddenBias);
    if (!hidden)
        return std::nullopt;
    Step last;
    if (open) {
        const Tensor gate = trace[*open];
        const Tensor passing = trace[*hidden];
        last = appendRows(trace, TensorName::Activated, Operation::Multiply, {*open, *hidden},
                          execution, [&](Index first, Index count, Matrix to) {
                              arithmetic::multiplyElements(rowsOf(gate).middleRows(first, count),
                                                           rowsOf(passing).middleRows(first, count),
                                                           to);
                          });
    } else {
        last = activated(TensorName::Activated, *hidden);
    }
    return last ? linear(TensorName::FeedForwardOutput, *last, outputWeight, outputBias) : last;
}

} // namespace headscope
