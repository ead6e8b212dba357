// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/number_packing.h"
#include "learning/history/training_json.h"
#include "learning/history/training_json_limits.h"
#include "learning/training/recipe_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headscope {

namespace {

using Records = std::vector<std::shared_ptr<const TrainingRecord>>;

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
std::optional<nlohmann::json> packedRecords(const Records& records, std::size_t limit) {
    nlohmann::json all = nlohmann::json::array();
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
nlohmann::json lossesOf(const std::vector<StepReport>& losses) {
    std::size_t every = 1;
    while (losses.size() / every > training_json::mostLosses)
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
    while (records.size() > 3 && records.size() * raw > training_json::mostRecordBytes)
        thin();
    std::optional<nlohmann::json> all = packedRecords(records, limit);
    while (!all) {
        thin();
        all = packedRecords(records, limit);
    }
    nlohmann::json steps = nlohmann::json::array();
    for (const auto& record : records)
        steps.push_back(record->step);
    // As it is read back: in the order of the names, so that equal ones are equal as text.
    nlohmann::json file = {
        {"recipe", nlohmann::json::parse(recipeToJson(training.recipe))},
        {"steps_done", training.state.step},
        {"shown", taken.shown},
        {"changes", taken.changes},
        {"thinning", thinning},
        {"losses", lossesOf(training.history.losses())},
        {"record_steps", std::move(steps)},
        {"records", std::move(*all)},
        {"parameters", packed(last)},
        {"first", packed(training.state.optimiser.first)},
        {"second", packed(training.state.optimiser.second)},
    };
    if (training.state.optimiser.begun > 0)
        file["optimiser_begun"] = training.state.optimiser.begun;
    return {file.dump(), records.size(), made};
}

} // namespace headscope
