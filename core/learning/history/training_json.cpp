// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/training_json.h"

#include "json/json_guard.h"
#include "json/json_reader.h"
#include "json/json_writer.h"
#include "learning/history/number_packing.h"
#include "learning/training/recipe_json.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

using nlohmann::json;
using Records = std::vector<std::shared_ptr<const TrainingRecord>>;

// What no kept training exceeds: a reader that trusts nobody asks for no more memory.
constexpr std::size_t mostRecordBytes = std::size_t{256} << 20U; // all records, unpacked
constexpr std::size_t mostLosses = 100'000;                      // twice that when read
constexpr std::size_t mostChanges = 10'000;
constexpr Index mostStepsDone = 10'000'000; // as of a recipe

Error wrongPart(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the training that this file keeps is damaged at "
                                                  "“%1” and cannot be shown; all else of the file "
                                                  "is there"),
                     name);
}

/// A step or a count; −1 where it is none.
Index wholeNumber(const json& value) {
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= mostStepsDone;
    return fits ? static_cast<Index>(value.get<std::uint64_t>()) : Index{-1};
}

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

/// What stands in the file beside packed numbers. `thinning`: of the records that it has.
constexpr auto plainFields = [](auto& fields, auto& taken, auto& thinning) {
    constexpr Whole step = {0, mostStepsDone};
    auto& state = taken.training.state;
    const auto recipeOfText = [](const std::string& text) {
        Result<TrainingRecipe> recipe = recipeFromJson(text);
        return recipe ? std::optional(std::move(*recipe)) : std::nullopt;
    };
    const auto changesText = [](const std::vector<Index>& steps) { return json(steps).dump(); };
    const auto changesOf = [&](const json* list) {
        return stepsFrom(*list, mostChanges, state.step);
    };
    fields.needed("recipe", taken.training.recipe, As{&recipeToJson, recipeOfText, "", AnyJson()});
    fields.needed("steps_done", state.step, step);
    fields.needed("shown", taken.shown, step);
    fields.mustBe(taken.shown <= state.step, "shown", "");
    fields.needed("thinning", thinning, Whole{1, mostStepsDone});
    fields.needed("changes", taken.changes, As{changesText, changesOf, "", AnyJson()});
    fields.unlessDefault("optimiser_begun", state.optimiser.begun, step);
    fields.mustBe(state.optimiser.begun <= state.step, "optimiser_begun", "");
};

std::vector<float> flat(const Parameters& parameters) {
    std::vector<float> all;
    for (const Parameters::Entry& entry : parameters.entries()) {
        const Tensor tensor = entry.tensor.contiguous();
        all.insert(all.end(), tensor.values().begin(), tensor.values().end());
    }
    return all;
}

/// Every second one goes; the first, the last and the shown one stay.
Records thinned(const Records& records, Index shown) {
    Records kept;
    bool keep = false;
    for (const auto& record : records) {
        const bool stays =
            record == records.front() || record == records.back() || record->step == shown;
        if (stays || keep)
            kept.push_back(record);
        if (!stays)
            keep = !keep; // so that fewer are left, however few may go
    }
    return kept;
}

/// Each as what it differs in from the one before. Nothing where that gets longer than `limit`.
std::optional<json> packedRecords(const Records& records, std::size_t limit) {
    json all = json::array();
    std::vector<float> before;
    std::size_t bytes = 0;
    for (const auto& record : records) {
        std::vector<float> values = flat(record->parameters);
        std::string text = packed(values, before);
        bytes += text.size();
        if (bytes > limit && records.size() > 3)
            return std::nullopt;
        all.push_back(std::move(text));
        before = std::move(values);
    }
    return all;
}

/// Of all steps, or of every second one, fourth one … and the last, where there are too many.
json lossesOf(const std::vector<StepReport>& losses) {
    std::size_t every = 1;
    while (losses.size() / every > mostLosses)
        every *= 2;
    std::vector<double> steps;
    std::vector<double> others;
    std::vector<double> norms;
    std::vector<double> rates;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        if (i % every != 0 && i + 1 != losses.size())
            continue;
        steps.push_back(static_cast<double>(losses[i].step));
        others.push_back(losses[i].loss);
        norms.push_back(losses[i].gradientNorm);
        rates.push_back(static_cast<double>(losses[i].rate));
    }
    const std::size_t count = steps.size();
    for (const std::vector<double>* column : {&others, &norms, &rates})
        steps.insert(steps.end(), column->begin(), column->end());
    return {{"count", count}, {"data", packed(std::span<const double>(steps))}};
}

