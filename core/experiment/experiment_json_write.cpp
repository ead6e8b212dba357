// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_json.h"

#include "experiment/beside_json.h"
#include "experiment/choice_names.h"
#include "experiment/json_writer.h"
#include "experiment/model_json.h"
#include "experiment/view_json.h"
#include "source/source_json.h"

namespace headscope {

namespace {

const char* kindName(WeightSource::Kind kind) {
    switch (kind) {
    case WeightSource::Kind::Random: return "random";
    case WeightSource::Kind::Identity: return "identity";
    case WeightSource::Kind::File: return "file";
    }
    return "random";
}

JsonWriter configOf(const AttentionConfig& config) {
    JsonWriter writer("    ");
    writer.add("d_model", config.modelDim);
    writer.add("heads", config.heads);
    writer.addSizeOrNull("d_k", config.keyDim);
    writer.addSizeOrNull("d_v", config.valueDim);
    writer.addNumberOrNull("scale", config.scale);
    writer.addNumber("dropout", config.dropout);
    writer.add("dropout_seed", config.dropoutSeed);
    writer.add("layout", choiceName(config.layout));
    writer.add("weight_layout", choiceName(config.weightLayout));
    writer.add("fully_masked", choiceName(config.fullyMasked));
    return writer;
}

std::vector<JsonWriter> heldOf(const std::vector<HeldNumber>& held, const JsonWriter& parent) {
    std::vector<JsonWriter> list;
    for (const HeldNumber& number : held) {
        JsonWriter& entry = list.emplace_back(parent.inner(2));
        entry.add("scope", number.scope.path());
        entry.add("name", std::string(snakeCase(number.name)));
        entry.add("batch", number.batch);
        entry.add("head", number.head);
        entry.add("query", number.query);
        entry.add("key", number.key);
        entry.addNumber("value", number.value);
    }
    return list;
}

} // namespace

void addBeside(JsonWriter& writer, const BesideExperiment& beside) {
    const std::vector<Pin>& pins = beside.pins;
    std::string list;
    for (const Pin& pin : pins) {
        JsonWriter entry(writer.inner());
        entry.add("name", pin.name);
        if (const auto experiment = pin.source.experiment()) {
            Experiment pinned = *experiment;
            pinned.training = {};
            entry.addJson("experiment", experimentToJson(pinned));
        } else {
            entry.addJson("attention", sourceToJson(pin.source));
        }
        list += (list.empty() ? "" : ", ") + entry.text();
    }
    if (!pins.empty())
        writer.addJson("pins", "[" + list + "]");
    if (!beside.profile.isWhole())
        writer.add("profile", profileText(beside.profile));
    std::vector<JsonWriter> views;
    for (const PreparedView& view : beside.views)
        views.push_back(viewJson(view, pins, writer.inner(2)));
    if (!views.empty())
        writer.addObjects("views", views);
    if (beside.lastView)
        writer.addObject("last_view", viewJson(*beside.lastView, pins, writer.inner()));
}

std::string experimentToJson(const Experiment& experiment, const BesideExperiment& beside) {
    JsonWriter source("    ");
    source.add("kind", kindName(experiment.weightSource.kind));
    source.addNumber("sigma", experiment.weightSource.sigma);
    source.add("d_model", experiment.weightSource.modelDim);

    JsonWriter writer("  ");
    writer.add("format", "headscope-experiment");
    writer.add("version", experimentVersion);
    writer.add("example", experiment.example);
    writer.add("tokens", experiment.tokens);
    if (experiment.keyTokens)
        writer.add("key_tokens", *experiment.keyTokens);
    if (experiment.rawPieces)
        writer.add("raw_pieces", true);
    writer.addObject("config", configOf(experiment.config));
    writer.addObject("weight_source", source);
    writer.add("seed", experiment.seed);
    writer.add("causal", experiment.causal);
    writer.add("causal_alignment", choiceName(experiment.causalAlignment));
    writer.addSizeOrNull("window", experiment.window);
    writer.addSizeOrNull("prefix", experiment.prefix);
    writer.add("mask_padding", experiment.maskPadding);
    writer.addIfAny(TensorName::MayAttend, experiment.mayAttend);
    writer.addIfAny(TensorName::AdditiveMask, experiment.additiveMask);
    writer.addTensor(TensorName::QueryInput, experiment.queryInput);
    writer.addIfAny(TensorName::KeyInput, experiment.keyInput);
    writer.addIfAny(TensorName::ValueInput, experiment.valueInput);
    writer.addObject("model", modelJson(experiment.model));
    writer.add("vocabulary", experiment.vocabulary);
    addModelWeights(writer, experiment);
    if (!experiment.held.empty())
        writer.addObjects("held", heldOf(experiment.held, writer));
    if (experiment.training)
        writer.addJson("training", experiment.training->content().json);
    addBeside(writer, beside);
    return writer.text() + "\n";
}

} // namespace headscope
