// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/decoder_layer.h"

#include "transformer/sublayer.h"

namespace headscope {

Step appendDecoderLayer(const ModelRun& run, const std::string& scope, std::size_t x,
                        std::size_t memory, const DecoderLayerWeights& weights,
                        const MaskOptions& mask, const MaskOptions& sourceMask) {
    const std::string self = scope + "/self_attention";
    const Step first =
        appendSublayer(run, self, x, weights.selfAttentionNorm, [&](std::size_t input) {
            return appendAttentionBlock(run, self, {input, input, input}, weights.selfAttention,
                                        mask);
        });
    if (!first)
        return std::nullopt;
    const std::string cross = scope + "/cross_attention";
    const Step second =
        appendSublayer(run, cross, *first, weights.crossAttentionNorm, [&](std::size_t input) {
            return appendAttentionBlock(run, cross, {input, memory, memory}, weights.crossAttention,
                                        sourceMask);
        });
    if (!second)
        return std::nullopt;
    const std::string feedForward = scope + "/feed_forward";
    return appendSublayer(
        run, feedForward, *second, weights.feedForwardNorm, [&](std::size_t input) {
            return appendFeedForwardBlock(run, feedForward, input, weights.feedForward);
        });
}

} // namespace headscope
