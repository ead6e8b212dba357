// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/stack.h"

#include "transformer/layers/feed_forward.h"
#include "transformer/layers/linear_step.h"
#include "transformer/layers/sublayer.h"

namespace headscope {

namespace {

/// contexts · W_O + b_O of an attention whose heads gave what is said.
Step appendOutputOf(const ModelRun& run, const Scope& scope, const Tensor& contexts) {
    TraceWriter trace(run.trace, scope.path());
    const std::size_t heads =
        trace.add(TensorName::ConcatenatedContext, Operation::Input, contexts);
    const std::size_t weight = appendParameter(trace, run, scope, Role::OutputWeight);
    const Step bias = appendIfThere(trace, run, scope, Role::OutputBias);
    return appendLinear(trace, TensorName::Output, {heads, weight, bias}, run.execution);
}

MaskOptions maskOf(const LayerInputs& around, Index layer) {
    MaskOptions mask = around.mask;
    if (!around.windows.empty())
        mask.window = around.windows[static_cast<std::size_t>(layer)];
    return mask;
}

} // namespace

Step appendLayer(const ModelRun& run, ModelPart stack, Index layer, std::size_t x,
                 const LayerInputs& around) {
    Step step = x;
    for (const Sublayer sublayer : sublayersOf(stack)) {
        const Scope scope = Scope::of(stack, layer, sublayer);
        step = appendSublayer(run, scope, *step, [&](std::size_t input) {
            if (sublayer == Sublayer::FeedForward)
                return appendFeedForward(run, scope, input);
            if (sublayer == Sublayer::SelfAttention && around.contexts)
                return appendOutputOf(run, scope, *around.contexts);
            if (sublayer == Sublayer::SelfAttention)
                return appendAttentionBlock(run, scope, {input, input, input},
                                            maskOf(around, layer));
            return appendAttentionBlock(run, scope, {input, around.memory, around.memory},
                                        around.sourceMask);
        });
        if (!step)
            return std::nullopt;
    }
    return step;
}

Step appendStack(const ModelRun& run, ModelPart stack, std::size_t x, const LayerInputs& around,
                 Index from) {
    const ModelConfig& config = run.problem.config;
    Step step = x;
    for (Index layer = from; step && layer < layersOf(config, stack); ++layer) {
        const std::size_t input = *step;
        const std::size_t begin = run.trace.steps().size();
        step = appendLayer(run, stack, layer, input, around);
        if (step && around.behindLayer)
            around.behindLayer(layer, input, begin);
    }
    if (!step || layersOf(config, stack) == 0 || !hasLastNorm(config))
        return step;
    return appendNorm(run, Scope::lastNorm(stack), *step);
}

} // namespace headscope
