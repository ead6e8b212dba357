// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json_guard.h"
#include "learning/history/number_packing.h"
#include "learning/history/training_json.h"
#include "learning/history/training_json_limits.h"
#include "learning/training/recipe_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headscope {

namespace {

using nlohmann::json;

Error wrongPart(const char* name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the training that this file keeps is damaged at "
                                                  "“%1” and cannot be shown; all else of the file "
                                                  "is there"),
                     name);
}

/// A step or a count; −1 where it is none.
Index wholeNumber(const json& value) {
    constexpr std::uint64_t most = 10'000'000; // as of a recipe's steps
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
    return fits ? static_cast<Index>(value.get<std::uint64_t>()) : Index{-1};
}

/// What the parts are read with.
struct Frame {
    const json& object;
    Parameters blank; ///< of the right places and shapes
    std::size_t count = 0;

    json part(const char* name) const { return object.value(name, json()); }
    std::string text(const char* name) const {
        const json found = part(name);
        return found.is_string() ? found.get<std::string>() : std::string();
    }
    Parameters filled(const std::vector<float>& values) const {
        Parameters parameters = blank;
        auto next = values.begin();
        parameters.transform([&](Tensor& tensor) {
            Tensor one = Tensor::uninitialized(tensor.shape(), tensor.axes());
            std::copy_n(next, one.elementCount(), one.mutableData());
            next += one.elementCount();
            tensor = std::move(one);
        });
        return parameters;
    }
};

/// Increasing steps that are no later than `last`; nothing where one is not.
std::optional<std::vector<Index>> stepsFrom(const json& list, std::size_t most, Index last) {
    if (!list.is_array() || list.size() > most)
        return std::nullopt;
    std::vector<Index> steps;
    for (const json& each : list) {
        const Index step = wholeNumber(each);
        if (step < 0 || step > last || (!steps.empty() && step <= steps.back()))
            return std::nullopt;
        steps.push_back(step);
    }
    return steps;
}

std::optional<std::vector<StepReport>> lossesFrom(const Frame& frame, Index stepsDone) {
    const json losses = frame.part("losses");
    if (!losses.is_object() || !losses.value("data", json()).is_string())
        return std::nullopt;
    const Index count = wholeNumber(losses.value("count", json()));
    if (count < 0 || count > static_cast<Index>(2 * training_json::mostLosses))
        return std::nullopt;
    const auto n = static_cast<std::size_t>(count);
    const auto values = unpackedDoubles(losses["data"].get_ref<const std::string&>(), 4 * n);
    if (!values)
        return std::nullopt;
    std::vector<StepReport> reports(n);
    double before = -1;
    for (std::size_t i = 0; i < n; ++i) {
        const double step = (*values)[i];
        if (!(step > before) || step >= static_cast<double>(stepsDone) || step != std::floor(step))
            return std::nullopt;
        before = step;
        reports[i] = {static_cast<Index>(step), (*values)[n + i], (*values)[2 * n + i],
                      static_cast<float>((*values)[3 * n + i])};
    }
    return reports;
}

Status readRecords(const Frame& frame, Index stepsDone, std::vector<TrainingRecord>& records) {
    const auto steps =
        stepsFrom(frame.part("record_steps"), TrainingHistory::mostRecords, stepsDone);
    const json texts = frame.part("records");
    if (!steps || steps->empty())
        return wrongPart("record_steps");
    if (!texts.is_array() || texts.size() != steps->size() ||
        steps->size() * frame.count * sizeof(float) > training_json::mostRecordBytes)
        return wrongPart("records");
    std::vector<float> before;
    for (std::size_t i = 0; i < steps->size(); ++i) {
        auto values = texts[i].is_string() ? unpackedFloats(texts[i].get_ref<const std::string&>(),
                                                            frame.count, before)
                                           : std::nullopt;
        if (!values)
            return wrongPart("records");
        records.push_back({(*steps)[i], frame.filled(*values), {}});
        before = std::move(*values);
    }
    return Done{};
}

Status readState(const Frame& frame, TrainingState& state) {
    const auto last = unpackedFloats(frame.text("parameters"), frame.count);
    if (!last)
        return wrongPart("parameters");
    state.parameters = frame.filled(*last);
    for (const auto& [name, moments] :
         {std::pair{"first", &state.optimiser.first}, {"second", &state.optimiser.second}}) {
        const std::string text = frame.text(name);
        auto values = unpackedFloats(text, 0);
        if (!values)
            values = unpackedFloats(text, frame.count);
        if (!values)
            return wrongPart(name);
        *moments = std::move(*values);
    }
    return Done{};
}

} // namespace

Result<TakenTraining> trainingFromJson(std::string_view text) {
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed || !parsed->is_object() || !parsed->contains("recipe"))
        return wrongPart("recipe");
    Frame frame = {*parsed, {}, 0};
    Result<TrainingRecipe> recipe = recipeFromJson(frame.part("recipe").dump());
    if (!recipe)
        return wrongPart("recipe");
    // The data are small, whatever the recipe says; the numbers of its model are counted before
    // memory is asked for.
    const Result<Learner> learner = Learner::create(*recipe);
    if (!learner || recipe->batch > static_cast<Index>(learner->data().train.size()))
        return wrongPart("recipe");
    std::vector<ParameterPlace> places;
    std::size_t bytes = 0;
    learner->forEachParameter([&](const ParameterPlace& place) {
        std::size_t count = sizeof(float);
        for (const Index size : place.shape)
            count *= static_cast<std::size_t>(size);
        bytes += count;
        places.push_back(place);
        return bytes <= training_json::mostRecordBytes;
    });
    if (bytes > training_json::mostRecordBytes)
        return wrongPart("recipe");
    frame.count = bytes / sizeof(float);
    for (const ParameterPlace& place : places)
        frame.blank.set(place.info.role, place.scope,
                        Tensor::uninitialized(place.shape, place.info.axes));

    TakenTraining taken;
    taken.training.recipe = std::move(*recipe);
    taken.training.state.step = wholeNumber(frame.part("steps_done"));
    const Index stepsDone = taken.training.state.step;
    if (stepsDone < 0)
        return wrongPart("steps_done");
    taken.shown = wholeNumber(frame.part("shown"));
    if (taken.shown < 0 || taken.shown > stepsDone)
        return wrongPart("shown");
    const Index thinning = wholeNumber(frame.part("thinning"));
    if (thinning < 1)
        return wrongPart("thinning");
    auto changes = stepsFrom(frame.part("changes"), training_json::mostChanges, stepsDone);
    if (!changes)
        return wrongPart("changes");
    taken.changes = std::move(*changes);
    auto losses = lossesFrom(frame, stepsDone);
    if (!losses)
        return wrongPart("losses");
    if (const Status read = readState(frame, taken.training.state); !read)
        return read.error();
    taken.training.state.optimiser.kind = taken.training.recipe.optimiser.kind;
    if (const json begun = frame.part("optimiser_begun"); !begun.is_null())
        taken.training.state.optimiser.begun = wholeNumber(begun);
    if (taken.training.state.optimiser.begun < 0 ||
        taken.training.state.optimiser.begun > stepsDone)
        return wrongPart("optimiser_begun");
    std::vector<TrainingRecord> records;
    if (const Status read = readRecords(frame, stepsDone, records); !read)
        return read.error();
    taken.training.history =
        TrainingHistory::restored(std::move(*losses), std::move(records), thinning);
    return taken;
}

} // namespace headscope
