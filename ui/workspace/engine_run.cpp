// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/engine_run.h"

#include "examples/origin.h"
#include "experiment/given_tensors.h"
#include "scene/pooled_panel.h"
#include "support/parallel.h"
#include "tensor/block_cache.h"
#include "transformer/model_memory.h"
#include "transformer/run_model.h"

#include <chrono>
#include <thread>

namespace headscope {

namespace {

/// Smaller experiments are not asked about: no machine that shows a window lacks that.
constexpr Index alwaysThere = Index{64} << 20;

/// The sentence, and the numbers for those who ask back.
std::optional<MemoryShortage> shortageOf(const RunRequest& request, const ModelProblem& problem,
                                         const CancellationToken& token) {
    if (!request.availableMemory || !validate(problem, token))
        return std::nullopt; // what is wrong with it is for the run to say
    const std::optional<Index> needed = memoryNeed(problem);
    if (!needed || *needed <= alwaysThere)
        return std::nullopt;
    std::optional<Index> available = request.availableMemory();
    if (available && *needed > *available) {
        block_cache::trim(); // what nobody needs is free, too
        available = request.availableMemory();
    }
    if (!available || *needed <= *available)
        return std::nullopt;
    return MemoryShortage{*needed, *available};
}

/// Makes the weights that nobody has read yet, each in one go, and asks in between whether
/// they are still wanted.
void makeNumbers(const Experiment& experiment, const Execution& execution) {
    std::vector<Tensor> tensors;
    forEachTensor(experiment, [&](const Tensor& tensor) { tensors.push_back(tensor); });
    parallelFor(static_cast<Index>(tensors.size()), execution,
                [&](Index i) { (void)tensors[static_cast<std::size_t>(i)].data(); });
}

Error sentenceFor(const MemoryShortage& shortage) {
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "not computed: it needs %1 MiB of memory and %2 MiB are "
                                       "free; use fewer layers, tokens or heads"),
                     shortage.neededMebibytes(), shortage.availableMebibytes());
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
    const Execution execution{static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
                              token};
    makeNumbers(*request.experiment, execution);
    const ModelProblem problem = modelProblemOf(*request.experiment);
    outcome.shortage = shortageOf(request, problem, token);
    if (outcome.shortage) {
        outcome.error = sentenceFor(*outcome.shortage);
        return outcome;
    }
    RunOptions options;
    options.cancellation = execution.cancellation;
    options.threads = execution.threads;
    const auto start = std::chrono::steady_clock::now();
    Result<Trace> trace = runModel(problem, options);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    outcome.milliseconds = elapsed.count();
    if (trace)
        outcome.run =
            runOf(*request.experiment, std::make_shared<const Trace>(std::move(trace).value()));
    else
        outcome.error = trace.error();
    return outcome;
}

} // namespace headscope
