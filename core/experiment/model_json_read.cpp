// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/fitting.h"
#include "experiment/model_json.h"
#include "experiment/read_choice.h"

namespace headscope {

namespace {

using nlohmann::json;
using Limits = ExperimentLimits;

void read(JsonReader& reader, AttentionWeights& weights) {
    const Axes toKeys = {Axis::ModelDim, Axis::HeadsKeyDim};
    const Axes toValues = {Axis::ModelDim, Axis::HeadsValueDim};
    weights.query = reader.tensor("query_weight", {toKeys});
    weights.key = reader.tensor("key_weight", {toKeys});
    weights.value = reader.tensor("value_weight", {toValues});
    weights.output = reader.tensor("output_weight", {{Axis::HeadsValueDim, Axis::ModelDim}});
    weights.queryBias = reader.tensorIfAny("query_bias", {{Axis::HeadsKeyDim}});
    weights.keyBias = reader.tensorIfAny("key_bias", {{Axis::HeadsKeyDim}});
    weights.valueBias = reader.tensorIfAny("value_bias", {{Axis::HeadsValueDim}});
    weights.outputBias = reader.tensorIfAny("output_bias", {{Axis::ModelDim}});
}

void read(JsonReader& reader, NormWeights& weights) {
    weights.gain = reader.tensor("norm_gain", {{Axis::ModelDim}});
    weights.shift = reader.tensor("norm_shift", {{Axis::ModelDim}});
}

void read(JsonReader& reader, FeedForwardWeights& weights) {
    weights.hidden = reader.tensor("hidden_weight", {{Axis::ModelDim, Axis::HiddenDim}});
    weights.hiddenBias = reader.tensor("hidden_bias", {{Axis::HiddenDim}});
    weights.output = reader.tensor("feed_forward_weight", {{Axis::HiddenDim, Axis::ModelDim}});
    weights.outputBias = reader.tensor("feed_forward_bias", {{Axis::ModelDim}});
}

void read(JsonReader& reader, PredictionWeights& weights) {
    weights.weight = reader.tensor("vocabulary_weight", {{Axis::ModelDim, Axis::Vocabulary}});
    weights.bias = reader.tensor("vocabulary_bias", {{Axis::Vocabulary}});
}

/// One object of the file, whose place sentences give.
class LayerPlace {
public:
    LayerPlace(JsonReader& reader, std::string path, std::optional<Error>& error)
        : m_reader(reader)
        , m_path(std::move(path))
        , m_error(error) {}

    template <class Weights> void block(const char* name, Weights& weights) {
        JsonReader reader(m_reader.object(name), m_path + name + '.', m_error);
        read(reader, weights);
        reader.refuseOthers();
    }
    template <class Weights>
    void blockIf(bool needed, const char* name, std::optional<Weights>& weights) {
        if (needed)
            block(name, weights.emplace());
    }

private:
    JsonReader& m_reader;
    std::string m_path;
    std::optional<Error>& m_error;
};

template <class Layer> void readLayer(LayerPlace& place, Layer& layer) {
    place.block("self_attention", layer.selfAttention);
    place.block("self_attention_norm", layer.selfAttentionNorm);
    if constexpr (std::is_same_v<Layer, DecoderLayerWeights>) {
        place.block("cross_attention", layer.crossAttention);
        place.block("cross_attention_norm", layer.crossAttentionNorm);
    }
    place.block("feed_forward", layer.feedForward);
    place.block("feed_forward_norm", layer.feedForwardNorm);
}

template <class Layer>
void readLayers(JsonReader& reader, const char* name, Index count, std::vector<Layer>& layers,
                std::optional<Error>& error) {
    const std::vector<const json*> objects = reader.objects(name, count);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const std::string path = std::string(name) + '[' + std::to_string(i) + "].";
        JsonReader each(*objects[i], path, error);
        LayerPlace place(each, path, error);
        readLayer(place, layers.emplace_back());
        each.refuseOthers();
    }
}

} // namespace

ModelConfig modelFrom(const json& object, std::optional<Error>& error) {
    JsonReader reader(object, "model.", error);
    ModelConfig config;
    readChoice(reader, "model.", "architecture", config.architecture);
    config.layers = reader.size("layers", maximumLayers, false).value_or(1);
    config.feedForwardDim = reader.size("d_ff", Limits::hiddenDim, true);
    readChoice(reader, "model.", "activation", config.activation);
    readChoice(reader, "model.", "norm", config.norm);
    readChoice(reader, "model.", "placement", config.placement);
    config.epsilon = reader.number("epsilon", false).value_or(config.epsilon);
    config.residual = reader.boolean("residual");
    config.positions = reader.boolean("positions");
    config.compareNorms = reader.boolean("compare_norms");
    reader.refuseOthers();
    return config;
}

void readModelWeights(JsonReader& reader, Experiment& experiment, std::optional<Error>& error) {
    const ModelConfig& model = experiment.model;
    if (model.architecture == Architecture::Attention) {
        read(reader, experiment.weights);
        return;
    }
    const bool decoder = model.architecture == Architecture::EncoderDecoder;
    const bool pre = model.placement == NormPlacement::Pre;
    ModelWeights& weights = experiment.modelWeights;
    readLayers(reader, "encoder", model.layers, weights.encoder, error);
    if (decoder)
        readLayers(reader, "decoder", model.layers, weights.decoder, error);
    LayerPlace place(reader, "", error);
    place.blockIf(pre, "encoder_norm", weights.encoderNorm);
    place.blockIf(pre && decoder, "decoder_norm", weights.decoderNorm);
    place.blockIf(!experiment.vocabulary.empty(), "prediction", weights.prediction);
    if (!weights.encoder.empty())
        experiment.weights = weights.encoder.front().selfAttention;
}

} // namespace headscope
