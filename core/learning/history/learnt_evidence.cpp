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

/// Without evidence where there is none, so that nobody tries again.
std::optional<Evaluated> evaluated(const KeptTrainingPointer& training,
                                   const CancellationToken& token) {
    Evaluated result{training, {}, nullptr};
    const Result<TakenTraining> taken = trainingFromJson(training->content().json);
    if (!taken)
        return result;
    const Result<Learner> learner = Learner::create(taken->training.recipe);
    const auto shown = taken->training.history.at(taken->shown);
    if (!learner || !shown || shown->step != taken->shown)
        return result;
    const std::optional<Evaluation> evaluation = evaluate(*learner, shown->parameters, token);
    if (!evaluation)
        return std::nullopt;
    result.weights = learner->experiment(shown->parameters, learner->data().watched).weights;
    result.evidence = evidenceOf(*evaluation, learner->data());
    return result;
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

} // namespace headscope
