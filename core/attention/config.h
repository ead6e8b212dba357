// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tensor/dims.h"
#include "trace/fully_masked.h"

#include <cstdint>
#include <optional>

namespace headscope {

/// The order of the axes throughout a trace.
enum class Layout : std::uint8_t {
    BatchFirst,    ///< [batch, sequence, d_model], scores [batch, heads, query, key]
    SequenceFirst, ///< [sequence, batch, d_model], scores [query, key, batch, heads]
};
/// How the weights of the heads are held; the numbers are the same.
enum class WeightLayout : std::uint8_t {
    Fused,   ///< one W_Q [d_model, heads·d_k] for all heads, as in PyTorch
    PerHead, ///< one W_Q [d_model, d_k] for every head, as in textbooks
};
/// How the frequencies of rotary positions are stretched for texts longer than those that a model
/// was first trained on.
struct RotaryScaling {
    enum class Kind : std::uint8_t {
        None,
        Linear, ///< every frequency is divided by `factor` (Chen et al.: "Position interpolation")
        Llama3, ///< long waves are, short ones are not, those between in part
    };
    Kind kind = Kind::None;
    float factor = 1;
    // Of Llama3: waves longer than original / low are long, shorter than original / high short.
    float low = 1;
    float high = 4;
    float original = 8192; ///< how many words the first texts had

    bool operator==(const RotaryScaling&) const = default;
};
/// The sizes of multi-head attention that are chosen, not given by the inputs.
struct AttentionConfig {
    Index modelDim = 4; ///< width of the query input and of the output
    Index heads = 1;
    /// Heads of the keys and values, which divides `heads`: each serves as many neighbours (Ainslie
    /// et al.: "GQA", 2023). Automatic: every head has its own.
    std::optional<Index> keyValueHeads = {};
    std::optional<Index> keyDim = {};   ///< d_k of one head; automatic: modelDim / heads
    std::optional<Index> valueDim = {}; ///< d_v of one head; automatic: d_k
    std::optional<float> scale = {};    ///< automatic: 1/√d_k of one head
    float dropout = 0;                  ///< probability that a weight is dropped, [0, 1)
    std::uint64_t dropoutSeed = 0;
    Layout layout = Layout::BatchFirst;
    WeightLayout weightLayout = WeightLayout::Fused;
    FullyMasked fullyMasked = FullyMasked::Zeros;
    /// θ of rotary positions, which turn queries and keys; of a model says ModelConfig which of its
    /// attentions have them.
    std::optional<float> rotaryTheta = {};
    RotaryScaling rotaryScaling = {};

    bool operator==(const AttentionConfig&) const = default;
};

/// What a config comes to once the automatic sizes are filled in.
struct HeadSizes {
    Index keyDim = 1;
    Index valueDim = 1;
    float scale = 1;
};

/// Whether the sizes that were chosen are between 1 and these.
Status checkSizes(const AttentionConfig& config, Index largest, Index mostHeads);

/// An Error as of checkSizes(), or where d_k is automatic and heads do not
/// divide d_model; that one names the nearest numbers of heads that do.
Result<HeadSizes> headSizes(const AttentionConfig& config);

} // namespace headscope
