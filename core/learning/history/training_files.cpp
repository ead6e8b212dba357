// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/training_files.h"

#include "disk/file_io.h"
#include "disk/output_folder.h"
#include "formats/safetensors.h"
#include "json/json_guard.h"
#include "learning/training/recipe_json.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* trainingFormat = "headscope-training";
constexpr const char* mainFile = "training.json";
constexpr const char* stateFile = "state.safetensors";
constexpr const char* firstMoments = "optimiser/first";
constexpr const char* secondMoments = "optimiser/second";

std::string fileOfStep(Index step) {
    std::array<char, 48> name{};
    std::snprintf(name.data(), name.size(), "step-%06td.safetensors", step);
    return name.data();
}

NamedTensors namedTensors(const Parameters& parameters) {
    NamedTensors tensors;
    for (const Parameters::Entry& entry : parameters.entries())
        tensors.emplace(pathOf(entry.scope, entry.role), entry.tensor);
    return tensors;
}

void addMoments(NamedTensors& tensors, const char* name, const std::vector<float>& moments) {
    if (!moments.empty())
        tensors.emplace(name, Tensor::fromValues({static_cast<Index>(moments.size())},
                                                 {Axis::Feature}, moments));
}

Error wrongFile(const std::string& file, const std::string& what) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1: “%2” is missing or is not what it should "
                                                  "be"),
                     file, what);
}

/// The parameters of the recipe's model out of a file, by their paths.
Result<Parameters> parametersFrom(const NamedTensors& tensors, const Learner& learner,
                                  const std::string& file) {
    Parameters parameters;
    std::optional<Error> error;
    learner.forEachParameter([&](const ParameterPlace& place) {
        const std::string path = pathOf(place.scope, place.info.role);
        const auto found = tensors.find(path);
        if (found == tensors.end() || !(found->second.shape() == place.shape)) {
            error = wrongFile(file, path);
            return false;
        }
        parameters.set(place.info.role, place.scope, found->second.withAxes(place.info.axes));
        return true;
    });
    if (error)
        return *error;
    return parameters;
}

std::vector<float> momentsFrom(const NamedTensors& tensors, const char* name) {
    const auto found = tensors.find(name);
    if (found == tensors.end())
        return {};
    const std::span<const float> values = found->second.values();
    return {values.begin(), values.end()};
}

Status writeTensors(OutputFolder& output, const std::string& name, const NamedTensors& tensors) {
    const Result<std::string> content = safetensorsContent(name, tensors);
    return content ? output.write(name, {*content}) : content.error();
}

/// Two numbers of the folder that should be one: a part of it is of another training.
Error contradiction(const std::string& file, const char* name, Index said, const char* other,
                    Index found) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1: “%2” says step %3, and “%4” ends at step "
                                                  "%5; the training is damaged"),
                     file, name, said, other, found);
}

/// What was measured there; nothing where a number is missing. null is what JSON makes of NaN.
std::optional<Evaluation> evaluationFrom(const json& object) {
    Evaluation evaluation;
    for (const auto& [name, value] : {std::pair{"loss", &evaluation.loss},
                                      {"words", &evaluation.words},
                                      {"sentences", &evaluation.sentences}}) {
        const auto found = object.is_object() ? object.find(name) : object.end();
        if (found == object.end() || !(found->is_number() || found->is_null()))
            return std::nullopt;
        *value = found->is_null() ? std::numeric_limits<double>::quiet_NaN() : found->get<double>();
    }
    return evaluation;
}

Index indexAt(const json& object, const char* name) {
    const auto found = object.find(name);
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    const bool fits =
        found != object.end() && found->is_number_unsigned() && found->get<std::uint64_t>() <= most;
    return fits ? static_cast<Index>(found->get<std::uint64_t>()) : Index{-1};
}

/// Losses and records up to `stepsDone`; the latter are read from their files.
Status readHistory(const std::string& folder, const json& main, const Learner& learner,
                   Index stepsDone, TrainingHistory& history) {
    const std::string file = folder + '/' + mainFile;
    const json losses = main.value("losses", json());
    const json records = main.value("records", json());
    if (!losses.is_array() || !records.is_array())
        return wrongFile(file, losses.is_array() ? "records" : "losses");
    for (const json& each : losses) {
        const auto isNumber = [](const json& value) { return value.is_number(); };
        if (!each.is_array() || each.size() != 3 || !std::ranges::all_of(each, isNumber))
            return wrongFile(file, "losses");
        StepReport report;
        report.step = static_cast<Index>(history.losses().size());
        report.loss = each[0].get<double>();
        report.gradientNorm = each[1].get<double>();
        report.rate = each[2].get<float>();
        history.add(report);
    }
    if (const auto count = static_cast<Index>(history.losses().size()); count != stepsDone)
        return contradiction(file, "steps_done", stepsDone, "losses", count);
    Index before = -1;
    for (const json& each : records) {
        TrainingRecord record;
        record.step = each.is_object() ? indexAt(each, "step") : -1;
        if (record.step <= before || records.size() > TrainingHistory::mostRecords)
            return wrongFile(file, "records");
        before = record.step;
        const std::string path = folder + '/' + fileOfStep(record.step);
        const Result<NamedTensors> tensors = readSafetensors(path);
        if (!tensors)
            return tensors.error();
        Result<Parameters> parameters = parametersFrom(*tensors, learner, path);
        if (!parameters)
            return parameters.error();
        record.parameters = std::move(*parameters);
        const auto evaluation = evaluationFrom(each.value("held_out", json()));
        if (!evaluation)
            return wrongFile(file, "held_out");
        record.evaluation = *evaluation;
        record.evaluation.guessing = std::log(static_cast<double>(learner.data().classes.size()));
        history.add(std::move(record));
    }
    // The last record is what the training goes on from.
    if (before != stepsDone)
        return before < 0 ? wrongFile(file, "records")
                          : contradiction(file, "steps_done", stepsDone, "records", before);
    return Done{};
}

} // namespace

