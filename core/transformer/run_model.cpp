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
    if (problem.config.architecture != Architecture::Attention)
        weights += 2 * config.modelDim * *feedForwardDim(problem.config, config.modelDim);
    return rows * (weights + rows / batch * width);
}

Step addInput(const ModelRun& run, TensorName name, const Tensor& input) {
    TraceWriter writer(run.trace);
    return writer.add(name, Operation::Input,
                      input.contiguous().withAxes(tokenAxes(run.problem.attention.config.layout)));
}

Step withPositions(const ModelRun& run, ModelPart part, Step input) {
    if (!run.problem.config.positions)
        return input;
    TraceWriter writer(run.trace, Scope::of(part).path());
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
    query = withPositions(run, ModelPart::Positions, query);
    if (!query)
        return std::nullopt;
    key = problem.keyInput ? withPositions(run, ModelPart::SourcePositions, key) : query;
    if (!key)
        return std::nullopt;
    return appendAttentionBlock(run, Scope(), {*query, *key, value ? *value : *key}, problem.mask);
}

Step encoderSteps(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    const Step x = withPositions(run, ModelPart::Positions,
                                 addInput(run, TensorName::QueryInput, problem.queryInput));
    return x ? appendStack(run, ModelPart::Encoder, *x, {.mask = problem.mask}) : x;
}

Step encoderDecoderSteps(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    const Step target = addInput(run, TensorName::QueryInput, problem.queryInput);
    const Step source = addInput(run, TensorName::KeyInput, *problem.keyInput);
    const Step x = withPositions(run, ModelPart::Positions, target);
    if (!x)
        return std::nullopt;
    const Step words = withPositions(run, ModelPart::SourcePositions, source);
    if (!words)
        return std::nullopt;
    MaskOptions sourceMask;
    sourceMask.keyPadding = run.problem.sourcePadding;
    const Step memory = appendStack(run, ModelPart::Encoder, *words, {.mask = sourceMask});
    if (!memory)
        return std::nullopt;
    return appendStack(run, ModelPart::Decoder, *x,
                       {.mask = problem.mask, .memory = *memory, .sourceMask = sourceMask});
}

Step modelSteps(const ModelRun& run) {
    if (run.problem.config.architecture == Architecture::Attention)
        return attentionSteps(run);
    const Step last = run.problem.config.architecture == Architecture::Encoder
                          ? encoderSteps(run)
                          : encoderDecoderSteps(run);
    const bool predicts =
        run.weights().find(Role::VocabularyWeight, Scope::of(ModelPart::Prediction));
    return last && predicts ? appendPrediction(run, *last) : last;
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
        trace.reserve(stages * (1 + problem.attention.weights.entries().size() / 8));
        if (modelSteps({trace, problem, sizes, execution}))
            return trace;
    } catch (const std::bad_alloc&) {
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the memory did not suffice for all stages; use fewer tokens or heads"));
    }
    return makeError(HEADSCOPE_MESSAGE("Message", "the computation was cancelled"));
}

} // namespace headscope
