// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/stack.h"

#include "transformer/feed_forward.h"
#include "transformer/sublayer.h"

namespace headscope {

Step appendLayer(const ModelRun& run, ModelPart stack, Index layer, std::size_t x,
                 const LayerSurroundings& around) {
    Step step = x;
    for (const Sublayer sublayer : sublayersOf(stack)) {
        const Scope scope = Scope::of(stack, layer, sublayer);
        step = appendSublayer(run, scope, *step, [&](std::size_t input) {
            if (sublayer == Sublayer::FeedForward)
                return appendFeedForward(run, scope, input);
            if (sublayer == Sublayer::SelfAttention)
                return appendAttentionBlock(run, scope, {input, input, input}, around.mask);
            return appendAttentionBlock(run, scope, {input, around.memory, around.memory},
                                        around.sourceMask);
        });
        if (!step)
            return std::nullopt;
    }
    return step;
}

Step appendStack(const ModelRun& run, ModelPart stack, std::size_t x,
                 const LayerSurroundings& around) {
    const ModelConfig& config = run.problem.config;
    Step step = x;
    for (Index layer = 0; step && layer < layersOf(config, stack); ++layer)
        step = appendLayer(run, stack, layer, *step, around);
    if (!step || config.placement == NormPlacement::Post)
        return step;
    return appendNorm(run, Scope::lastNorm(stack), *step);
}

} // namespace headscope
