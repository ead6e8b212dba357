// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"

#include <vector>

namespace headscope {

enum class Architecture : std::uint8_t {
    Attention,      ///< one multi-head attention, nothing around it
    Encoder,        ///< a stack of encoder layers (with a causal mask: a decoder-only model)
    EncoderDecoder, ///< a stack of encoder layers, then one of decoder layers
};
enum class NormKind : std::uint8_t {
    Layer, ///< every token by itself, over its features
    Batch, ///< every feature by itself, over all tokens of the batch
};
enum class NormPlacement : std::uint8_t {
    Post, ///< norm(x + f(x)), as in Vaswani et al. 2017
    Pre,  ///< x + f(norm(x)), and one more norm behind the last layer
};
enum class Activation : std::uint8_t { Relu, Gelu };

inline constexpr Index maximumLayers = 12;

/// What stands around attention.
struct ModelConfig {
    Architecture architecture = Architecture::Attention;
    Index layers = 1;                    ///< 1 … 12, of the encoder and of the decoder alike
    std::optional<Index> feedForwardDim; ///< d_ff; automatic: 4 · d_model
    Activation activation = Activation::Relu;
    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    float epsilon = 1e-5F;
    bool residual = true;
    bool positions = false; ///< sinusoidal encoding added to the embeddings; of any architecture
    /// The norm that was not chosen stands in the trace too, made of the same matrix
    /// with the same γ and β, in the scope "<norm>/batch" or "<norm>/layer".
    bool compareNorms = false;

    bool operator==(const ModelConfig&) const = default;
};

/// d_ff once the automatic size is filled in; an Error where it is below 1 or too large to count.
Result<Index> feedForwardDim(const ModelConfig& config, Index modelDim);

struct NormWeights {
    Tensor gain;  ///< γ [d_model]
    Tensor shift; ///< β [d_model]
    bool operator==(const NormWeights&) const = default;
};

/// activation(x·W_1 + b_1)·W_2 + b_2 (Vaswani et al. 2017, section 3.3).
struct FeedForwardWeights {
    Tensor hidden;     ///< W_1 [d_model, d_ff]
    Tensor hiddenBias; ///< [d_ff]
    Tensor output;     ///< W_2 [d_ff, d_model]
    Tensor outputBias; ///< [d_model]
    bool operator==(const FeedForwardWeights&) const = default;
};

struct EncoderLayerWeights {
    AttentionWeights selfAttention;
    NormWeights selfAttentionNorm;
    FeedForwardWeights feedForward;
    NormWeights feedForwardNorm;
    bool operator==(const EncoderLayerWeights&) const = default;
};

struct DecoderLayerWeights {
    AttentionWeights selfAttention; ///< under the mask
    NormWeights selfAttentionNorm;
    AttentionWeights crossAttention; ///< queries of the decoder, keys and values of the encoder
    NormWeights crossAttentionNorm;
    FeedForwardWeights feedForward;
    NormWeights feedForwardNorm;
    bool operator==(const DecoderLayerWeights&) const = default;
};

/// From the last layer to the next word.
struct PredictionWeights {
    Tensor weight; ///< [d_model, vocabulary]
    Tensor bias;   ///< [vocabulary]
    bool operator==(const PredictionWeights&) const = default;
};

struct ModelWeights {
    std::vector<EncoderLayerWeights> encoder; ///< one for each layer
    std::vector<DecoderLayerWeights> decoder; ///< EncoderDecoder only
    std::optional<NormWeights> encoderNorm;   ///< behind the last layer; where placement is Pre
    std::optional<NormWeights> decoderNorm;
    std::optional<PredictionWeights> prediction; ///< nothing: the model ends with its last layer
    bool operator==(const ModelWeights&) const = default;
};

/// All that one run of a model needs.
///
/// Architecture::Attention: `attention` says everything.
/// Encoder: queryInput is the sequence, `mask` holds in every layer.
/// EncoderDecoder: queryInput is the target (what the decoder has so far), keyInput
/// the source; `mask` holds in the decoder's self-attention (its keyPadding is the
/// target's), sourcePadding in the encoder and in the cross-attention.
/// In the latter two `attention.weights` is unused.
struct ModelProblem {
    AttentionProblem attention;
    ModelConfig config;
    ModelWeights weights;
    std::optional<Tensor> sourcePadding; ///< [batch, key], 1 = a real token
};

} // namespace headscope
