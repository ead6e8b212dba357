// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/encoder_layer.h"

#include "transformer/sublayer.h"

namespace headscope {

Step appendEncoderLayer(const ModelRun& run, const std::string& scope, std::size_t x,
                        const EncoderLayerWeights& weights, const MaskOptions& mask) {
    const std::string attention = scope + "/self_attention";
    const Step attended =
        appendSublayer(run, attention, x, weights.selfAttentionNorm, [&](std::size_t input) {
            return appendAttentionBlock(run, attention, {input, input, input},
                                        weights.selfAttention, mask);
        });
    if (!attended)
        return std::nullopt;
    const std::string feedForward = scope + "/feed_forward";
    return appendSublayer(
        run, feedForward, *attended, weights.feedForwardNorm, [&](std::size_t input) {
            return appendFeedForwardBlock(run, feedForward, input, weights.feedForward);
        });
}

} // namespace headscope
