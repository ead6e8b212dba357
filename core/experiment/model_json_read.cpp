// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/fitting.h"
#include "experiment/model_json.h"
#include "experiment/model_weights.h"
#include "experiment/read_choice.h"

#include <map>

namespace headscope {

namespace {

using nlohmann::json;
using Limits = ExperimentLimits;

/// The objects of a file that blocks stand in, each with the place that sentences give.
class BlockReaders {
public:
    BlockReaders(JsonReader& file, const ModelConfig& model, std::optional<Error>& error)
        : m_file(file)
        , m_model(model)
        , m_error(error) {}

    JsonReader& of(const Scope& scope) {
        if (scope == Scope())
            return m_file;
        const auto known = m_readers.find(scope);
        if (known != m_readers.end())
            return known->second;
        const std::string name = nameInFile(scope);
        if (!scope.layer)
            return add(scope, m_file.object(name.c_str()), name + '.');
        const std::string layer = placeOf(scope);
        return add(scope, layerOf(scope).object(name.c_str()), layer + name + '.');
    }

    void refuseOthers() {
        for (auto& [scope, reader] : m_readers)
            reader.refuseOthers();
    }

private:
    static std::string placeOf(const Scope& scope) {
        return Scope::of(scope.part).path() + '[' + std::to_string(*scope.layer) + "].";
    }
    JsonReader& add(const Scope& scope, const json& object, const std::string& place) {
        return m_readers.try_emplace(scope, object, place, m_error).first->second;
    }
    JsonReader& layerOf(const Scope& scope) {
        const Scope layer = Scope::of(scope.part, *scope.layer, Sublayer::None);
        if (const auto known = m_readers.find(layer); known != m_readers.end())
            return known->second;
        static const json nothing = json::object();
        const std::string list = Scope::of(scope.part).path();
        const std::vector<const json*> objects =
            m_file.objects(list.c_str(), layersOf(m_model, scope.part));
        const auto place = static_cast<std::size_t>(*scope.layer);
        return add(layer, place < objects.size() ? *objects[place] : nothing, placeOf(scope));
    }

    JsonReader& m_file;
    const ModelConfig& m_model;
    std::optional<Error>& m_error;
    std::map<Scope, JsonReader> m_readers;
};

} // namespace

ModelConfig modelFrom(const json& object, std::optional<Error>& error) {
    JsonReader reader(object, "model.", error);
    ModelConfig config;
    readChoice(reader, "model.", "architecture", config.architecture);
    if (reader.has("decoder_layers"))
        config.decoderLayers = reader.size("decoder_layers", Limits::modelElements, false);
    config.layers =
        reader.size("layers", Limits::modelElements, false, config.decoderLayers ? 0 : 1)
            .value_or(1);
    config.feedForwardDim = reader.size("d_ff", Limits::hiddenDim, true);
    readChoice(reader, "model.", "activation", config.activation);
    readChoice(reader, "model.", "norm", config.norm);
    readChoice(reader, "model.", "placement", config.placement);
    if (reader.has("last_norm"))
        config.lastNorm = reader.boolean("last_norm");
    config.epsilon = reader.number("epsilon", false).value_or(config.epsilon);
    config.residual = reader.boolean("residual");
    config.positions = reader.boolean("positions");
    config.compareNorms = reader.boolean("compare_norms");
    if (reader.has("gated"))
        config.gated = reader.boolean("gated");
    if (reader.has("rotary_theta"))
        config.rotaryTheta = reader.number("rotary_theta", false);
    reader.refuseOthers();
    return config;
}

void readModelWeights(JsonReader& reader, Experiment& experiment, std::optional<Error>& error) {
    if (const Result<HeadSizes> sizes = headSizes(experiment.config); !sizes)
        reader.fail(sizes.error());
    if (error)
        return;
    BlockReaders blocks(reader, experiment.model, error);
    forEachParameter(descriptionOf(experiment), [&](const ParameterPlace& place) {
        JsonReader& block = blocks.of(place.scope);
        const std::string name(place.info.name);
        if (!place.info.optional || block.has(name.c_str()))
            experiment.weights.set(place.info.role, place.scope,
                                   block.tensor(name.c_str(), {place.info.axes}));
        return !error;
    });
    blocks.refuseOthers();
}

} // namespace headscope
