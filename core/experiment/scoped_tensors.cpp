// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/scoped_tensors.h"

#include <charconv>

namespace headscope {

namespace {

Tensor* ifAny(std::optional<Tensor>& tensor) {
    return tensor ? &*tensor : nullptr;
}

Tensor* inAttention(AttentionWeights& weights, TensorName name) {
    switch (name) {
    case TensorName::QueryWeight: return &weights.query;
    case TensorName::KeyWeight: return &weights.key;
    case TensorName::ValueWeight: return &weights.value;
    case TensorName::OutputWeight: return &weights.output;
    case TensorName::QueryBias: return ifAny(weights.queryBias);
    case TensorName::KeyBias: return ifAny(weights.keyBias);
    case TensorName::ValueBias: return ifAny(weights.valueBias);
    case TensorName::OutputBias: return ifAny(weights.outputBias);
    default: return nullptr;
    }
}

Tensor* inNorm(NormWeights& weights, TensorName name) {
    switch (name) {
    case TensorName::NormGain: return &weights.gain;
    case TensorName::NormShift: return &weights.shift;
    default: return nullptr;
    }
}

Tensor* inFeedForward(FeedForwardWeights& weights, TensorName name) {
    switch (name) {
    case TensorName::HiddenWeight: return &weights.hidden;
    case TensorName::HiddenBias: return &weights.hiddenBias;
    case TensorName::FeedForwardWeight: return &weights.output;
    case TensorName::FeedForwardBias: return &weights.outputBias;
    default: return nullptr;
    }
}

Tensor* inPrediction(std::optional<PredictionWeights>& weights, TensorName name) {
    if (!weights)
        return nullptr;
    switch (name) {
    case TensorName::VocabularyWeight: return &weights->weight;
    case TensorName::VocabularyBias: return &weights->bias;
    default: return nullptr;
    }
}

Tensor* inMasks(Experiment& experiment, TensorName name) {
    switch (name) {
    case TensorName::MayAttend: return ifAny(experiment.mayAttend);
    case TensorName::AdditiveMask: return ifAny(experiment.additiveMask);
    default: return nullptr;
    }
}

Tensor* inInputs(Experiment& experiment, TensorName name) {
    switch (name) {
    case TensorName::QueryInput: return &experiment.queryInput;
    case TensorName::KeyInput: return ifAny(experiment.keyInput);
    case TensorName::ValueInput: return ifAny(experiment.valueInput);
    default: return inMasks(experiment, name);
    }
}

/// What both kinds of layer have.
template <class Layer> Tensor* inLayer(Layer& layer, std::string_view block, TensorName name) {
    if (block == "self_attention")
        return inAttention(layer.selfAttention, name);
    if (block == "self_attention_norm")
        return inNorm(layer.selfAttentionNorm, name);
    if (block == "feed_forward")
        return inFeedForward(layer.feedForward, name);
    if (block == "feed_forward_norm")
        return inNorm(layer.feedForwardNorm, name);
    return nullptr;
}

/// "encoder/3/feed_forward" in its parts.
struct Place {
    std::string_view stack;
    std::optional<std::size_t> layer;
    std::string_view block;
};

Place placeOf(std::string_view scope) {
    Place place;
    const std::size_t first = scope.find('/');
    place.stack = scope.substr(0, first);
    if (first == std::string_view::npos)
        return place;
    const std::string_view rest = scope.substr(first + 1);
    const std::size_t second = rest.find('/');
    const std::string_view number = rest.substr(0, second);
    std::size_t layer = 0;
    const auto parsed = std::from_chars(number.data(), number.data() + number.size(), layer);
    const bool isNumber = parsed.ec == std::errc{} && parsed.ptr == number.data() + number.size();
    if (!isNumber || second == std::string_view::npos) {
        place.block = rest;
        return place;
    }
    place.layer = layer;
    place.block = rest.substr(second + 1);
    return place;
}

} // namespace

Tensor* scopedTensor(Experiment& experiment, std::string_view scope, TensorName name) {
    ModelWeights& weights = experiment.modelWeights;
    const Architecture architecture = experiment.model.architecture;
    if (scope.empty()) {
        Tensor* const input = inInputs(experiment, name);
        // In a stack the weights stand in the layers.
        return input || architecture != Architecture::Attention
                   ? input
                   : inAttention(experiment.weights, name);
    }
    const Place place = placeOf(scope);
    const bool masks = place.block == "self_attention" && place.layer &&
                       (name == TensorName::MayAttend || name == TensorName::AdditiveMask);
    if (place.stack == "encoder") {
        if (!place.layer)
            return place.block == "norm" && weights.encoderNorm ? inNorm(*weights.encoderNorm, name)
                                                                : nullptr;
        if (*place.layer >= weights.encoder.size())
            return nullptr;
        if (masks)
            return architecture == Architecture::Encoder ? inMasks(experiment, name) : nullptr;
        return inLayer(weights.encoder[*place.layer], place.block, name);
    }
    if (place.stack == "decoder") {
        if (!place.layer)
            return place.block == "norm" && weights.decoderNorm ? inNorm(*weights.decoderNorm, name)
                                                                : nullptr;
        if (*place.layer >= weights.decoder.size())
            return nullptr;
        DecoderLayerWeights& layer = weights.decoder[*place.layer];
        if (masks)
            return inMasks(experiment, name);
        if (place.block == "cross_attention")
            return inAttention(layer.crossAttention, name);
        if (place.block == "cross_attention_norm")
            return inNorm(layer.crossAttentionNorm, name);
        return inLayer(layer, place.block, name);
    }
    return scope == "prediction" ? inPrediction(weights.prediction, name) : nullptr;
}

} // namespace headscope
