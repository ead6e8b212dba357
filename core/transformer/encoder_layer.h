// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model_run.h"

namespace headscope {

/// Self-attention, then feed-forward, each with its norm and its residual
/// connection; as nn.TransformerEncoderLayer. `scope` is "encoder/<i>", `x` the
/// step that goes in, [batch, sequence, d_model]; gives the step that comes out.
Step appendEncoderLayer(const ModelRun& run, const std::string& scope, std::size_t x,
                        const EncoderLayerWeights& weights, const MaskOptions& mask);

} // namespace headscope
