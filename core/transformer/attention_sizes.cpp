// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/attention_sizes.h"

namespace headscope {

std::optional<PairSizes> attentionSizes(const ModelConfig& config, const Scope& scope,
                                        const PairSizes& whole) {
    if (config.architecture == Architecture::Attention)
        return scope == Scope() ? std::optional(whole) : std::nullopt;
    const Index layer = scope.layer.value_or(-1);
    if (layer < 0 || layer >= layersOf(config, scope.part) ||
        scope != Scope::of(scope.part, layer, scope.sublayer))
        return std::nullopt;
    const bool reads = config.architecture == Architecture::EncoderDecoder;
    const bool ofSource = reads && scope.part == ModelPart::Encoder;
    PairSizes sizes = whole;
    if (ofSource)
        sizes.queries = whole.keys;
    if (scope.sublayer == Sublayer::CrossAttention && scope.part == ModelPart::Decoder)
        return sizes;
    if (scope.sublayer != Sublayer::SelfAttention)
        return std::nullopt;
    sizes.keys = sizes.queries;
    return sizes;
}

PairSizes wholeSizes(const AttentionProblem& problem) {
    return {problem.batch(), problem.config.heads, problem.queryLength(), problem.keyLength()};
}

} // namespace headscope
