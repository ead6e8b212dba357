// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/number_check.h"
#include "attention/typed_number_check.h"
#include "transformer/attention_sizes.h"
#include "transformer/model_memory.h"
#include "transformer/model_parameters.h"
#include "transformer/run_model.h"

#include <algorithm>

namespace headscope {

namespace {

Status checkConfig(const ModelConfig& config) {
    // A decoder may stand on the bare source, an encoder on nothing.
    const bool decoder = config.architecture == Architecture::EncoderDecoder;
    const Index fewest = decoder && config.decoderLayers ? 0 : 1;
    const Index layers = config.layers < fewest ? config.layers : config.decoderLayers.value_or(1);
    if (config.layers < fewest || layers < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "the number of layers is %1; it must be "
                                                      "at least 1"),
                         layers);
    if (!(config.epsilon > 0.0F && config.epsilon <= 1.0F))
        return makeError(HEADSCOPE_MESSAGE("Message", "ε of the norms is %1; it must be greater "
                                                      "than 0 and at most 1"),
                         config.epsilon);
    return Done{};
}

/// Rotary positions turn pairs of numbers.
Status checkRotary(const ModelProblem& problem) {
    const std::optional<float> theta = problem.config.rotaryTheta;
    if (!theta)
        return Done{};
    if (!(*theta > 1.0F && *theta <= 1e9F))
        return makeError(HEADSCOPE_MESSAGE("Message", "θ of the rotary positions is %1; it must be "
                                                      "greater than 1 and at most 1000000000"),
                         *theta);
    const Index width = headSizes(problem.attention.config)->keyDim;
    if (width % 2 != 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_k is %1; rotary positions turn pairs of "
                                                      "numbers, so it must be even"),
                         width);
    return Done{};
}

Status checkCount(const ModelProblem& problem, ModelPart stack, Index layers) {
    Index found = 0;
    for (const Parameters::Entry& entry : problem.attention.weights.entries()) {
        if (entry.scope.part == stack && entry.scope.layer)
            found = std::max(found, *entry.scope.layer + 1);
    }
    if (found == layers)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "the weights have %1 %2 layers and the model has "
                                                  "%3; the numbers must be equal"),
                     found, Scope::of(stack).path(), layers);
}

/// The inputs that the architecture reads, and none that it does not.
Status checkInputs(const ModelProblem& problem) {
    const AttentionProblem& attention = problem.attention;
    const Architecture architecture = problem.config.architecture;
    if (attention.valueInput)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "there is a value_input, but the values of a stack of "
                                           "layers are what its keys are; leave it out"));
    if (architecture == Architecture::Encoder && attention.keyInput)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "there is a key_input, but an encoder reads one sequence; "
                                         "leave it out, or add a decoder"));
    if (architecture == Architecture::EncoderDecoder && !attention.keyInput)
        return makeError(HEADSCOPE_MESSAGE("Message", "key_input is missing; an encoder and a "
                                                      "decoder need the source as key_input and "
                                                      "the target as query_input"));
    if (architecture != Architecture::EncoderDecoder && problem.sourcePadding)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "there is a padding of the source, but only an encoder "
                                           "with a decoder has a source; leave it out"));
    return Done{};
}

/// Target and source, their masks, and that they fit each other and the first layer.
Status checkSequences(const ModelProblem& problem, const CancellationToken& token) {
    const bool decoder = problem.config.architecture == Architecture::EncoderDecoder;
    const ModelPart stack = decoder ? ModelPart::Decoder : ModelPart::Encoder;
    AttentionProblem self = problem.attention;
    self.keyInput.reset();
    self.typedNumbers.clear();
    self.scope = Scope::of(stack, 0, Sublayer::SelfAttention);
    const Status status = validate(self, token);
    if (!status || !decoder)
        return status;
    AttentionProblem cross = problem.attention;
    cross.scope = Scope::of(stack, 0, Sublayer::CrossAttention);
    cross.mask = {};
    cross.typedNumbers.clear();
    cross.mask.keyPadding = problem.sourcePadding;
    return validate(cross, token);
}

Status checkTypedNumbersOf(const ModelProblem& problem) {
    const AttentionProblem& attention = problem.attention;
    const PairSizes whole = wholeSizes(attention);
    return checkTypedNumbers(
        attention.typedNumbers, attention.config.dropout,
        [&](const Scope& scope) { return attentionSizes(problem.config, scope, whole); });
}

/// Every parameter that the model has, by shape and numbers.
Status checkParameters(const ModelProblem& problem, const CancellationToken& token) {
    const ModelDescription model = descriptionOf(problem);
    const Parameters& weights = problem.attention.weights;
    const Scope prediction = Scope::of(ModelPart::Prediction);
    const Tensor* const words = weights.find(Role::VocabularyWeight, prediction);
    if (!words && weights.find(Role::VocabularyBias, prediction))
        return missingError(prediction, Role::VocabularyWeight);
    if (words && model.vocabulary < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have one column "
                                                      "for each word of the vocabulary"),
                         pathOf(prediction, Role::VocabularyWeight), shapeText(words->shape()));
    Status status = Done{};
    forEachParameter(model, [&](const ParameterPlace& place) {
        const Role role = place.info.role;
        const Tensor* const found = weights.find(role, place.scope);
        const std::string path = pathOf(place.scope, role);
        if (!found && !place.info.optional)
            status = missingError(place.scope, role);
        else if (found && !(found->shape() == place.shape))
            status =
                makeError(HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have shape %3 %4"),
                          path, shapeText(found->shape()), shapeText(place.shape), axesText(role));
        else if (found)
            status = checkFinite(*found, path, token);
        return status.ok();
    });
    return status;
}

} // namespace

Status validate(const ModelProblem& problem, const CancellationToken& token) {
    if (problem.config.architecture == Architecture::Attention) {
        // Its own problems come first, whether or not positions stand before it.
        const Status attention = validate(problem.attention, token);
        const Status config = attention ? checkConfig(problem.config) : attention;
        return config ? checkRotary(problem) : config;
    }
    if (const Result<HeadSizes> sizes = headSizes(problem.attention.config); !sizes)
        return sizes.error();
    Status status = checkConfig(problem.config);
    if (status)
        status = checkRotary(problem);
    if (status)
        status = checkInputs(problem);
    if (const Result<Index> hidden =
            feedForwardDim(problem.config, problem.attention.config.modelDim);
        status && !hidden)
        status = hidden.error();
    if (status)
        status =
            checkCount(problem, ModelPart::Encoder, layersOf(problem.config, ModelPart::Encoder));
    if (status)
        status =
            checkCount(problem, ModelPart::Decoder, layersOf(problem.config, ModelPart::Decoder));
    if (status)
        status = checkParameters(problem, token);
    if (status)
        status = checkSequences(problem, token);
    if (status)
        status = checkTypedNumbersOf(problem);
    if (status && !traceBytes(problem))
        status = makeError(HEADSCOPE_MESSAGE("Message",
                                             "the stages would need more memory than any machine "
                                             "has; use fewer tokens, heads or features"));
    return status;
}

} // namespace headscope
