// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/choice_names.h"
#include "experiment/model_json.h"
#include "trace/parameter_names.h"

#include <algorithm>

namespace headscope {

namespace {

/// Adds what there is of a block.
void addBlock(JsonWriter& writer, const Parameters& weights, const Scope& scope) {
    for (const RoleInfo& info : roles()) {
        if (const Tensor* const tensor = weights.find(info.role, scope))
            writer.addTensor(tensorName(info.role), *tensor);
    }
}

/// Adds a block as an object of its own, where there is one.
void addObject(JsonWriter& writer, const Parameters& weights, const Scope& scope) {
    JsonWriter block(writer.inner());
    addBlock(block, weights, scope);
    if (!block.isEmpty())
        writer.addObject(nameInFile(scope).c_str(), block);
}

void addLayers(JsonWriter& writer, const Experiment& experiment, ModelPart stack) {
    std::vector<JsonWriter> layers;
    for (Index layer = 0; layer < layersOf(experiment.model, stack); ++layer) {
        JsonWriter& each = layers.emplace_back(writer.inner(2));
        for (const Sublayer sublayer : sublayersOf(stack)) {
            const Scope scope = Scope::of(stack, layer, sublayer);
            addObject(each, experiment.weights, scope);
            addObject(each, experiment.weights, scope.norm());
        }
    }
    if (!layers.empty())
        writer.addObjects(Scope::of(stack).path().c_str(), layers);
}

} // namespace

JsonWriter modelJson(const ModelConfig& config) {
    JsonWriter writer("    ");
    writer.add("architecture", choiceName(config.architecture));
    writer.add("layers", config.layers);
    if (config.decoderLayers)
        writer.add("decoder_layers", *config.decoderLayers);
    writer.addSizeOrNull("d_ff", config.feedForwardDim);
    writer.add("activation", choiceName(config.activation));
    writer.add("norm", choiceName(config.norm));
    writer.add("placement", choiceName(config.placement));
    if (config.lastNorm)
        writer.add("last_norm", *config.lastNorm);
    writer.addNumber("epsilon", config.epsilon);
    writer.add("residual", config.residual);
    writer.add("positions", config.positions);
    writer.add("compare_norms", config.compareNorms);
    if (config.gated)
        writer.add("gated", config.gated);
    if (config.rotaryTheta)
        writer.addNumber("rotary_theta", *config.rotaryTheta);
    return writer;
}

std::string nameInFile(const Scope& scope) {
    std::string name = scope.nameInLayer();
    std::ranges::replace(name, '/', '_');
    return name;
}

void addModelWeights(JsonWriter& writer, const Experiment& experiment) {
    const Architecture architecture = experiment.model.architecture;
    addBlock(writer, experiment.weights, Scope());
    if (architecture != Architecture::Attention)
        addLayers(writer, experiment, ModelPart::Encoder);
    if (architecture == Architecture::EncoderDecoder)
        addLayers(writer, experiment, ModelPart::Decoder);
    for (const Scope& scope :
         {Scope::lastNorm(ModelPart::Encoder), Scope::lastNorm(ModelPart::Decoder),
          Scope::of(ModelPart::Prediction)})
        addObject(writer, experiment.weights, scope);
}

} // namespace headscope
