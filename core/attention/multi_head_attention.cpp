// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"

#include "attention/attention_steps.h"
#include "trace/complete_trace.h"

namespace headscope {

namespace {

Index multiplyAdds(const AttentionProblem& problem) {
    const Index rows = problem.batch() * problem.queryLength();
    const Index keyLength = problem.keyLength();
    const auto weight = [&](Role role) -> const Tensor& {
        return problem.weights.at(role, problem.scope);
    };
    return rows *
           (weight(Role::QueryWeight).elementCount() + weight(Role::OutputWeight).elementCount() +
            keyLength * (weight(Role::QueryWeight).size(1) + weight(Role::ValueWeight).size(1)));
}

AttentionInputs addInputs(TraceWriter& trace, const AttentionProblem& problem) {
    const bool batchFirst = problem.config.layout == Layout::BatchFirst;
    const Axes axes = batchFirst ? Axes{Axis::Batch, Axis::Sequence, Axis::ModelDim}
                                 : Axes{Axis::Sequence, Axis::Batch, Axis::ModelDim};
    const auto add = [&](TensorName name, const Tensor& input) {
        return trace.add(name, Operation::Input, input.contiguous().withAxes(axes));
    };
    AttentionInputs inputs;
    inputs.query = add(TensorName::QueryInput, problem.queryInput);
    inputs.key = problem.keyInput ? add(TensorName::KeyInput, *problem.keyInput) : inputs.query;
    inputs.value =
        problem.valueInput ? add(TensorName::ValueInput, *problem.valueInput) : inputs.key;
    return inputs;
}

} // namespace

Result<Trace> runAttention(const AttentionProblem& problem, const RunOptions& options) {
    if (const Status valid = validate(problem, options.cancellation); !valid)
        return valid.error();
    const Execution execution =
        executionOf(multiplyAdds(problem), options.threads, options.cancellation);
    return completeTrace([&](Trace& trace) {
        trace.reserve(tensorNameCount);
        TraceWriter writer(trace);
        const AttentionInputs inputs = addInputs(writer, problem);
        const AttentionSettings settings = {problem.config,
                                            problem.weights,
                                            problem.scope,
                                            problem.mask,
                                            *headSizes(problem.config),
                                            problem.typedNumbers,
                                            problem.scoresLater};
        return appendAttention(writer, inputs, settings, execution).has_value();
    });
}

} // namespace headscope
