// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"

#include <functional>
#include <optional>
#include <span>

namespace headscope {

/// What a layer reads beside the step that goes in, and under which masks.
struct LayerInputs {
    MaskOptions mask; ///< of the self-attention
    /// The window of the self-attention in each layer, where they differ; else that of the mask.
    std::span<const std::optional<Index>> windows = {};
    std::size_t memory = 0;      ///< the encoder's output, which cross-attention looks at
    MaskOptions sourceMask = {}; ///< of the cross-attention
    /// What the heads of the self-attention give, side by side [batch, sequence, heads·d_v], in the
    /// place of what they would; nullptr: they are computed.
    const Tensor* contexts = nullptr;
    /// Called behind each layer of a stack, with its input and the first step that it appended.
    std::function<void(Index layer, std::size_t input, std::size_t begin)> behindLayer = {};
};

/// The sublayers of a layer one after the other, each with its norm and its residual
/// connection; as nn.TransformerEncoderLayer and nn.TransformerDecoderLayer. Gives the step
/// that comes out, [batch, sequence, d_model] as `x`.
Step appendLayer(const ModelRun& run, ModelPart stack, Index layer, std::size_t x,
                 const LayerInputs& around);

/// All layers from one on, one after the other, and one more norm where the norms come first.
Step appendStack(const ModelRun& run, ModelPart stack, std::size_t x, const LayerInputs& around,
                 Index from = 0);

} // namespace headscope
