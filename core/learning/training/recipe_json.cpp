// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/recipe_json.h"

#include "experiment/json_guard.h"
#include "learning/training/recipe_names.h"

#include <nlohmann/json.hpp>

#include <set>

namespace headscope {

namespace {

using nlohmann::ordered_json;

/// Shows every member of a recipe with its name to `visit`, which reads it or writes it.
template <class Recipe, class Visit> void members(Recipe& r, Visit& visit) {
    visit.text("data", r.text);
    visit.text("watched", r.watched);
    visit.choiceSince("language", r.language, hasLanguages(r.task));
    visit.value("encoder_layers", r.encoderLayers);
    visit.value("decoder_layers", r.decoderLayers);
    visit.value("heads", r.heads);
    visit.value("d_model", r.modelDim);
    visit.maybe("d_k", r.keyDim);
    visit.maybe("d_ff", r.hiddenDim);
    visit.choice("activation", r.activation);
    visit.choice("norm", r.norm);
    visit.choice("placement", r.placement);
    visit.value("dropout", r.dropout);
    visit.choice("optimiser", r.optimiser.kind);
    visit.value("rate", r.optimiser.rate);
    visit.value("momentum", r.optimiser.momentum);
    visit.value("beta1", r.optimiser.beta1);
    visit.value("beta2", r.optimiser.beta2);
    visit.value("epsilon", r.optimiser.epsilon);
    visit.value("weight_decay", r.optimiser.weightDecay);
    visit.maybe("clip", r.optimiser.clip);
    visit.value("warm_up", r.optimiser.warmUp);
    visit.choice("decay", r.optimiser.decay);
    visit.value("decay_start", r.optimiser.decayStart);
    visit.value("smoothing", r.smoothing);
    visit.value("batch", r.batch);
    visit.value("steps", r.steps);
    visit.value("record_every", r.recordEvery);
    visit.value("seed", r.seed);
    visit.value("data_seed", r.dataSeed);
    visit.value("held_out", r.heldOut);
    visit.value("by_character", r.byCharacter);
    visit.value("context", r.context);
}

struct Writer {
    ordered_json& json;

    void text(const char* name, const std::string& text) {
        if (!text.empty())
            json[name] = text;
    }
    template <class T> void value(const char* name, const T& value) { json[name] = value; }
    template <class T> void maybe(const char* name, const std::optional<T>& value) {
        if (value)
            json[name] = *value;
    }
    template <class Choice> void choice(const char* name, Choice value) {
        json[name] = choiceName(value);
    }
    template <class Choice> void choiceSince(const char* name, Choice value, bool means) {
        if (means)
            choice(name, value);
    }
};

/// All that the writer always writes must be there: a default in its place would be another
/// training.
struct Reader {
    const nlohmann::json& json;
    std::set<std::string, std::less<>> known = {"task"};
    std::optional<Error> error = {};

    const nlohmann::json* find(const char* name) {
        known.insert(name);
        const auto found = json.find(name);
        return found == json.end() || error ? nullptr : &*found;
    }
    const nlohmann::json* needed(const char* name) {
        const auto* const found = find(name);
        if (!found && !error)
            error = makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"), name);
        return found;
    }
    void wrong(const char* name, const char* wanted) {
        error = makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), name, wanted);
    }
    void text(const char* name, std::string& text) {
        if (const auto* const found = find(name)) {
            if (found->is_string())
                text = found->get<std::string>();
            else
                wrong(name, "a text");
        }
    }
    void value(const char* name, bool& value) {
        if (const auto* const found = needed(name)) {
            if (found->is_boolean())
                value = found->get<bool>();
            else
                wrong(name, "true / false");
        }
    }
    void value(const char* name, float& value) {
        if (const auto* const found = needed(name)) {
            if (found->is_number())
                value = found->get<float>();
            else
                wrong(name, "a number");
        }
    }
    template <std::integral T> void value(const char* name, T& value) {
        if (const auto* const found = needed(name)) {
            constexpr std::uint64_t largest = std::numeric_limits<T>::max();
            if (found->is_number_unsigned() && found->get<std::uint64_t>() <= largest)
                value = found->get<T>();
            else
                wrong(name, "a whole number");
        }
    }
    template <class T> void maybe(const char* name, std::optional<T>& value) {
        if (!find(name))
            return;
        T number{};
        this->value(name, number);
        value = number;
    }
    template <class Choice> void choice(const char* name, Choice& value) {
        const nlohmann::json* const found = needed(name);
        if (!found)
            return;
        for (const auto& [word, choice] : ChoiceNames<Choice>::all) {
            if (*found == word) {
                value = choice;
                return;
            }
        }
        wrong(name, "one of the words that it can be");
    }
    /// One that older files have not got, in which it was as it is by default.
    template <class Choice> void choiceSince(const char* name, Choice& value, bool /*means*/) {
        if (find(name))
            choice(name, value);
    }
};

} // namespace

std::string recipeToJson(const TrainingRecipe& recipe) {
    ordered_json json;
    json["task"] = infoOf(recipe.task).name;
    Writer writer{json};
    members(recipe, writer);
    return json.dump(2);
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
    Reader reader{*json};
    members(recipe, reader);
    for (const auto& [member, value] : json->items()) {
        if (!reader.error && !reader.known.contains(member))
            reader.error = makeError(HEADSCOPE_MESSAGE("Message", "“%1” is unknown here"), member);
    }
    if (reader.error)
        return *reader.error;
    if (const Status valid = validate(recipe); !valid)
        return valid.error();
    return recipe;
}

} // namespace headscope
