// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model_run.h"

namespace headscope {

/// Self-attention under the mask of the target, attention to the encoder's
/// output under the padding of the source, then feed-forward, each with its norm
/// and its residual connection; as nn.TransformerDecoderLayer. `scope` is
/// "decoder/<i>", `x` the step that goes in, `memory` the encoder's output.
Step appendDecoderLayer(const ModelRun& run, const std::string& scope, std::size_t x,
                        std::size_t memory, const DecoderLayerWeights& weights,
                        const MaskOptions& mask, const MaskOptions& sourceMask);

} // namespace headscope
