// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/choice_names.h"
#include "experiment/model_json.h"

namespace headscope {

namespace {

void add(JsonWriter& writer, const AttentionWeights& weights) {
    writer.addTensor(TensorName::QueryWeight, weights.query);
    writer.addTensor(TensorName::KeyWeight, weights.key);
    writer.addTensor(TensorName::ValueWeight, weights.value);
    writer.addTensor(TensorName::OutputWeight, weights.output);
    writer.addIfAny(TensorName::QueryBias, weights.queryBias);
    writer.addIfAny(TensorName::KeyBias, weights.keyBias);
    writer.addIfAny(TensorName::ValueBias, weights.valueBias);
    writer.addIfAny(TensorName::OutputBias, weights.outputBias);
}

void add(JsonWriter& writer, const NormWeights& weights) {
    writer.addTensor(TensorName::NormGain, weights.gain);
    writer.addTensor(TensorName::NormShift, weights.shift);
}

void add(JsonWriter& writer, const FeedForwardWeights& weights) {
    writer.addTensor(TensorName::HiddenWeight, weights.hidden);
    writer.addTensor(TensorName::HiddenBias, weights.hiddenBias);
    writer.addTensor(TensorName::FeedForwardWeight, weights.output);
    writer.addTensor(TensorName::FeedForwardBias, weights.outputBias);
}

void add(JsonWriter& writer, const PredictionWeights& weights) {
    writer.addTensor(TensorName::VocabularyWeight, weights.weight);
    writer.addTensor(TensorName::VocabularyBias, weights.bias);
}

template <class Weights>
void addBlock(JsonWriter& writer, const char* name, const Weights& weights) {
    JsonWriter block(writer.inner());
    add(block, weights);
    writer.addObject(name, block);
}

template <class Weights>
void addBlock(JsonWriter& writer, const char* name, const std::optional<Weights>& weights) {
    if (weights)
        addBlock(writer, name, *weights);
}

} // namespace

JsonWriter modelJson(const ModelConfig& config) {
    JsonWriter writer("    ");
    writer.add("architecture", choiceName(config.architecture));
    writer.add("layers", config.layers);
    writer.addSizeOrNull("d_ff", config.feedForwardDim);
    writer.add("activation", choiceName(config.activation));
    writer.add("norm", choiceName(config.norm));
    writer.add("placement", choiceName(config.placement));
    writer.addNumber("epsilon", config.epsilon);
    writer.add("residual", config.residual);
    writer.add("positions", config.positions);
    writer.add("compare_norms", config.compareNorms);
    return writer;
}

void addModelWeights(JsonWriter& writer, const Experiment& experiment) {
    if (experiment.model.architecture == Architecture::Attention) {
        add(writer, experiment.weights);
        return;
    }
    const ModelWeights& weights = experiment.modelWeights;
    std::vector<JsonWriter> layers;
    for (const EncoderLayerWeights& layer : weights.encoder) {
        JsonWriter& each = layers.emplace_back(writer.inner(2));
        addBlock(each, "self_attention", layer.selfAttention);
        addBlock(each, "self_attention_norm", layer.selfAttentionNorm);
        addBlock(each, "feed_forward", layer.feedForward);
        addBlock(each, "feed_forward_norm", layer.feedForwardNorm);
    }
    writer.addObjects("encoder", layers);
    if (experiment.model.architecture == Architecture::EncoderDecoder) {
        layers.clear();
        for (const DecoderLayerWeights& layer : weights.decoder) {
            JsonWriter& each = layers.emplace_back(writer.inner(2));
            addBlock(each, "self_attention", layer.selfAttention);
            addBlock(each, "self_attention_norm", layer.selfAttentionNorm);
            addBlock(each, "cross_attention", layer.crossAttention);
            addBlock(each, "cross_attention_norm", layer.crossAttentionNorm);
            addBlock(each, "feed_forward", layer.feedForward);
            addBlock(each, "feed_forward_norm", layer.feedForwardNorm);
        }
        writer.addObjects("decoder", layers);
    }
    addBlock(writer, "encoder_norm", weights.encoderNorm);
    addBlock(writer, "decoder_norm", weights.decoderNorm);
    addBlock(writer, "prediction", weights.prediction);
}

} // namespace headscope
