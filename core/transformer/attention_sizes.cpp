// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/attention_sizes.h"

namespace headscope {

AttentionSides sidesOf(bool translates, const Scope& scope) {
    const bool encodes = translates && scope.part == ModelPart::Encoder;
    return {encodes, encodes || (translates && scope.sublayer == Sublayer::CrossAttention)};
}

std::optional<PairSizes> attentionSizes(const ModelConfig& config, const Scope& scope,
                                        const PairSizes& whole) {
    if (config.architecture == Architecture::Attention)
        return scope == Scope() ? std::optional(whole) : std::nullopt;
    const Index layer = scope.layer.value_or(-1);
    if (layer < 0 || layer >= layersOf(config, scope.part) ||
        scope != Scope::of(scope.part, layer, scope.sublayer))
        return std::nullopt;
    const bool crosses =
        scope.sublayer == Sublayer::CrossAttention && scope.part == ModelPart::Decoder;
    if (!crosses && scope.sublayer != Sublayer::SelfAttention)
        return std::nullopt;
    const AttentionSides sides =
        sidesOf(config.architecture == Architecture::EncoderDecoder, scope);
    PairSizes sizes = whole;
    sizes.queries = sides.sourceQueries ? whole.keys : whole.queries;
    sizes.keys = sides.sourceKeys ? whole.keys : sizes.queries;
    return sizes;
}

PairSizes wholeSizes(const AttentionProblem& problem) {
    return {problem.batch(), problem.config.heads, problem.queryLength(), problem.keyLength()};
}

} // namespace headscope
