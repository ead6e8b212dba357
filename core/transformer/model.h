// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"
#include "trace/operation.h"

namespace headscope {

enum class Architecture : std::uint8_t {
    Attention,      ///< one multi-head attention, nothing around it
    Encoder,        ///< a stack of encoder layers (with a causal mask: a decoder-only model)
    EncoderDecoder, ///< a stack of encoder layers, then one of decoder layers
};
enum class NormKind : std::uint8_t {
    Layer, ///< every token by itself, over its features
    Batch, ///< every feature by itself, over all tokens of the batch
    Rms,   ///< every token by its root mean square alone: no mean is taken off, and there is no β
};
enum class NormPlacement : std::uint8_t {
    Post, ///< norm(x + f(x)), as in Vaswani et al. 2017
    Pre,  ///< x + f(norm(x))
};

/// What stands around attention.
struct ModelConfig {
    Architecture architecture = Architecture::Attention;
    Index layers = 1; ///< of the encoder; 0 where a decoder stands on the bare source
    std::optional<Index> decoderLayers = {};  ///< automatic: as many as the encoder has
    std::optional<Index> feedForwardDim = {}; ///< d_ff; automatic: 4 · d_model
    Activation activation = Activation::Relu;
    /// (activation(x·W_G + b_G) · (x·W_1 + b_1))·W_2 + b_2 (Shazeer: "GLU variants improve
    /// transformer", 2020), as in Llama.
    bool gated = false;
    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    /// Whether one more norm stands behind the last layer of each stack; automatic: where norms
    /// stand before. nn.Transformer has one behind layers whose norms stand behind, too.
    std::optional<bool> lastNorm = {};
    float epsilon = 1e-5F;
    bool residual = true;
    bool positions = false; ///< sinusoidal encoding added to the embeddings; of any architecture
    /// θ of rotary positions in every self-attention and in plain attention: 10000 in the paper.
    std::optional<float> rotaryTheta = {};
    RotaryScaling rotaryScaling = {};
    /// The scores of layer i (from 0) are divided by i + 1 besides (Mistral's GPT-2:
    /// scale_attn_by_inverse_layer_idx).
    bool scaleByLayer = false;
    /// Another norm stands in the trace too, made of the same matrix with the same γ and β, in
    /// the scope "<norm>/batch" beside a layer norm, else "<norm>/layer".
    bool compareNorms = false;

    bool operator==(const ModelConfig&) const = default;
};

/// Whether a norm stands behind the last layer, once the automatic answer is filled in.
bool hasLastNorm(const ModelConfig& config);

/// How many layers a stack has; 0 of a part that is none, or that the architecture lacks.
Index layersOf(const ModelConfig& config, ModelPart stack);

/// d_ff once the automatic size is filled in; an Error where it is below 1 or too large to count.
Result<Index> feedForwardDim(const ModelConfig& config, Index modelDim);

/// All that one run of a model needs.
///
/// Architecture::Attention: `attention` says everything.
/// Encoder: queryInput is the sequence, `mask` holds in every layer.
/// EncoderDecoder: queryInput is the target (what the decoder has so far), keyInput
/// the source; `mask` holds in the decoder's self-attention (its keyPadding is the
/// target's), sourcePadding in the encoder and in the cross-attention.
/// `attention.weights` holds the parameters of all blocks, and those of the prediction where
/// there is one.
struct ModelProblem {
    AttentionProblem attention;
    ModelConfig config;
    std::optional<Tensor> sourcePadding; ///< [batch, key], 1 = a real token
};

} // namespace headscope
