// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/saved_moment.h"

#include "experiment/experiment.h"
#include "learning/history/training_json.h"

namespace headscope {

PackedTrainingPointer packedTraining(const TrainingMoment& moment, Index shown) {
    if (moment.isEmpty() || !moment.trained || moment.state == TrainingMoment::State::Running)
        return {};
    auto taken = std::make_shared<TakenTraining>();
    taken->training.recipe = moment.recipe;
    taken->training.state = *moment.trained;
    std::vector<TrainingRecord> records;
    for (const auto& step : moment.records)
        records.push_back({step->step(), step->record->parameters, {}}); // numbers are shared
    // The losses grow no more: the training stands still.
    taken->training.history =
        TrainingHistory::restored(*moment.losses, std::move(records), moment.thinning);
    taken->changes = moment.changes;
    taken->shown = shown;
    const std::size_t bytes = (moment.records.size() + 3) *
                                  static_cast<std::size_t>(moment.parameterCount) * sizeof(float) +
                              moment.losses->size() * sizeof(StepReport);
    return std::make_shared<const PackedTraining>([taken] { return trainingToJson(*taken); },
                                                  bytes);
}

SavedMoment savedMoment(const TrainingMoment& moment, const RecordedStep& at) {
    return {watchedExperiment(*moment.learner, *at.record), packedTraining(moment, at.step())};
}

} // namespace headscope