/// What the parts are read with.
struct Frame {
    const json& object;
    Parameters blank; ///< of the right places and shapes
    std::size_t count = 0;

    /// Null where there is none; records are megabytes, and are not copied.
    const json& part(const char* name) const {
        static const json none;
        const auto found = object.find(name);
        return found == object.end() ? none : *found;
    }
    std::string text(const char* name) const {
        const json& found = part(name);
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

std::optional<std::vector<StepReport>> lossesFrom(const Frame& frame, Index stepsDone) {
    const json& losses = frame.part("losses");
    if (!losses.is_object() || !losses.value("data", json()).is_string())
        return std::nullopt;
    const Index count = wholeNumber(losses.value("count", json()));
    if (count < 0 || count > static_cast<Index>(2 * mostLosses))
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
    const json& texts = frame.part("records");
    if (!steps || steps->empty())
        return wrongPart("record_steps");
    if (!texts.is_array() || texts.size() != steps->size() ||
        steps->size() * frame.count * sizeof(float) > mostRecordBytes)
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

PackedTraining::Content trainingToJson(const TakenTraining& taken, std::size_t limit) {
    const SavedTraining& training = taken.training;
    Records records(training.history.records().begin(), training.history.records().end());
    const std::size_t made = records.size();
    const std::vector<float> last = flat(training.state.parameters);
    const std::size_t raw = last.size() * sizeof(float);
    Index thinning = training.history.thinning();
    const auto thin = [&] {
        records = thinned(records, taken.shown);
        thinning *= 2;
    };
    // No reader takes more than that, however well it is packed.
    while (records.size() > 3 && records.size() * raw > mostRecordBytes)
        thin();
    std::optional<json> all = packedRecords(records, limit);
    while (!all) {
        thin();
        all = packedRecords(records, limit);
    }
    json steps = json::array();
    for (const auto& record : records)
        steps.push_back(record->step);
    JsonWriter writer;
    plainFields(writer, taken, thinning);
    // As it is read back: in the order of the names, so that equal ones are equal as text.
    json file = json::parse(writer.text());
    file["losses"] = lossesOf(training.history.losses());
    file["record_steps"] = std::move(steps);
    file["records"] = std::move(*all);
    file["parameters"] = packed(last);
    file["first"] = packed(training.state.optimiser.first);
    file["second"] = packed(training.state.optimiser.second);
    return {file.dump(), records.size(), made};
}

Result<TakenTraining> trainingFromJson(std::string_view text) {
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed || !parsed->is_object())
        return wrongPart("recipe");
    TakenTraining taken;
    Index thinning = 1;
    std::optional<Error> error;
    JsonReader reader(*parsed, "", error);
    plainFields(reader, taken, thinning);
    if (error)
        return wrongPart(error->arguments.front()); // the member, whatever is wrong with it
    const TrainingRecipe& recipe = taken.training.recipe;
    const Index stepsDone = taken.training.state.step;
    // The data are small, whatever the recipe says; the numbers of its model are counted before
    // memory is asked for.
    const Result<Learner> learner = Learner::create(recipe);
    if (!learner || recipe.batch > static_cast<Index>(learner->data().train.size()))
        return wrongPart("recipe");
    std::vector<ParameterPlace> places;
    std::size_t bytes = 0;
    learner->forEachParameter([&](const ParameterPlace& place) {
        std::size_t count = sizeof(float);
        for (const Index size : place.shape)
            count *= static_cast<std::size_t>(size);
        bytes += count;
        places.push_back(place);
        return bytes <= mostRecordBytes;
    });
    if (bytes > mostRecordBytes)
        return wrongPart("recipe");
    Frame frame = {*parsed, {}, bytes / sizeof(float)};
    for (const ParameterPlace& place : places)
        frame.blank.set(place.info.role, place.scope,
                        Tensor::uninitialized(place.shape, place.info.axes));

    auto losses = lossesFrom(frame, stepsDone);
    if (!losses)
        return wrongPart("losses");
    if (const Status read = readState(frame, taken.training.state); !read)
        return read.error();
    taken.training.state.optimiser.kind = recipe.optimiser.kind;
    std::vector<TrainingRecord> records;
    if (const Status read = readRecords(frame, stepsDone, records); !read)
        return read.error();
    taken.training.history =
        TrainingHistory::restored(std::move(*losses), std::move(records), thinning);
    return taken;
}

} // namespace headscope
