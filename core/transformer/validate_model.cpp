// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/model_memory.h"
#include "transformer/model_checks.h"
#include "transformer/run_model.h"

namespace headscope {

namespace {

Status checkConfig(const ModelConfig& config) {
    if (config.layers < 1 || config.layers > maximumLayers)
        return makeError(HEADSCOPE_MESSAGE("Message", "the number of layers is %1; it must be "
                                                      "between 1 and %2"),
                         config.layers, maximumLayers);
    if (!(config.epsilon > 0.0F && config.epsilon <= 1.0F))
        return makeError(HEADSCOPE_MESSAGE("Message", "ε of the norms is %1; it must be greater "
                                                      "than 0 and at most 1"),
                         static_cast<double>(config.epsilon));
    return Done{};
}

Status checkCount(const char* what, std::size_t found, Index layers) {
    if (found == static_cast<std::size_t>(layers))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "the weights have %1 %2 layers and the model has "
                                                  "%3; the numbers must be equal"),
                     found, what, layers);
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

/// Attention of the given weights between inputs that exist; the numbers of the
/// inputs and masks are looked at where they are given.
Status checkAttention(const ModelProblem& problem, const std::string& scope,
                      const AttentionWeights& weights, const CancellationToken& token) {
    AttentionProblem small; // one token stands for all: the weights' shapes do not know how many
    small.config = problem.attention.config;
    small.weights = weights;
    small.queryInput = Tensor::filled({1, 1, problem.attention.config.modelDim},
                                      {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 0);
    const Status status = validate(small, token);
    return status ? status : within(scope, status.error());
}

/// The sequence itself under its mask, with the first layer's weights.
Status checkSequence(const ModelProblem& problem, const Tensor& input,
                     const AttentionWeights& weights, const MaskOptions& mask,
                     const CancellationToken& token) {
    AttentionProblem first;
    first.config = problem.attention.config;
    first.queryInput = input;
    first.weights = weights;
    first.mask = mask;
    return validate(first, token);
}

/// Target and source, their masks, and that they fit each other.
Status checkSequences(const ModelProblem& problem, const CancellationToken& token) {
    const AttentionProblem& attention = problem.attention;
    const ModelWeights& weights = problem.weights;
    const bool decoder = problem.config.architecture == Architecture::EncoderDecoder;
    const AttentionWeights& first =
        decoder ? weights.decoder.front().selfAttention : weights.encoder.front().selfAttention;
    Status status = checkSequence(problem, attention.queryInput, first, attention.mask, token);
    if (!status || !decoder)
        return status;
    AttentionProblem cross;
    cross.config = attention.config;
    cross.queryInput = attention.queryInput;
    cross.keyInput = attention.keyInput;
    cross.weights = weights.decoder.front().crossAttention;
    cross.mask.keyPadding = problem.sourcePadding;
    return validate(cross, token);
}

Status checkEncoderLayer(const ModelProblem& problem, std::size_t index,
                         const CancellationToken& token) {
    const EncoderLayerWeights& layer = problem.weights.encoder[index];
    const std::string scope = "encoder/" + std::to_string(index);
    Status status = checkAttention(problem, scope + "/self_attention", layer.selfAttention, token);
    if (status)
        status = checkNorm(problem, scope + "/self_attention_norm", layer.selfAttentionNorm);
    if (status)
        status = checkFeedForward(problem, scope + "/feed_forward", layer.feedForward, token);
    if (status)
        status = checkNorm(problem, scope + "/feed_forward_norm", layer.feedForwardNorm);
    return status;
}

Status checkDecoderLayer(const ModelProblem& problem, std::size_t index,
                         const CancellationToken& token) {
    const DecoderLayerWeights& layer = problem.weights.decoder[index];
    const std::string scope = "decoder/" + std::to_string(index);
    Status status = checkAttention(problem, scope + "/self_attention", layer.selfAttention, token);
    if (status)
        status = checkNorm(problem, scope + "/self_attention_norm", layer.selfAttentionNorm);
    if (status)
        status = checkAttention(problem, scope + "/cross_attention", layer.crossAttention, token);
    if (status)
        status = checkNorm(problem, scope + "/cross_attention_norm", layer.crossAttentionNorm);
    if (status)
        status = checkFeedForward(problem, scope + "/feed_forward", layer.feedForward, token);
    if (status)
        status = checkNorm(problem, scope + "/feed_forward_norm", layer.feedForwardNorm);
    return status;
}

Status checkLastNorm(const ModelProblem& problem, const char* scope,
                     const std::optional<NormWeights>& weights) {
    if (weights)
        return checkNorm(problem, scope, *weights);
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is missing; where the norms come first, one "
                                                  "more stands behind the last layer"),
                     scope);
}

Status checkLayers(const ModelProblem& problem, const CancellationToken& token) {
    const ModelWeights& weights = problem.weights;
    const bool decoder = problem.config.architecture == Architecture::EncoderDecoder;
    Status status = Done{};
    for (std::size_t i = 0; status.ok() && i < weights.encoder.size(); ++i)
        status = checkEncoderLayer(problem, i, token);
    for (std::size_t i = 0; status.ok() && i < weights.decoder.size(); ++i)
        status = checkDecoderLayer(problem, i, token);
    if (problem.config.placement == NormPlacement::Pre) {
        if (status)
            status = checkLastNorm(problem, "encoder/norm", weights.encoderNorm);
        if (status && decoder)
            status = checkLastNorm(problem, "decoder/norm", weights.decoderNorm);
    }
    if (status && weights.prediction)
        status = checkPrediction(problem, *weights.prediction, token);
    return status;
}

} // namespace

Status validate(const ModelProblem& problem, const CancellationToken& token) {
    if (problem.config.architecture == Architecture::Attention) {
        // Its own problems come first, whether or not positions stand before it.
        const Status attention = validate(problem.attention, token);
        return attention ? checkConfig(problem.config) : attention;
    }
    const bool decoder = problem.config.architecture == Architecture::EncoderDecoder;
    if (const Result<HeadSizes> sizes = headSizes(problem.attention.config); !sizes)
        return sizes.error();
    Status status = checkConfig(problem.config);
    if (status)
        status = checkInputs(problem);
    if (status)
        status = checkCount("encoder", problem.weights.encoder.size(), problem.config.layers);
    if (status)
        status = checkCount("decoder", problem.weights.decoder.size(),
                            decoder ? problem.config.layers : 0);
    if (status)
        status = checkLayers(problem, token);
    if (status)
        status = checkSequences(problem, token);
    if (status && !traceBytes(problem))
        status = makeError(HEADSCOPE_MESSAGE("Message",
                                             "the stages would need more memory than any machine "
                                             "has; use fewer tokens, heads or features"));
    return status;
}

} // namespace headscope
