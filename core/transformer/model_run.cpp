// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/model_run.h"

#include "transformer/feed_forward.h"

namespace headscope {

std::uint64_t dropoutSeedOf(std::uint64_t seed, std::string_view scope) {
    if (scope.empty())
        return seed;
    std::uint64_t hash = 0xCBF29CE484222325ULL; // FNV-1a
    for (const char c : scope)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return seed ^ hash;
}

Step appendAttentionBlock(const ModelRun& run, const std::string& scope,
                          const AttentionInputs& inputs, const AttentionWeights& weights,
                          const MaskOptions& mask) {
    AttentionConfig config = run.problem.attention.config;
    config.dropoutSeed = dropoutSeedOf(config.dropoutSeed, scope);
    TraceWriter writer(run.trace, scope);
    return appendAttention(writer, inputs, {config, weights, mask, run.sizes}, run.execution);
}

Step appendFeedForwardBlock(const ModelRun& run, const std::string& scope, std::size_t x,
                            const FeedForwardWeights& weights) {
    TraceWriter writer(run.trace, scope);
    return appendFeedForward(writer, x, weights, run.problem.config.activation, run.execution);
}

} // namespace headscope
