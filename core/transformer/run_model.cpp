// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/run_model.h"

#include "trace/complete_trace.h"
#include "transformer/layers/model_steps.h"

namespace headscope {

namespace {

Index multiplyAddsOfALayer(const ModelProblem& problem, const HeadSizes& sizes) {
    const AttentionConfig& config = problem.attention.config;
    const Index batch =
        problem.attention.queryInput.size(config.layout == Layout::SequenceFirst ? 1 : 0);
    const Index rows =
        problem.attention.queryInput.elementCount() / problem.attention.queryInput.size(2);
    const Index width = config.heads * (sizes.keyDim + sizes.valueDim);
    Index weights = 2 * width * config.modelDim;
    if (problem.config.architecture != Architecture::Attention)
        weights += (problem.config.gated ? 3 : 2) * config.modelDim *
                   *feedForwardDim(problem.config, config.modelDim);
    return rows * (weights + rows / batch * width);
}

} // namespace

Result<Trace> runModel(const ModelProblem& problem, const RunOptions& options) {
    if (problem.config.architecture == Architecture::Attention && !problem.config.positions &&
        !problem.config.rotaryTheta)
        return runAttention(problem.attention, options);
    if (const Status valid = validate(problem, options.cancellation); !valid)
        return valid.error();
    const HeadSizes sizes = *headSizes(problem.attention.config);
    const Execution execution =
        executionOf(multiplyAddsOfALayer(problem, sizes), options.threads, options.cancellation);
    return completeTrace([&](Trace& trace) {
        const std::size_t stages = tensorNameCount + 12;
        trace.reserve(stages * (1 + problem.attention.weights.entries().size() / 8));
        const ModelRun run = {trace, problem, sizes, execution};
        return static_cast<bool>(appendModel(run, appendInputs(run)));
    });
}

} // namespace headscope
