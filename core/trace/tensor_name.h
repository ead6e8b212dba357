// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/role.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace headscope {

/// The tensors of attention by the field's names (words.md of the handbook).
/// Scores are before the softmax, weights after it. The shapes are those of a trace
/// that is batch-first and has fused weights; runAttention() tells of the others.
enum class TensorName : std::uint8_t {
    QueryInput,   ///< X, [batch, sequence, d_model]; all three inputs in self-attention
    KeyInput,     ///< only where keys come from elsewhere
    ValueInput,   ///< only where values come from elsewhere
    QueryWeight,  ///< W_Q [d_model, heads·d_k]
    KeyWeight,    ///< W_K [d_model of the keys, heads·d_k]
    ValueWeight,  ///< W_V [d_model of the values, heads·d_v]
    OutputWeight, ///< W_O [heads·d_v, d_model]
    QueryBias,
    KeyBias,
    ValueBias,
    OutputBias,
    ProjectedQuery, ///< X·W_Q + b_Q, [batch, sequence, heads·d_k]
    ProjectedKey,
    ProjectedValue,
    SplitQuery, ///< the same memory viewed as [batch, sequence, heads, d_k]
    SplitKey,
    SplitValue,
    Query, ///< Q, transposed to [batch, heads, query, d_k]
    Key,
    Value,
    RotaryCosine,        ///< of each position and pair, [sequence, d_k]: both halves alike
    RotarySine,          ///< the same
    RotatedQuery,        ///< Q, every pair (i, i + d_k/2) turned by its position
    RotatedKey,          ///< K likewise
    Scores,              ///< Q·Kᵀ, [batch, heads, query, key], raw
    ScaledScores,        ///< scores / √d_k of one head
    MayAttend,           ///< [batch, query, key] (or per head), 1 = may look, 0 = may not
    AdditiveMask,        ///< a float mask that is added
    MaskedScores,        ///< −∞ where not allowed
    AttentionWeights,    ///< softmax over the keys
    DroppedWeights,      ///< after dropout, scaled by 1/(1−p)
    HeadContext,         ///< weights · V, [batch, heads, query, d_v]
    TransposedContext,   ///< [batch, query, heads, d_v], no element moved
    ConcatenatedContext, ///< heads side by side, [batch, query, heads·d_v]
    // Of heads that are switched off (trace/heads_off.h), behind that.
    KeptHeads,       ///< 1 where a head is on, 0 where it is off, [heads·d_v]
    KeptContext,     ///< concatenated context · kept heads
    OffHeads,        ///< 1 − kept heads
    OffContext,      ///< concatenated context · off heads
    OffMean,         ///< the mean of that over the words, [batch, 1, heads·d_v]
    SwitchedContext, ///< kept context + that mean, [batch, query, heads·d_v]
    Output,          ///< · W_O + b_O, [batch, query, d_model]
    // What is told of an attention beside what it computes (run/analyses.h).
    ValueNorm,      ///< ‖v · W_O‖ of each head, [batch, heads, key, 1]
    ValueWeighted,  ///< ‖w · v · W_O‖, [batch, heads, query, key]
    Rollout,        ///< attention rollout up to this layer, [batch, query, key]
    EarlierRollout, ///< the same up to the layer before, as a block received it
    // Where the attentions of a run count words (measures/words.h).
    PieceWeights, ///< the weights of pieces, [batch, heads, query, key]
    QueryWords,   ///< which word each query is a piece of, from 0, [batch, query]; −1: none
    KeyWords,     ///< the same of the keys
    // Around attention; each in the scope of its block.
    PositionalEncoding, ///< sines and cosines, [sequence, d_model]
    EmbeddedInput,      ///< embeddings + positional encoding, [batch, sequence, d_model]
    Residual,           ///< x + sublayer(x)
    Mean,               ///< [batch, sequence, 1] (layer norm) or [1, 1, d_model] (batch norm)
    Variance,           ///< biased; shapes as of Mean
    MeanSquare,         ///< of an RMS norm in the place of both, [batch, sequence, 1]
    Normalised,         ///< (x − mean) / √(variance + ε), or x / √(mean square + ε)
    NormGain,           ///< γ [d_model]
    NormShift,          ///< β [d_model]
    NormOutput,         ///< normalised · γ + β; of an RMS norm without β
    HiddenWeight,       ///< W_1 [d_model, d_ff]
    HiddenBias,
    GateWeight, ///< W_G [d_model, d_ff], of a gated network
    GateBias,
    FeedForwardWeight, ///< W_2 [d_ff, d_model]
    FeedForwardBias,
    Gate,              ///< x·W_G + b_G, [batch, sequence, d_ff]
    GateActivated,     ///< the activation of the gate
    Hidden,            ///< x·W_1 + b_1, [batch, sequence, d_ff]
    Activated,         ///< the activation of hidden; of a gated network gate_activated · hidden
    Pooled,            ///< tanh of hidden at the first word, [batch, 1, d_model]
    FeedForwardOutput, ///< activated·W_2 + b_2
    VocabularyWeight,  ///< [d_model, vocabulary]
    VocabularyBias,
    Logits,        ///< [batch, sequence, vocabulary]
    Probabilities, ///< softmax over the vocabulary
    // Of a model that learns: what stands before its inputs and behind its logits.
    TokenIds,        ///< places in the table of embeddings, [batch, sequence]
    EmbeddingWeight, ///< one row for each word of the vocabulary, [vocabulary, d_model]
    Embedding,       ///< rows of a table beside that of the words, [batch, sequence, d_model]
    PositionWeight,  ///< learnt positions, [sequence, d_model]
    Targets,         ///< the right classes, [batch, sequence, groups]; −1: not asked
    Loss,            ///< one number
};

inline constexpr std::size_t tensorNameCount = static_cast<std::size_t>(TensorName::Loss) + 1;

/// Whether a tensor comes from outside, as what is projected.
constexpr bool isInput(TensorName name) {
    return name == TensorName::QueryInput || name == TensorName::KeyInput ||
           name == TensorName::ValueInput;
}

/// Whether a tensor is told of an attention beside what the model computes.
constexpr bool isAnalysis(TensorName name) {
    return name >= TensorName::ValueNorm && name <= TensorName::EarlierRollout;
}

/// What an attention makes of its inputs.
enum class Projection : std::uint8_t { Query, Key, Value };

/// A row of the table that says what is known of a tensor; who needs to know something looks it
/// up, so that a new one is a new row.
struct TensorInfo {
    TensorName tensor;
    std::string_view name;        ///< snake_case, as in files: "attention_weights"
    const char* title;            ///< "attention weights", in English; translated in "Stage"
    std::string_view symbol = {}; ///< its letter in formulas, their markup: "W_{Q}"; may be empty
    std::string_view code = {};   ///< in lines of code: "W_q"; empty: as in files
    std::optional<Projection> projection = {}; ///< which it is, or is the weight or bias of
    std::optional<Role> role = {};             ///< of a parameter, which has its block and its axes
};

/// All of them, in their order.
std::span<const TensorInfo> tensorNames();
const TensorInfo& infoOf(TensorName name);
/// Whether its tokens are those of the keys, as of keys, values and what they come from.
bool countsKeys(TensorName name);
/// As in file names and trace.json.
std::string_view snakeCase(TensorName name);
std::optional<TensorName> tensorNameFrom(std::string_view snakeCase);
/// A parameter stands in a trace under the name that its role has.
TensorName tensorName(Role role);

} // namespace headscope
