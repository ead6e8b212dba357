// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/recipe_json.h"

#include "json/json_guard.h"
#include "json/json_reader.h"
#include "json/json_writer.h"
#include "learning/training/recipe_names.h"

namespace headscope {

namespace {

/// What is always written must be there: a default in its place would be another training. The
/// task, of which the others are, stands before them.
constexpr auto recipeFields = [](auto& fields, auto& r) {
    fields.unlessDefault("data", r.text, Text());
    fields.unlessDefault("watched", r.watched, Text());
    fields.when(hasLanguages(r.task), "language", r.language);
    fields.needed("encoder_layers", r.encoderLayers);
    fields.needed("decoder_layers", r.decoderLayers);
    fields.needed("heads", r.heads);
    fields.needed("d_model", r.modelDim);
    fields.ifAny("d_k", r.keyDim);
    fields.ifAny("d_ff", r.hiddenDim);
    fields.needed("activation", r.activation);
    fields.needed("norm", r.norm);
    fields.needed("placement", r.placement);
    fields.needed("dropout", r.dropout);
    fields.needed("optimiser", r.optimiser.kind);
    fields.needed("rate", r.optimiser.rate);
    fields.needed("momentum", r.optimiser.momentum);
    fields.needed("beta1", r.optimiser.beta1);
    fields.needed("beta2", r.optimiser.beta2);
    fields.needed("epsilon", r.optimiser.epsilon);
    fields.needed("weight_decay", r.optimiser.weightDecay);
    fields.ifAny("clip", r.optimiser.clip);
    fields.needed("warm_up", r.optimiser.warmUp);
    fields.needed("decay", r.optimiser.decay);
    fields.needed("decay_start", r.optimiser.decayStart);
    fields.needed("smoothing", r.smoothing);
    fields.needed("batch", r.batch);
    fields.needed("steps", r.steps);
    fields.needed("record_every", r.recordEvery);
    fields.needed("seed", r.seed);
    fields.needed("data_seed", r.dataSeed);
    fields.needed("held_out", r.heldOut);
    fields.needed("by_character", r.byCharacter);
    fields.needed("context", r.context);
};

} // namespace

std::string recipeToJson(const TrainingRecipe& recipe) {
    JsonWriter writer(JsonWriter::Digits::OfDouble);
    writer.needed("task", infoOf(recipe.task).name);
    recipeFields(writer, recipe);
    return writer.text();
}

Result<TrainingRecipe> recipeFromJson(std::string_view text) {
    const Result<nlohmann::json> json = parseUntrustedJson(text);
    if (!json)
        return json.error();
    if (!json->is_object())
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "recipe", "an object");
    const nlohmann::json name = json->value("task", nlohmann::json());
    const std::optional<TaskKind> task =
        name.is_string() ? taskFrom(name.get<std::string>()) : std::nullopt;
    if (!task)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "task",
                         "the name of a task");
    TrainingRecipe recipe = recipeOf(*task);
    recipe.keyDim.reset();
    std::optional<Error> error;
    JsonReader reader(*json, "", error);
    reader.leave({"task"});
    recipeFields(reader, recipe);
    reader.refuseOthers();
    if (error)
        return *error;
    if (const Status valid = validate(recipe); !valid)
        return valid.error();
    return recipe;
}

} // namespace headscope
