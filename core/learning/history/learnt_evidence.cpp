// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/learnt_evidence.h"

#include "experiment/changed_weights.h"
#include "learning/history/taken_model.h"
#include "learning/training/evaluation.h"

#include <algorithm>
#include <mutex>

namespace headscope {

namespace {

/// A training that was evaluated.
struct Evaluated {
    std::weak_ptr<const PackedTraining> training;
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
std::optional<Evaluated> evaluated(const PackedTrainingPointer& training,
                                   const CancellationToken& token) {
    Evaluated result{training, nullptr};
    const auto taken = takenModel(training);
    if (!taken)
        return result;
    const TakenModel& model = **taken;
    const std::optional<Evaluation> evaluation = evaluate(model.learner, model.parameters, token);
    if (!evaluation)
        return std::nullopt;
    result.evidence = evidenceOf(*evaluation, model.learner.data());
    return result;
}

} // namespace

bool hasLearntWeights(const Experiment& experiment, const PackedTrainingPointer& training) {
    const auto model = experiment.weightSource.kind == WeightSource::Kind::File
                           ? modelOf(experiment, training)
                           : nullptr;
    return model && model->experiment.weights == experiment.weights;
}

std::shared_ptr<const LearntEvidence> learntEvidence(const Experiment& experiment,
                                                     const PackedTrainingPointer& training,
                                                     const CancellationToken& token) {
    static std::mutex mutex;
    static Evaluated last;
    if (!hasLearntWeights(experiment, training))
        return nullptr;
    const std::scoped_lock lock(mutex);
    if (last.training.lock() != training) {
        std::optional<Evaluated> now = evaluated(training, token);
        if (!now)
            return nullptr;
        last = std::move(*now);
    }
    return last.evidence;
}

std::vector<HeadExample> learntExamples(const Experiment& experiment,
                                        const PackedTrainingPointer& training,
                                        const LearntEvidence& evidence) {
    std::vector<HeadExample> examples;
    const auto model = modelOf(experiment, training);
    if (!model || experiment.tokens != model->experiment.tokens ||
        experiment.keyTokens != model->experiment.keyTokens)
        return examples;
    const Dataset& data = model->learner.data();
    for (const HeadEvidence& head : evidence.heads) {
        const std::vector<RelationShare> jobs = head.jobs();
        for (const Reference& pair : data.watched.references) {
            const std::string& name = data.relations[static_cast<std::size_t>(pair.relation)].name;
            if (jobs.empty() || name != jobs.front().relation)
                continue;
            for (const int key : pair.keys)
                examples.push_back({head.scope, head.head, pair.query, key});
        }
    }
    return examples;
}

Result<Experiment> withLearntWeights(const Experiment& experiment,
                                     const PackedTrainingPointer& training) {
    if (!training)
        return makeError(HEADSCOPE_MESSAGE("Message", "nothing was learnt here"));
    const auto model = takenModel(training);
    if (!model)
        return model.error();
    const Experiment& learnt = (*model)->experiment;
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