const std::set<std::string>& trainingFiles() {
    static const std::set<std::string> files = {mainFile, stateFile};
    return files;
}

Status writeTraining(const std::string& folder, const TrainingRecipe& recipe,
                     const TrainingState& state, const TrainingHistory& history) {
    Result<OutputFolder> output = OutputFolder::create(folder);
    if (!output)
        return output.error();
    nlohmann::ordered_json main;
    main["format"] = trainingFormat;
    main["version"] = 1;
    main["recipe"] = nlohmann::ordered_json::parse(recipeToJson(recipe));
    main["steps_done"] = state.step;
    if (state.optimiser.begun > 0)
        main["optimiser_begun"] = state.optimiser.begun;
    main["losses"] = json::array();
    for (const StepReport& report : history.losses())
        main["losses"].push_back({report.loss, report.gradientNorm, report.rate});
    main["records"] = json::array();
    Status status = Done{};
    for (const auto& record : history.records()) {
        const std::string name = fileOfStep(record->step);
        const Evaluation& evaluation = record->evaluation;
        main["records"].push_back({{"step", record->step},
                                   {"file", name},
                                   {"held_out",
                                    {{"loss", evaluation.loss},
                                     {"words", evaluation.words},
                                     {"sentences", evaluation.sentences}}}});
        if (status)
            status = writeTensors(*output, name, namedTensors(record->parameters));
    }
    NamedTensors all = namedTensors(state.parameters);
    addMoments(all, firstMoments, state.optimiser.first);
    addMoments(all, secondMoments, state.optimiser.second);
    if (status)
        status = writeTensors(*output, stateFile, all);
    if (status)
        status = output->write(mainFile, {main.dump(1) + "\n"});
    return status ? output->publish() : status;
}

Result<SavedTraining> readTraining(const std::string& folder) {
    const std::string file = folder + '/' + mainFile;
    const Result<std::string> text = readFile(file);
    if (!text)
        return text.error();
    const Result<json> main = parseUntrustedJson(*text);
    if (!main)
        return inFile(file, main.error());
    if (!main->is_object() || main->value("format", json()) != trainingFormat ||
        main->value("version", json()) != 1)
        return wrongFile(file, "format");
    Result<TrainingRecipe> recipe = recipeFromJson(main->value("recipe", json::object()).dump());
    if (!recipe)
        return inFile(file, recipe.error());
    SavedTraining saved;
    saved.recipe = std::move(*recipe);
    const Result<Training> fresh = Training::create(saved.recipe);
    if (!fresh)
        return inFile(file, fresh.error());
    const std::string statePath = folder + '/' + stateFile;
    const Result<NamedTensors> state = readSafetensors(statePath);
    if (!state)
        return state.error();
    Result<Parameters> parameters = parametersFrom(*state, fresh->learner(), statePath);
    if (!parameters)
        return parameters.error();
    saved.state.parameters = std::move(*parameters);
    saved.state.optimiser.first = momentsFrom(*state, firstMoments);
    saved.state.optimiser.second = momentsFrom(*state, secondMoments);
    saved.state.step = indexAt(*main, "steps_done");
    if (saved.state.step < 0)
        return wrongFile(file, "steps_done");
    saved.state.optimiser.kind = saved.recipe.optimiser.kind;
    if (main->contains("optimiser_begun"))
        saved.state.optimiser.begun = indexAt(*main, "optimiser_begun");
    if (saved.state.optimiser.begun < 0 || saved.state.optimiser.begun > saved.state.step)
        return wrongFile(file, "optimiser_begun");
    // Without them the optimiser would begin afresh, and nobody would see it.
    const bool remembers = saved.state.step > saved.state.optimiser.begun;
    const auto count = static_cast<std::size_t>(fresh->parameterCount());
    const OptimiserKind kind = saved.state.optimiser.kind;
    if (saved.state.optimiser.first.size() != (remembers && kind != OptimiserKind::Sgd ? count : 0))
        return wrongFile(statePath, firstMoments);
    if (saved.state.optimiser.second.size() !=
        (remembers && kind == OptimiserKind::Adam ? count : 0))
        return wrongFile(statePath, secondMoments);
    if (const Status read =
            readHistory(folder, *main, fresh->learner(), saved.state.step, saved.history);
        !read)
        return read.error();
    return saved;
}

} // namespace headscope
