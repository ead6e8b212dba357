// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tensor_name.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr std::array<NamedTensor, tensorNameCount> table = {{
    {"query_input", TensorName::QueryInput},
    {"key_input", TensorName::KeyInput},
    {"value_input", TensorName::ValueInput},
    {"query_weight", TensorName::QueryWeight},
    {"key_weight", TensorName::KeyWeight},
    {"value_weight", TensorName::ValueWeight},
    {"output_weight", TensorName::OutputWeight},
    {"query_bias", TensorName::QueryBias},
    {"key_bias", TensorName::KeyBias},
    {"value_bias", TensorName::ValueBias},
    {"output_bias", TensorName::OutputBias},
    {"projected_query", TensorName::ProjectedQuery},
    {"projected_key", TensorName::ProjectedKey},
    {"projected_value", TensorName::ProjectedValue},
    {"split_query", TensorName::SplitQuery},
    {"split_key", TensorName::SplitKey},
    {"split_value", TensorName::SplitValue},
    {"query", TensorName::Query},
    {"key", TensorName::Key},
    {"value", TensorName::Value},
    {"rotary_cosine", TensorName::RotaryCosine},
    {"rotary_sine", TensorName::RotarySine},
    {"rotated_query", TensorName::RotatedQuery},
    {"rotated_key", TensorName::RotatedKey},
    {"scores", TensorName::Scores},
    {"scaled_scores", TensorName::ScaledScores},
    {"may_attend", TensorName::MayAttend},
    {"additive_mask", TensorName::AdditiveMask},
    {"masked_scores", TensorName::MaskedScores},
    {"attention_weights", TensorName::AttentionWeights},
    {"dropped_weights", TensorName::DroppedWeights},
    {"head_context", TensorName::HeadContext},
    {"transposed_context", TensorName::TransposedContext},
    {"concatenated_context", TensorName::ConcatenatedContext},
    {"kept_heads", TensorName::KeptHeads},
    {"kept_context", TensorName::KeptContext},
    {"off_heads", TensorName::OffHeads},
    {"off_context", TensorName::OffContext},
    {"off_mean", TensorName::OffMean},
    {"switched_context", TensorName::SwitchedContext},
    {"output", TensorName::Output},
    {"value_norm", TensorName::ValueNorm},
    {"value_weighted", TensorName::ValueWeighted},
    {"rollout", TensorName::Rollout},
    {"earlier_rollout", TensorName::EarlierRollout},
    {"piece_weights", TensorName::PieceWeights},
    {"query_words", TensorName::QueryWords},
    {"key_words", TensorName::KeyWords},
    {"positional_encoding", TensorName::PositionalEncoding},
    {"embedded_input", TensorName::EmbeddedInput},
    {"residual", TensorName::Residual},
    {"mean", TensorName::Mean},
    {"variance", TensorName::Variance},
    {"mean_square", TensorName::MeanSquare},
    {"normalised", TensorName::Normalised},
    {"norm_gain", TensorName::NormGain},
    {"norm_shift", TensorName::NormShift},
    {"norm_output", TensorName::NormOutput},
    {"hidden_weight", TensorName::HiddenWeight},
    {"hidden_bias", TensorName::HiddenBias},
    {"gate_weight", TensorName::GateWeight},
    {"gate_bias", TensorName::GateBias},
    {"feed_forward_weight", TensorName::FeedForwardWeight},
    {"feed_forward_bias", TensorName::FeedForwardBias},
    {"gate", TensorName::Gate},
    {"gate_activated", TensorName::GateActivated},
    {"hidden", TensorName::Hidden},
    {"activated", TensorName::Activated},
    {"pooled", TensorName::Pooled},
    {"feed_forward_output", TensorName::FeedForwardOutput},
    {"vocabulary_weight", TensorName::VocabularyWeight},
    {"vocabulary_bias", TensorName::VocabularyBias},
    {"logits", TensorName::Logits},
    {"probabilities", TensorName::Probabilities},
    {"token_ids", TensorName::TokenIds},
    {"embedding_weight", TensorName::EmbeddingWeight},
    {"embedding", TensorName::Embedding},
    {"position_weight", TensorName::PositionWeight},
    {"targets", TensorName::Targets},
    {"loss", TensorName::Loss},
}};

/// Names are looked up by their values.
constexpr bool isInOrder() {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (static_cast<std::size_t>(table[i].second) != i)
            return false;
    }
    return true;
}
static_assert(isInOrder());

} // namespace

std::span<const NamedTensor> tensorNames() {
    return table;
}

std::string_view snakeCase(TensorName name) {
    return table[static_cast<std::size_t>(name)].first;
}

std::optional<TensorName> tensorNameFrom(std::string_view snakeCase) {
    const auto found = std::ranges::find(table, snakeCase, &NamedTensor::first);
    return found == table.end() ? std::nullopt : std::optional(found->second);
}

} // namespace headscope
