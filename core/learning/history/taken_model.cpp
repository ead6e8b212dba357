// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/taken_model.h"

#include "experiment/changed_weights.h"
#include "learning/history/training_json.h"

#include <mutex>

namespace headscope {

namespace {

using TakenResult = Result<std::shared_ptr<const TakenModel>>;

TakenResult readModel(const PackedTraining& kept) {
    const Result<TakenTraining> taken = trainingFromJson(kept.content().json);
    if (!taken)
        return taken.error();
    Result<Learner> learner = Learner::create(taken->training.recipe);
    if (!learner)
        return learner.error();
    const auto shown = taken->training.history.at(taken->shown);
    if (!shown || shown->step != taken->shown)
        return makeError(HEADSCOPE_MESSAGE("Message", "the training has no record of step %1"),
                         taken->shown);
    Experiment experiment = learner->experiment(shown->parameters, learner->data().watched);
    return std::make_shared<const TakenModel>(
        TakenModel{std::move(*learner), shown->parameters, std::move(experiment)});
}

} // namespace

TakenResult takenModel(const PackedTrainingPointer& training) {
    static std::mutex mutex;
    static std::weak_ptr<const PackedTraining> lastTraining;
    static std::optional<TakenResult> last;
    const std::scoped_lock lock(mutex);
    if (!last || lastTraining.lock().get() != training.get()) {
        last = readModel(*training);
        lastTraining = training;
    }
    return *last;
}

std::shared_ptr<const TakenModel> modelOf(const Experiment& experiment,
                                          const PackedTrainingPointer& training) {
    if (!training)
        return nullptr;
    const TakenResult taken = takenModel(training);
    if (!taken)
        return nullptr;
    const Experiment& learnt = (*taken)->experiment;
    return haveSamePlaces(learnt.weights, experiment.weights) &&
                   learnt.isCross() == experiment.isCross()
               ? *taken
               : nullptr;
}

} // namespace headscope
