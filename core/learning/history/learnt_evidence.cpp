// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/learnt_evidence.h"

#include "learning/history/training_json.h"

#include <algorithm>
#include <mutex>

namespace headscope {

namespace {

/// A training that was evaluated, with the weights that this holds for.
struct Evaluated {
    std::weak_ptr<const KeptTraining> training;
    Parameters weights;
    std::shared_ptr<const LearntEvidence> evidence;
};

std::shared_ptr<const LearntEvidence> evidenceOf(const Evaluation& evaluation,
                                                 const Dataset& data) {
    auto evidence = std::make_shared<LearntEvidence>();
    for (const Agreement& agreement : evaluation.agreement) {
        const auto same = [&](const HeadEvidence& head) {
            return head.scope == agreement.scope && head.head == agreement.head;
        };
        auto head = std::ranges::find_if(evidence->heads, same);
        if (head == evidence->heads.end())
            head = evidence->heads.insert(head, {agreement.scope, agreement.head, {}});
        head->shares.push_back({data.relations[static_cast<std::size_t>(agreement.relation)].name,
                                agreement.share, agreement.chance});
    }
    for (HeadEvidence& head : evidence->heads)
        std::ranges::stable_sort(head.shares, std::ranges::greater(), &RelationShare::share);
    return evidence->heads.empty() ? nullptr : evidence;
}

/// The model that an experiment was taken from.
struct TakenModel {
    Learner learner;
    Parameters parameters;

    Experiment experiment() const { return learner.experiment(parameters, learner.data().watched); }
};

Result<TakenModel> takenModel(const KeptTraining& training) {
    const Result<TakenTraining> taken = trainingFromJson(training.content().json);
    if (!taken)
        return taken.error();
    Result<Learner> learner = Learner::create(taken->training.recipe);
    if (!learner)
        return learner.error();
    const auto shown = taken->training.history.at(taken->shown);
    if (!shown || shown->step != taken->shown)
        return makeError(HEADSCOPE_MESSAGE("Message", "the training has no record of step %1"),
                         taken->shown);
    return TakenModel{std::move(*learner), shown->parameters};
}

/// Without evidence where there is none, so that nobody tries again.
std::optional<Evaluated> evaluated(const KeptTrainingPointer& training,
                                   const CancellationToken& token) {
    Evaluated result{training, {}, nullptr};
    const Result<TakenModel> model = takenModel(*training);
    if (!model)
        return result;
    const std::optional<Evaluation> evaluation = evaluate(model->learner, model->parameters, token);
    if (!evaluation)
        return std::nullopt;
    result.weights = model->experiment().weights;
    result.evidence = evidenceOf(*evaluation, model->learner.data());
    return result;
}

bool haveSamePlaces(const Parameters& a, const Parameters& b) {
    return std::ranges::equal(a.entries(), b.entries(), [](const auto& one, const auto& other) {
        return one.role == other.role && one.scope == other.scope &&
               one.tensor.shape() == other.tensor.shape();
    });
}

} // namespace

std::shared_ptr<const LearntEvidence> learntEvidence(const Experiment& experiment,
                                                     const CancellationToken& token) {
    static std::mutex mutex;
    static Evaluated last;
    if (!experiment.training)
        return nullptr;
    const std::scoped_lock lock(mutex);
    if (last.training.lock().get() != experiment.training.get()) {
        std::optional<Evaluated> now = evaluated(experiment.training, token);
        if (!now)
            return nullptr;
        last = std::move(*now);
    }
    return last.evidence && last.weights == experiment.weights ? last.evidence : nullptr;
}

Result<Experiment> withLearntWeights(const Experiment& experiment) {
    if (!experiment.training)
        return makeError(HEADSCOPE_MESSAGE("Message", "nothing was learnt here"));
    const Result<TakenModel> model = takenModel(*experiment.training);
    if (!model)
        return model.error();
    const Experiment learnt = model->experiment();
    if (!haveSamePlaces(learnt.weights, experiment.weights))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the learnt weights are those of d_model %1 and %2 heads "
                                         "in their own model; go back to these sizes first"),
            learnt.config.modelDim, learnt.config.heads);
    Experiment next = experiment;
    next.weights = learnt.weights;
    next.weightSource = learnt.weightSource;
    return next;
}

} // namespace headscope
