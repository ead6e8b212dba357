// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/stack.h"

#include "transformer/decoder_layer.h"
#include "transformer/encoder_layer.h"
#include "transformer/norm_steps.h"

namespace headscope {

namespace {

Step withLastNorm(const ModelRun& run, const std::string& scope, Step x,
                  const std::optional<NormWeights>& weights) {
    const ModelConfig& config = run.problem.config;
    if (!x || config.placement == NormPlacement::Post)
        return x;
    return appendNorm(run.trace, scope, *x, *weights, config, run.execution);
}

} // namespace

Step appendEncoder(const ModelRun& run, std::size_t x, const MaskOptions& mask) {
    const ModelWeights& weights = run.problem.weights;
    Step step = x;
    for (std::size_t i = 0; step && i < weights.encoder.size(); ++i)
        step = appendEncoderLayer(run, "encoder/" + std::to_string(i), *step, weights.encoder[i],
                                  mask);
    return withLastNorm(run, "encoder/norm", step, weights.encoderNorm);
}

Step appendDecoder(const ModelRun& run, std::size_t x, std::size_t memory,
                   const MaskOptions& sourceMask) {
    const ModelWeights& weights = run.problem.weights;
    const MaskOptions& mask = run.problem.attention.mask;
    Step step = x;
    for (std::size_t i = 0; step && i < weights.decoder.size(); ++i)
        step = appendDecoderLayer(run, "decoder/" + std::to_string(i), *step, memory,
                                  weights.decoder[i], mask, sourceMask);
    return withLastNorm(run, "decoder/norm", step, weights.decoderNorm);
}

} // namespace headscope
