// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/learnt_example.h"

#include "formats/base64.h"
#include "json/json_guard.h"
#include "learning/history/training_json.h"
#include "learning/training/recipe_json.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cstring>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* learntFormat = "headscope-learnt-example";

static_assert(std::endian::native == std::endian::little, "as the numbers of the file");

Error wrongMember(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1: “%2” is missing or is not what it should "
                                                  "be"),
                     learntFormat, name);
}

/// The numbers of one parameter; nothing where they are not as many as it has.
std::optional<Tensor> tensorFrom(const json& text, const ParameterPlace& place) {
    if (!text.is_string())
        return std::nullopt;
    const std::optional<std::string> bytes = fromBase64(text.get_ref<const std::string&>());
    Tensor tensor = Tensor::uninitialized(place.shape, place.info.axes);
    const auto wanted = static_cast<std::size_t>(tensor.elementCount()) * sizeof(float);
    if (!bytes || bytes->size() != wanted)
        return std::nullopt;
    std::memcpy(tensor.mutableData(), bytes->data(), wanted);
    return tensor;
}

} // namespace

Experiment LearntModel::experiment() const {
    return learner.experiment(parameters, learner.data().watched);
}

PackedTrainingPointer LearntModel::training() const {
    TakenTraining taken;
    taken.training.recipe = learner.recipe();
    taken.training.state = {learner.recipe().steps, parameters, {}};
    taken.shown = learner.recipe().steps;
    taken.training.history = TrainingHistory::restored({}, {{taken.shown, parameters, {}}}, 1);
    return std::make_shared<const PackedTraining>(trainingToJson(taken).json);
}

Result<LearntModel> readLearntModel(std::string_view file) {
    const Result<json> parsed = parseUntrustedJson(file);
    if (!parsed)
        return parsed.error();
    for (const char* name :
         {"format", "command", "seeds_tried", "recipe", "result", "parameters"}) {
        if (!parsed->is_object() || !parsed->contains(name))
            return wrongMember(name);
    }
    const json& content = *parsed;
    if (content["format"] != learntFormat)
        return wrongMember("format");
    if (!content["command"].is_string() || !content["seeds_tried"].is_number_unsigned())
        return wrongMember("command");
    const Result<TrainingRecipe> recipe = recipeFromJson(content["recipe"].dump());
    if (!recipe)
        return recipe.error();
    Result<Learner> learner = Learner::create(*recipe);
    if (!learner)
        return learner.error();
    LearntModel model = {content["command"].get<std::string>(),
                         content["seeds_tried"].get<int>(),
                         content["result"].dump(),
                         std::move(*learner),
                         {}};
    std::optional<std::string> wrong;
    model.learner.forEachParameter([&](const ParameterPlace& place) {
        const std::string path = pathOf(place.scope, place.info.role);
        const std::optional<Tensor> tensor =
            tensorFrom(content["parameters"].value(path, json()), place);
        if (!tensor) {
            wrong = path;
            return false;
        }
        model.parameters.set(place.info.role, place.scope, *tensor);
        return true;
    });
    if (wrong)
        return wrongMember(*wrong);
    return model;
}

} // namespace headscope
