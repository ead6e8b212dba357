// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/recorded_step.h"

#include "examples/origin.h"
#include "experiment/compact_experiment.h"
#include "experiment/experiment.h"
#include "operations/backward/gradients.h"
#include "transformer/run_model.h"

#include <algorithm>

namespace headscope {

namespace {

/// The last step of a name in a scope below `prefix`.
const TraceStep* lastOf(const Trace& run, TensorName name, std::string_view prefix) {
    const TraceStep* found = nullptr;
    for (const TraceStep& step : run.steps()) {
        if (step.name == name && step.scope.starts_with(prefix))
            found = &step;
    }
    return found;
}

StepStop stop(StepStop::Kind kind, const Tensor& tensor) {
    StepStop made;
    made.kind = kind;
    made.shape = tensor.shape();
    made.axes = tensor.axes();
    return made;
}

StepStop attentionStop(StepStop::Kind kind, const TraceStep& weights) {
    StepStop made = stop(kind, weights.result);
    made.scope = weights.scope;
    made.attention = true;
    return made;
}

} // namespace

const WatchedAttention* RecordedStep::find(std::string_view scope) const {
    const auto found = std::ranges::find(attentions, scope, &WatchedAttention::scope);
    return found == attentions.end() ? nullptr : &*found;
}

RecordedStep recordedStep(const Learner& learner, std::shared_ptr<const TrainingRecord> record) {
    RecordedStep made;
    const Sample* const only = &learner.data().watched;
    const Batch batch = learner.batchOf({&only, 1}, "watched", 0);
    const auto pass =
        learner.forward(record->parameters, batch, learner.recipe().smoothing, std::nullopt);
    Gradients gradients(pass->run);
    gradients.goBack(pass->loss);
    const Tensor logits = pass->run[pass->logits].result.contiguous();
    const auto classes = static_cast<Index>(learner.data().classes.size());
    made.logits = Tensor::fromValues({logits.elementCount() / classes, classes},
                                     {Axis::Sequence, Axis::Vocabulary}, logits.values());
    for (const float target : batch.targets.contiguous().values())
        made.targets.push_back(static_cast<int>(target));
    made.loss = static_cast<double>(*pass->run[pass->loss].result.data());
    for (const TraceStep& step : pass->run.steps()) {
        if (step.name != TensorName::AttentionWeights)
            continue;
        WatchedAttention attention;
        attention.scope = step.scope;
        attention.weights = step.result.contiguous();
        const auto scaled = *pass->run.indexOf(TensorName::ScaledScores, step.scope);
        const TraceStep* masked = pass->run.find(TensorName::MaskedScores, step.scope);
        attention.scores = (masked ? *masked : pass->run[scaled]).result.contiguous();
        attention.gradient = gradients.has(scaled)
                                 ? gradients[scaled].contiguous()
                                 : Tensor::filled(step.result.shape(), step.result.axes(), 0);
        made.attentions.push_back(std::move(attention));
    }
    made.record = std::move(record);
    return made;
}

std::shared_ptr<const Experiment> watchedExperiment(const Learner& learner,
                                                    const TrainingRecord& record) {
    return std::make_shared<const Experiment>(
        learner.experiment(record.parameters, learner.data().watched));
}

std::shared_ptr<const Run> watchedRun(const Learner& learner, const TrainingRecord& record) {
    const std::shared_ptr<const Experiment> experiment = watchedExperiment(learner, record);
    Result<Trace> trace = runModel(modelProblemOf(*experiment));
    if (!trace)
        return nullptr; // a record is of a model that ran
    return runOf(*experiment, std::make_shared<const Trace>(std::move(trace).value()));
}

std::vector<StepStop> stopsOf(const Training& training) {
    using enum StepStop::Kind;
    const Training::OneStep one = training.lookAtStep();
    const Trace& run = one.run;
    const Batch batch = training.learner().batchAt(training.stepsDone());
    std::vector<StepStop> stops;
    stops.push_back(stop(Data, batch.source ? *batch.source : batch.tokens));
    const bool translation = training.data().isTranslation();
    const auto add = [&](StepStop::Kind kind, std::string_view part) {
        if (const TraceStep* found = lastOf(run, TensorName::AttentionWeights, part))
            stops.push_back(attentionStop(kind, *found));
    };
    // Of several layers the last one; the page's chips show the others.
    if (translation) {
        add(Encoder, "encoder/");
        for (const TraceStep& step : run.steps()) {
            if (step.name != TensorName::AttentionWeights || !step.scope.starts_with("decoder/"))
                continue;
            const bool cross = step.scope.ends_with("cross_attention");
            std::erase_if(stops,
                          [&](const StepStop& s) { return s.kind == (cross ? Cross : Self); });
            stops.push_back(attentionStop(cross ? Cross : Self, step));
        }
    } else {
        add(Self, "");
    }
    for (const TraceStep& step : run.steps()) {
        if (step.name != TensorName::Loss)
            continue;
        stops.push_back(stop(Logits, run[step.operands[0]].result));
        stops.push_back(stop(Loss, step.result));
        stops.back().shape = {};
        stops.back().axes = {};
    }
    for (const auto kind : {Gradient, Optimiser}) {
        StepStop made;
        made.kind = kind;
        made.shape = {training.parameterCount()};
        made.axes = {Axis::Feature};
        stops.push_back(made);
    }
    return stops;
}

} // namespace headscope
