// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/model_weights.h"

#include "experiment/fitting.h"
#include "trace/tensor_name.h"

#include <cmath>

namespace headscope {

namespace {

/// The standard deviation of a fresh matrix for sigma 1.
float spreadOf(TensorName name, const Shape& shape) {
    const auto rows = static_cast<float>(shape[0]);
    const auto columns = static_cast<float>(shape[1]);
    switch (name) {
    case TensorName::QueryWeight:
    case TensorName::KeyWeight: return std::sqrt(2.0F / rows);
    case TensorName::OutputWeight:
    case TensorName::FeedForwardWeight:
        return std::sqrt(2.0F / (rows + columns) / static_cast<float>(2 * maximumLayers));
    default: return std::sqrt(2.0F / (rows + columns));
    }
}

/// Makes the weights of one layer after the other fit.
class LayerFitter {
public:
    LayerFitter(const Experiment& experiment, const HeadSizes& sizes)
        : m_source(experiment.weightSource)
        , m_seed(experiment.seed)
        , m_width(experiment.config.modelDim)
        , m_hidden(*feedForwardDim(experiment.model, m_width))
        , m_keyColumns(experiment.config.heads * sizes.keyDim)
        , m_valueColumns(experiment.config.heads * sizes.valueDim)
        , m_biases(experiment.weights) {}

    /// `fresh`: it was not there before, and has the biases of the first layer.
    void fit(AttentionWeights& weights, const std::string& scope, bool fresh) const {
        fit(weights.query, scope, TensorName::QueryWeight, {m_width, m_keyColumns},
            {Axis::ModelDim, Axis::HeadsKeyDim});
        fit(weights.key, scope, TensorName::KeyWeight, {m_width, m_keyColumns},
            {Axis::ModelDim, Axis::HeadsKeyDim});
        fit(weights.value, scope, TensorName::ValueWeight, {m_width, m_valueColumns},
            {Axis::ModelDim, Axis::HeadsValueDim});
        fit(weights.output, scope, TensorName::OutputWeight, {m_valueColumns, m_width},
            {Axis::HeadsValueDim, Axis::ModelDim});
        const auto fitBias = [fresh](std::optional<Tensor>& bias,
                                     const std::optional<Tensor>& example, Index size, Axis axis) {
            if (fresh && example && !bias)
                bias.emplace();
            if (bias)
                *bias = fittedVector(*bias, size, axis, 0);
        };
        fitBias(weights.queryBias, m_biases.queryBias, m_keyColumns, Axis::HeadsKeyDim);
        fitBias(weights.keyBias, m_biases.keyBias, m_keyColumns, Axis::HeadsKeyDim);
        fitBias(weights.valueBias, m_biases.valueBias, m_valueColumns, Axis::HeadsValueDim);
        fitBias(weights.outputBias, m_biases.outputBias, m_width, Axis::ModelDim);
    }

    void fit(NormWeights& weights) const {
        weights.gain = fittedVector(weights.gain, m_width, Axis::ModelDim, 1);
        weights.shift = fittedVector(weights.shift, m_width, Axis::ModelDim, 0);
    }

    void fit(FeedForwardWeights& weights, const std::string& scope) const {
        fit(weights.hidden, scope, TensorName::HiddenWeight, {m_width, m_hidden},
            {Axis::ModelDim, Axis::HiddenDim});
        weights.hiddenBias = fittedVector(weights.hiddenBias, m_hidden, Axis::HiddenDim, 0);
        fit(weights.output, scope, TensorName::FeedForwardWeight, {m_hidden, m_width},
            {Axis::HiddenDim, Axis::ModelDim});
        weights.outputBias = fittedVector(weights.outputBias, m_width, Axis::ModelDim, 0);
    }

    void fit(PredictionWeights& weights, Index words) const {
        // A word keeps its numbers when another one comes or goes: the spread follows d_model
        // alone.
        const Tensor& former = weights.weight;
        const bool sameWidth = former.rank() == 2 && former.size(0) == m_width;
        fit(weights.weight, "prediction", TensorName::VocabularyWeight, {m_width, words},
            {Axis::ModelDim, Axis::Vocabulary}, sameWidth);
        weights.bias = fittedVector(weights.bias, words, Axis::Vocabulary, 0);
    }

private:
    /// `keeps`: what is there stays as it is, whatever spread suits the new shape.
    void fit(Tensor& weight, const std::string& scope, TensorName name, const Shape& shape,
             const Axes& axes, bool keeps = false) const {
        const bool usable = weight.rank() == 2 && !weight.isEmpty();
        FreshMatrix fresh;
        fresh.shape = shape;
        fresh.axes = axes;
        fresh.stream = scope + '/' + std::string(snakeCase(name));
        fresh.kind = m_source.kind;
        fresh.sigma = m_source.sigma * spreadOf(name, shape);
        fresh.formerSigma =
            keeps ? fresh.sigma : m_source.sigma * spreadOf(name, usable ? weight.shape() : shape);
        fresh.seed = m_seed;
        weight = fittedMatrix(weight, fresh);
    }

