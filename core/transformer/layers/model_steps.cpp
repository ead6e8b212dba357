// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/model_steps.h"

#include "transformer/layers/positional_encoding.h"
#include "transformer/layers/prediction.h"
#include "transformer/layers/rows.h"
#include "transformer/layers/stack.h"

namespace headscope {

namespace {

Step withPositions(const ModelRun& run, ModelPart part, std::size_t input) {
    if (!run.problem.config.positions)
        return input;
    TraceWriter writer(run.trace, Scope::of(part).path());
    return appendPositions(writer, input, run.problem.attention.config.layout, run.execution);
}

/// Plain attention behind the positions. A value input of its own has none: it
/// is looked up, and nothing is compared with it.
Step attentionSteps(const ModelRun& run, const ModelInputs& inputs) {
    const Step query = withPositions(run, ModelPart::Positions, inputs.query);
    if (!query)
        return std::nullopt;
    const Step key =
        inputs.key ? withPositions(run, ModelPart::SourcePositions, *inputs.key) : query;
    if (!key)
        return std::nullopt;
    return appendAttentionBlock(run, Scope(), {*query, *key, inputs.value.value_or(*key)},
                                run.problem.attention.mask);
}

Step encoderSteps(const ModelRun& run, const ModelInputs& inputs) {
    const Step x = withPositions(run, ModelPart::Positions, inputs.query);
    return x ? appendStack(run, ModelPart::Encoder, *x, {.mask = run.problem.attention.mask}) : x;
}

Step encoderDecoderSteps(const ModelRun& run, const ModelInputs& inputs) {
    const AttentionProblem& problem = run.problem.attention;
    const Step x = withPositions(run, ModelPart::Positions, inputs.query);
    if (!x)
        return std::nullopt;
    const Step words = withPositions(run, ModelPart::SourcePositions, *inputs.key);
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

} // namespace

ModelInputs appendInputs(const ModelRun& run) {
    const AttentionProblem& problem = run.problem.attention;
    TraceWriter writer(run.trace);
    const auto add = [&](TensorName name, const Tensor& input) {
        return writer.add(name, Operation::Input,
                          input.contiguous().withAxes(tokenAxes(problem.config.layout)));
    };
    ModelInputs inputs;
    inputs.query = add(TensorName::QueryInput, problem.queryInput);
    if (problem.keyInput)
        inputs.key = add(TensorName::KeyInput, *problem.keyInput);
    if (problem.valueInput)
        inputs.value = add(TensorName::ValueInput, *problem.valueInput);
    return inputs;
}

Step appendModel(const ModelRun& run, const ModelInputs& inputs) {
    if (run.problem.config.architecture == Architecture::Attention)
        return attentionSteps(run, inputs);
    const Step last = run.problem.config.architecture == Architecture::Encoder
                          ? encoderSteps(run, inputs)
                          : encoderDecoderSteps(run, inputs);
    const bool predicts =
        run.weights().find(Role::VocabularyWeight, Scope::of(ModelPart::Prediction));
    return last && predicts ? appendPrediction(run, *last) : last;
}

} // namespace headscope
