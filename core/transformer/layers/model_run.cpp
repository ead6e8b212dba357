// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/model_run.h"

#include "support/hashes.h"
#include "transformer/layers/norm_steps.h"
#include "transformer/layers/switch_heads.h"

namespace headscope {

std::uint64_t dropoutSeedOf(std::uint64_t seed, std::string_view scope) {
    return scope.empty() ? seed : seed ^ hashes::ofText(scope);
}

std::size_t appendParameter(TraceWriter& writer, const ModelRun& run, const Scope& scope,
                            Role role) {
    return writer.add(tensorName(role), Operation::Parameter,
                      run.weights().at(role, scope).contiguous().withAxes(infoOf(role).axes));
}

Step appendIfThere(TraceWriter& writer, const ModelRun& run, const Scope& scope, Role role) {
    return run.weights().find(role, scope) ? Step(appendParameter(writer, run, scope, role))
                                           : std::nullopt;
}

Step appendAttentionBlock(const ModelRun& run, const Scope& scope, const AttentionInputs& inputs,
                          const MaskOptions& mask) {
    AttentionConfig config = run.problem.attention.config;
    const std::string path = scope.path();
    config.dropoutSeed = dropoutSeedOf(config.dropoutSeed, path);
    if (scope.sublayer != Sublayer::CrossAttention)
        config.rotaryTheta = run.problem.config.rotaryTheta;
    config.rotaryScaling = run.problem.config.rotaryScaling;
    HeadSizes sizes = run.sizes;
    if (run.problem.config.scaleByLayer && scope.layer)
        sizes.scale /= static_cast<float>(*scope.layer + 1);
    TraceWriter writer(run.trace, path);
    AttentionSettings settings = {config,
                                  run.weights(),
                                  scope,
                                  mask,
                                  sizes,
                                  run.problem.attention.typedNumbers,
                                  run.problem.attention.scoresLater};
    if (run.weights().find(Role::NormGain, scope.queryNorm()))
        settings.normHeads = [&](std::size_t heads, bool ofKeys) {
            return appendNorm(run, ofKeys ? scope.keyNorm() : scope.queryNorm(), heads);
        };
    if (run.cache && scope.sublayer == Sublayer::SelfAttention) {
        settings.firstPlace = run.cache->length();
        settings.withEarlier = [&](const Tensor& heads, bool ofKeys) {
            return run.cache->extended(scope, ofKeys, heads);
        };
    }
    const std::vector<Index> off = run.off ? run.off->of(scope) : std::vector<Index>();
    if (!off.empty())
        settings.switchHeads = [&](std::size_t contexts) {
            return appendSwitchedHeads(writer, contexts, {off, run.off->by, sizes.valueDim});
        };
    return appendAttention(writer, inputs, settings, run.execution);
}

} // namespace headscope