    WeightSource m_source;
    std::uint64_t m_seed;
    Index m_width;
    Index m_hidden;
    Index m_keyColumns;
    Index m_valueColumns;
    AttentionWeights m_biases; ///< which biases the first layer has
};

void fitIfNeeded(const LayerFitter& fitter, std::optional<NormWeights>& norm, bool needed) {
    if (!needed) {
        norm.reset();
        return;
    }
    if (!norm)
        norm.emplace();
    fitter.fit(*norm);
}

/// Numbers in all layers of these sizes.
Index elementsOf(const Experiment& experiment, const HeadSizes& sizes, Index hidden) {
    const Index width = experiment.config.modelDim;
    const Index attention = 2 * width * experiment.config.heads * (sizes.keyDim + sizes.valueDim);
    const Index feedForward = 2 * width * hidden;
    const bool decoder = experiment.model.architecture == Architecture::EncoderDecoder;
    return experiment.model.layers *
           (decoder ? 3 * attention + 2 * feedForward : attention + feedForward);
}

} // namespace

Status checkModelSizes(const Experiment& experiment, const HeadSizes& sizes) {
    using L = ExperimentLimits;
    if (experiment.model.architecture == Architecture::Attention)
        return Done{};
    const ModelConfig& model = experiment.model;
    if (model.layers < 1 || model.layers > maximumLayers)
        return makeError(HEADSCOPE_MESSAGE("Message", "the number of layers is %1; it must be "
                                                      "between 1 and %2"),
                         model.layers, maximumLayers);
    const Result<Index> hidden = feedForwardDim(model, experiment.config.modelDim);
    if (!hidden)
        return hidden.error();
    if (*hidden > L::hiddenDim)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_ff is %1; it must be between 1 and %2"),
                         *hidden, L::hiddenDim);
    if (Status status =
            checkTensorSize(TensorName::HiddenWeight, {experiment.config.modelDim, *hidden});
        !status)
        return status;
    // No product can overflow: every factor is within its own limit by now.
    const Index elements = elementsOf(experiment, sizes, *hidden);
    if (elements > L::modelElements)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "all layers together would have %1 numbers and the "
                                           "limit is %2; use fewer layers or smaller sizes"),
                         elements, L::modelElements);
    const auto words = static_cast<Index>(experiment.vocabulary.size());
    return checkTensorSize(TensorName::VocabularyWeight, {experiment.config.modelDim, words});
}

void fitModelWeights(Experiment& experiment, const HeadSizes& sizes) {
    ModelWeights& weights = experiment.modelWeights;
    const ModelConfig& model = experiment.model;
    if (model.architecture == Architecture::Attention) {
        weights = {};
        return;
    }
    const bool decoder = model.architecture == Architecture::EncoderDecoder;
    const auto layers = static_cast<std::size_t>(model.layers);
    if (weights.encoder.empty())
        weights.encoder.emplace_back().selfAttention = experiment.weights;
    weights.encoder.resize(layers);
    weights.decoder.resize(decoder ? layers : 0);
    const LayerFitter fitter(experiment, sizes);
    for (std::size_t i = 0; i < weights.encoder.size(); ++i) {
        EncoderLayerWeights& layer = weights.encoder[i];
        const std::string scope = "encoder/" + std::to_string(i);
        fitter.fit(layer.selfAttention, scope + "/self_attention",
                   layer.selfAttentionNorm.gain.isEmpty());
        fitter.fit(layer.selfAttentionNorm);
        fitter.fit(layer.feedForward, scope + "/feed_forward");
        fitter.fit(layer.feedForwardNorm);
    }
    for (std::size_t i = 0; i < weights.decoder.size(); ++i) {
        DecoderLayerWeights& layer = weights.decoder[i];
        const std::string scope = "decoder/" + std::to_string(i);
        fitter.fit(layer.selfAttention, scope + "/self_attention",
                   layer.selfAttentionNorm.gain.isEmpty());
        fitter.fit(layer.selfAttentionNorm);
        fitter.fit(layer.crossAttention, scope + "/cross_attention",
                   layer.crossAttentionNorm.gain.isEmpty());
        fitter.fit(layer.crossAttentionNorm);
        fitter.fit(layer.feedForward, scope + "/feed_forward");
        fitter.fit(layer.feedForwardNorm);
    }
    const bool pre = model.placement == NormPlacement::Pre;
    fitIfNeeded(fitter, weights.encoderNorm, pre);
    fitIfNeeded(fitter, weights.decoderNorm, pre && decoder);
    if (experiment.vocabulary.empty()) {
        weights.prediction.reset();
    } else {
        if (!weights.prediction)
            weights.prediction.emplace();
        fitter.fit(*weights.prediction, static_cast<Index>(experiment.vocabulary.size()));
    }
    experiment.weights = weights.encoder.front().selfAttention;
}

void regenerateModelWeights(Experiment& experiment) {
    // An empty matrix overlaps with nothing, so that all of it is made anew.
    const auto clearAttention = [](AttentionWeights& weights) {
        weights.query = weights.key = weights.value = weights.output = Tensor();
    };
    ModelWeights& weights = experiment.modelWeights;
    for (EncoderLayerWeights& layer : weights.encoder) {
        clearAttention(layer.selfAttention);
        layer.feedForward.hidden = layer.feedForward.output = Tensor();
    }
    for (DecoderLayerWeights& layer : weights.decoder) {
        clearAttention(layer.selfAttention);
        clearAttention(layer.crossAttention);
        layer.feedForward.hidden = layer.feedForward.output = Tensor();
    }
    if (weights.prediction)
        weights.prediction->weight = Tensor();
    if (!weights.encoder.empty())
        fitModelWeights(experiment, *headSizes(experiment.config));
}

} // namespace headscope
