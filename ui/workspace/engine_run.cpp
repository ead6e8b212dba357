// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/engine_run.h"

#include "checkpoint/model_source.h"
#include "examples/origin.h"
#include "experiment/compact_experiment.h"
#include "experiment/given_tensors.h"
#include "scene/panels/pooled_panel.h"
#include "scene/prepared_stage.h"
#include "support/execution.h"
#include "support/parallel.h"
#include "tensor/block_cache.h"
#include "tensor/recipes.h"
#include "transformer/model_memory.h"
#include "transformer/run_model.h"

#include <chrono>
#include <vector>

namespace headscope {

namespace {

/// Smaller experiments are not asked about: no machine that shows a window lacks that.
constexpr Index alwaysThere = Index{64} << 20;

/// Nothing where there is room for so many bytes, or nobody asked.
std::optional<MemoryShortage> shortageOf(const RunRequest& request, Index needed) {
    if (!request.availableMemory || needed <= alwaysThere)
        return std::nullopt;
    std::optional<Index> available = request.availableMemory();
    if (available && needed > *available) {
        block_cache::trim(); // what nobody needs is free, too
        available = request.availableMemory();
    }
    if (!available || needed <= *available)
        return std::nullopt;
    return MemoryShortage{needed, *available};
}

/// Weights that nobody has read yet: no system counts them as taken.
std::vector<Tensor> weightsToMake(const Experiment& experiment) {
    std::vector<Tensor> weights;
    forEachTensor(experiment, [&](const Tensor& tensor) {
        if (recipes::bytesToMake(tensor) > 0)
            weights.push_back(tensor);
    });
    return weights;
}

/// The limits of an experiment keep the sum far below what an Index holds.
Index bytesToMake(const std::vector<Tensor>& weights) {
    Index bytes = 0;
    for (const Tensor& tensor : weights)
        bytes += recipes::bytesToMake(tensor);
    return bytes;
}

/// What is wrong with a problem is for the run to say.
std::optional<MemoryShortage> shortageOf(const RunRequest& request, const ModelProblem& problem,
                                         const CancellationToken& token) {
    const bool asked = request.availableMemory && validate(problem, token);
    const std::optional<Index> needed = asked ? memoryNeed(problem) : std::nullopt;
    return needed ? shortageOf(request, *needed) : std::nullopt;
}

/// Each in one go; asks in between whether they are still wanted.
void makeNumbers(const std::vector<Tensor>& weights, const Execution& execution) {
    parallelFor(static_cast<Index>(weights.size()), execution,
                [&](Index i) { (void)weights[static_cast<std::size_t>(i)].data(); });
}

Error sentenceFor(const MemoryShortage& shortage) {
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "not computed: it needs %1 MiB of memory and %2 MiB are "
                                       "free; use fewer layers, tokens or heads"),
                     shortage.neededMebibytes(), shortage.availableMebibytes());
}

/// A run, and how long it took.
template <class Make> void measure(RunOutcome& outcome, const Make& make) {
    const auto begun = std::chrono::steady_clock::now();
    auto run = make();
    outcome.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
    if (run)
        outcome.run = std::move(*run);
    else
        outcome.error = run.error();
}

} // namespace

std::optional<Index> memoryNeed(const ModelProblem& problem) {
    const std::optional<Index> trace = traceBytes(problem);
    if (!trace)
        return std::nullopt;
    const Index queries = problem.attention.queryLength();
    const Index keys = problem.attention.keyLength();
    // Mean and largest of the heads are whole matrices, the others are pooled.
    const Index pictures =
        2 * queries * keys * Index{sizeof(float)} +
        (problem.attention.config.heads + 2) * PanelLevels::mostBytes(queries, keys);
    return *trace + pictures;
}

RunOutcome runEngine(const RunRequest& request, const CancellationToken& token) {
    RunOutcome outcome;
    outcome.revision = request.revision;
    const Execution execution{allThreads(), token};
    const auto lacks = [&](const std::optional<MemoryShortage>& shortage) {
        outcome.shortage = shortage;
        if (shortage)
            outcome.error = sentenceFor(*shortage);
        return shortage.has_value();
    };
    if (const FileAttentionPointer attention = request.source.attention()) {
        measure(outcome, [&] { return runOf(*attention); });
        return outcome;
    }
    if (const ModelSourcePointer model = request.source.model()) {
        Result<ModelWords> words = wordsOf(*model);
        if (!words) {
            outcome.error = words.error();
            return outcome;
        }
        // Where heads are off and the run with all of them is not there, both are for a while.
        const Index runs = model->off.any() && !request.known ? 2 : 1;
        const OpenModel& opened = *model->model;
        // Pages look at all layers again and again.
        const RunOptions options =
            leanOptions(opened, words->ids, false, WeightsRead::Often,
                        {execution.cancellation, execution.threads},
                        [&](Index need) { return !shortageOf(request, runs * need); });
        if (lacks(shortageOf(request, runs * memoryNeed(opened, words->ids, false, options))))
            return outcome;
        measure(outcome, [&] {
            return runOf(*model, std::move(*words), options, {request.knownSource, request.known});
        });
        return outcome;
    }
    const ExperimentPointer experiment = request.source.experiment();
    // Nothing can be validated before the weights are there, and they may be more than fit.
    const std::vector<Tensor> weights = weightsToMake(*experiment);
    if (lacks(shortageOf(request, bytesToMake(weights))))
        return outcome;
    makeNumbers(weights, execution);
    const ModelProblem problem = modelProblemOf(*experiment);
    if (lacks(shortageOf(request, problem, token)))
        return outcome;
    RunOptions options;
    options.cancellation = execution.cancellation;
    options.threads = execution.threads;
    const auto start = std::chrono::steady_clock::now();
    Result<Trace> trace = runModel(problem, options);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    outcome.milliseconds = elapsed.count();
    if (trace)
        outcome.run = runOf(*experiment, std::make_shared<const Trace>(std::move(trace).value()),
                            request.source.training(), token);
    else
        outcome.error = trace.error();
    return outcome;
}

Index heldBytes(std::initializer_list<const Trace*> traces,
                std::initializer_list<const PreparedStage*> stages) {
    CountedMemory counted;
    const auto add = [&counted](const Tensor& tensor) {
        if (recipes::bytesToMake(tensor) == 0)
            counted.add(tensor.storage().get(),
                        static_cast<std::size_t>(tensor.storageSize()) * sizeof(float));
    };
    for (const Trace* trace : traces) {
        for (std::size_t i = 0; trace && i < trace->steps().size(); ++i)
            add((*trace)[i].result);
    }
    for (const PreparedStage* stage : stages) {
        for (std::size_t i = 0; stage && i < stage->panels.size(); ++i)
            add(stage->panels[i].panel.matrix);
    }
    return static_cast<Index>(counted.bytes());
}

} // namespace headscope
