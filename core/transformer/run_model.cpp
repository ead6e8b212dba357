// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/run_model.h"

#include "transformer/positional_encoding.h"
#include "transformer/prediction.h"
#include "transformer/rows.h"
#include "transformer/stack.h"

#include <new>

namespace headscope {

namespace {

/// Below this many multiply-adds in a layer the start of another thread costs
/// more than it saves.
constexpr Index worthAThread = 2'000'000;

Index multiplyAddsOfALayer(const ModelProblem& problem, const HeadSizes& sizes) {
    const AttentionConfig& config = problem.attention.config;
    const Index batch =
        problem.attention.queryInput.size(config.layout == Layout::SequenceFirst ? 1 : 0);
    const Index rows =
        problem.attention.queryInput.elementCount() / problem.attention.queryInput.size(2);
    const Index width = config.heads * (sizes.keyDim + sizes.valueDim);
    Index weights = 2 * width * config.modelDim;
    if (!problem.weights.encoder.empty())
        weights += 2 * problem.weights.encoder.front().feedForward.hidden.elementCount();
    return rows * (weights + rows / batch * width);
}

Step addInput(const ModelRun& run, TensorName name, const Tensor& input) {
    TraceWriter writer(run.trace);
    return writer.add(name, Operation::Input,
                      input.contiguous().withAxes(tokenAxes(run.problem.attention.config.layout)));
}

Step withPositions(const ModelRun& run, const std::string& scope, Step input) {
    if (!run.problem.config.positions)
        return input;
    TraceWriter writer(run.trace, scope);
    return appendPositions(writer, *input, run.problem.attention.config.layout, run.execution);
}

/// Plain attention behind the positions. A value input of its own has none: it
/// is looked up, and nothing is compared with it.
Step attentionSteps(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    Step query = addInput(run, TensorName::QueryInput, problem.queryInput);
    Step key = query;
    if (problem.keyInput)
        key = addInput(run, TensorName::KeyInput, *problem.keyInput);
    Step value;
    if (problem.valueInput)
        value = addInput(run, TensorName::ValueInput, *problem.valueInput);
    query = withPositions(run, "positions", query);
    if (!query)
        return std::nullopt;
    key = problem.keyInput ? withPositions(run, "source/positions", key) : query;
    if (!key)
        return std::nullopt;
    return appendAttentionBlock(run, "", {*query, *key, value ? *value : *key}, problem.weights,
                                problem.mask);
}

Step encoderSteps(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    const Step x =
        withPositions(run, "positions", addInput(run, TensorName::QueryInput, problem.queryInput));
    return x ? appendEncoder(run, *x, problem.mask) : x;
}

Step encoderDecoderSteps(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    const Step target = addInput(run, TensorName::QueryInput, problem.queryInput);
    const Step source = addInput(run, TensorName::KeyInput, *problem.keyInput);
    const Step x = withPositions(run, "positions", target);
    if (!x)
        return std::nullopt;
    const Step words = withPositions(run, "source/positions", source);
    if (!words)
        return std::nullopt;
    MaskOptions sourceMask;
    sourceMask.keyPadding = run.problem.sourcePadding;
    const Step memory = appendEncoder(run, *words, sourceMask);
    return memory ? appendDecoder(run, *x, *memory, sourceMask) : memory;
}

Step modelSteps(const ModelRun& run) {
    if (run.problem.config.architecture == Architecture::Attention)
        return attentionSteps(run);
    const Step last = run.problem.config.architecture == Architecture::Encoder
                          ? encoderSteps(run)
                          : encoderDecoderSteps(run);
    if (!last || !run.problem.weights.prediction)
        return last;
    TraceWriter writer(run.trace, "prediction");
    return appendPrediction(writer, *last, *run.problem.weights.prediction, run.execution);
}

} // namespace

Result<Trace> runModel(const ModelProblem& problem, const RunOptions& options) {
    if (problem.config.architecture == Architecture::Attention && !problem.config.positions)
        return runAttention(problem.attention, options);
    if (const Status valid = validate(problem, options.cancellation); !valid)
        return valid.error();
    const HeadSizes sizes = *headSizes(problem.attention.config);
    Execution execution;
    execution.threads = multiplyAddsOfALayer(problem, sizes) < worthAThread ? 1 : options.threads;
    execution.cancellation = options.cancellation;
    try {
        Trace trace;
        const std::size_t stages = tensorNameCount + 12;
        trace.reserve(stages *
                      (1 + problem.weights.encoder.size() + 2 * problem.weights.decoder.size()));
        if (modelSteps({trace, problem, sizes, execution}))
            return trace;
    } catch (const std::bad_alloc&) {
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the memory did not suffice for all stages; use fewer tokens or heads"));
    }
    return makeError(HEADSCOPE_MESSAGE("Message", "the computation was cancelled"));
}

} // namespace headscope
