// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tensor_name.h"

#include "support/result.h"
#include "support/table_order.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr TensorInfo parameter(TensorName tensor, Role role, const char* title,
                               std::string_view symbol, std::string_view code,
                               std::optional<Projection> projection = {}) {
    return {tensor, infoOf(role).name, title, symbol, code, projection, role};
}

constexpr std::array<TensorInfo, tensorNameCount> makeTable() {
    using enum TensorName;
    return {{
        {QueryInput, "query_input", HEADSCOPE_MESSAGE("Stage", "embeddings"), "X", "x"},
        {KeyInput, "key_input", HEADSCOPE_MESSAGE("Stage", "input of the keys"), "X_{K}", "x_k"},
        {ValueInput, "value_input", HEADSCOPE_MESSAGE("Stage", "input of the values"), "X_{V}",
         "x_v"},
        parameter(QueryWeight, Role::QueryWeight, HEADSCOPE_MESSAGE("Stage", "query weight"),
                  "W_{Q}", "W_q", Projection::Query),
        parameter(KeyWeight, Role::KeyWeight, HEADSCOPE_MESSAGE("Stage", "key weight"), "W_{K}",
                  "W_k", Projection::Key),
        parameter(ValueWeight, Role::ValueWeight, HEADSCOPE_MESSAGE("Stage", "value weight"),
                  "W_{V}", "W_v", Projection::Value),
        parameter(OutputWeight, Role::OutputWeight, HEADSCOPE_MESSAGE("Stage", "output weight"),
                  "W_{O}", "W_o"),
        parameter(QueryBias, Role::QueryBias, HEADSCOPE_MESSAGE("Stage", "query bias"), "b_{Q}",
                  "b_q", Projection::Query),
        parameter(KeyBias, Role::KeyBias, HEADSCOPE_MESSAGE("Stage", "key bias"), "b_{K}", "b_k",
                  Projection::Key),
        parameter(ValueBias, Role::ValueBias, HEADSCOPE_MESSAGE("Stage", "value bias"), "b_{V}",
                  "b_v", Projection::Value),
        parameter(OutputBias, Role::OutputBias, HEADSCOPE_MESSAGE("Stage", "output bias"), "b_{O}",
                  "b_o"),
        {ProjectedQuery, "projected_query", HEADSCOPE_MESSAGE("Stage", "projected query"), "Q", "q",
         Projection::Query},
        {ProjectedKey, "projected_key", HEADSCOPE_MESSAGE("Stage", "projected key"), "K", "k",
         Projection::Key},
        {ProjectedValue, "projected_value", HEADSCOPE_MESSAGE("Stage", "projected value"), "V", "v",
         Projection::Value},
        {SplitQuery, "split_query", HEADSCOPE_MESSAGE("Stage", "query, viewed as heads"), "Q", "q",
         Projection::Query},
        {SplitKey, "split_key", HEADSCOPE_MESSAGE("Stage", "key, viewed as heads"), "K", "k",
         Projection::Key},
        {SplitValue, "split_value", HEADSCOPE_MESSAGE("Stage", "value, viewed as heads"), "V", "v",
         Projection::Value},
        {Query, "query", HEADSCOPE_MESSAGE("Stage", "query"), "Q", "q", Projection::Query},
        {Key, "key", HEADSCOPE_MESSAGE("Stage", "key"), "K", "k", Projection::Key},
        {Value, "value", HEADSCOPE_MESSAGE("Stage", "value"), "V", "v", Projection::Value},
        {RotaryCosine, "rotary_cosine", HEADSCOPE_MESSAGE("Stage", "cosines of the positions"),
         "cos", "cos"},
        {RotarySine, "rotary_sine", HEADSCOPE_MESSAGE("Stage", "sines of the positions"), "sin",
         "sin"},
        {RotatedQuery, "rotated_query", HEADSCOPE_MESSAGE("Stage", "query, turned by its position"),
         "Q′", "q", Projection::Query},
        {RotatedKey, "rotated_key", HEADSCOPE_MESSAGE("Stage", "key, turned by its position"), "K′",
         "k", Projection::Key},
        {Scores, "scores", HEADSCOPE_MESSAGE("Stage", "scores")},
        {ScaledScores, "scaled_scores", HEADSCOPE_MESSAGE("Stage", "scaled scores"), "", "scaled"},
        {MayAttend, "may_attend", HEADSCOPE_MESSAGE("Stage", "may attend"), "M"},
        {AdditiveMask, "additive_mask", HEADSCOPE_MESSAGE("Stage", "additive mask"), "M",
         "additive"},
        {MaskedScores, "masked_scores", HEADSCOPE_MESSAGE("Stage", "masked scores"), "", "masked"},
        {AttentionWeights, "attention_weights", HEADSCOPE_MESSAGE("Stage", "attention weights"), "",
         "weights"},
        {DroppedWeights, "dropped_weights", HEADSCOPE_MESSAGE("Stage", "weights after dropout"), "",
         "dropped"},
        {HeadContext, "head_context", HEADSCOPE_MESSAGE("Stage", "context of each head"), "",
         "context"},
        {TransposedContext, "transposed_context",
         HEADSCOPE_MESSAGE("Stage", "context, transposed back"), "", "context"},
        {ConcatenatedContext, "concatenated_context",
         HEADSCOPE_MESSAGE("Stage", "concatenated context"), "", "context"},
        {KeptHeads, "kept_heads", HEADSCOPE_MESSAGE("Stage", "heads that are on"), "k", "kept"},
        {KeptContext, "kept_context",
         HEADSCOPE_MESSAGE("Stage", "context of the heads that are on"), "C·k", "context"},
        {OffHeads, "off_heads", HEADSCOPE_MESSAGE("Stage", "heads that are off"), "1 − k", "off"},
        {OffContext, "off_context", HEADSCOPE_MESSAGE("Stage", "context of the heads that are off"),
         "C·(1 − k)"},
        {OffMean, "off_mean", HEADSCOPE_MESSAGE("Stage", "its mean over the text"), "μ_{off}"},
        {SwitchedContext, "switched_context",
         HEADSCOPE_MESSAGE("Stage", "context with the mean of the heads that are off"), "C′",
         "context"},
        {Output, "output", HEADSCOPE_MESSAGE("Stage", "output")},
        {ValueNorm, "value_norm", HEADSCOPE_MESSAGE("Stage", "length of what a value adds"),
         "‖v·W_{O}‖"},
        {ValueWeighted, "value_weighted", HEADSCOPE_MESSAGE("Stage", "value-weighted attention"),
         "‖w·v·W_{O}‖"},
        {Rollout, "rollout", HEADSCOPE_MESSAGE("Stage", "attention rollout up to this layer"), "R"},
        {EarlierRollout, "earlier_rollout",
         HEADSCOPE_MESSAGE("Stage", "attention rollout up to the layer before"), "R"},
        {PieceWeights, "piece_weights", HEADSCOPE_MESSAGE("Stage", "attention weights of pieces")},
        {QueryWords, "query_words", HEADSCOPE_MESSAGE("Stage", "words of the queries")},
        {KeyWords, "key_words", HEADSCOPE_MESSAGE("Stage", "words of the keys")},
        {PositionalEncoding, "positional_encoding",
         HEADSCOPE_MESSAGE("Stage", "positional encoding"), "P", "positions"},
        {EmbeddedInput, "embedded_input", HEADSCOPE_MESSAGE("Stage", "embeddings with positions"),
         "", "x"},
        {Residual, "residual", HEADSCOPE_MESSAGE("Stage", "residual sum"), "", "x"},
        {Mean, "mean", HEADSCOPE_MESSAGE("Stage", "mean"), "μ"},
        {Variance, "variance", HEADSCOPE_MESSAGE("Stage", "variance"), "σ²"},
        {MeanSquare, "mean_square", HEADSCOPE_MESSAGE("Stage", "mean of the squares"), "m"},
        {Normalised, "normalised", HEADSCOPE_MESSAGE("Stage", "normalised")},
        parameter(NormGain, Role::NormGain, HEADSCOPE_MESSAGE("Stage", "gain of the norm"), "γ",
                  "gamma"),
        parameter(NormShift, Role::NormShift, HEADSCOPE_MESSAGE("Stage", "shift of the norm"), "β",
                  "beta"),
        {NormOutput, "norm_output", HEADSCOPE_MESSAGE("Stage", "output of the norm"), "", "x"},
        parameter(HiddenWeight, Role::HiddenWeight, HEADSCOPE_MESSAGE("Stage", "hidden weight"),
                  "W_{1}", "W_1"),
        parameter(HiddenBias, Role::HiddenBias, HEADSCOPE_MESSAGE("Stage", "hidden bias"), "b_{1}",
                  "b_1"),
        parameter(GateWeight, Role::GateWeight, HEADSCOPE_MESSAGE("Stage", "gate weight"), "W_{G}",
                  "W_g"),
        parameter(GateBias, Role::GateBias, HEADSCOPE_MESSAGE("Stage", "gate bias"), "b_{G}",
                  "b_g"),
        parameter(FeedForwardWeight, Role::FeedForwardWeight,
                  HEADSCOPE_MESSAGE("Stage", "feed-forward weight"), "W_{2}", "W_2"),
        parameter(FeedForwardBias, Role::FeedForwardBias,
                  HEADSCOPE_MESSAGE("Stage", "feed-forward bias"), "b_{2}", "b_2"),
        {Gate, "gate", HEADSCOPE_MESSAGE("Stage", "gate before the activation")},
        {GateActivated, "gate_activated", HEADSCOPE_MESSAGE("Stage", "how far the gate is open")},
        {Hidden, "hidden", HEADSCOPE_MESSAGE("Stage", "hidden layer")},
        {Activated, "activated", HEADSCOPE_MESSAGE("Stage", "after the activation")},
        {Pooled, "pooled", HEADSCOPE_MESSAGE("Stage", "pooled")},
        {FeedForwardOutput, "feed_forward_output",
         HEADSCOPE_MESSAGE("Stage", "output of the feed-forward network"), "", "output"},
        parameter(VocabularyWeight, Role::VocabularyWeight,
                  HEADSCOPE_MESSAGE("Stage", "vocabulary weight"), "W_{vocabulary}",
                  "W_vocabulary"),
        parameter(VocabularyBias, Role::VocabularyBias,
                  HEADSCOPE_MESSAGE("Stage", "vocabulary bias"), "b_{vocabulary}", "b_vocabulary"),
        {Logits, "logits", HEADSCOPE_MESSAGE("Stage", "logits")},
        {Probabilities, "probabilities",
         HEADSCOPE_MESSAGE("Stage", "probabilities of the next word")},
        {TokenIds, "token_ids", HEADSCOPE_MESSAGE("Stage", "numbers of the words"), "", "ids"},
        parameter(EmbeddingWeight, Role::EmbeddingWeight,
                  HEADSCOPE_MESSAGE("Stage", "table of embeddings"), "E", "E"),
        {Embedding, "embedding", HEADSCOPE_MESSAGE("Stage", "embeddings of the cards")},
        parameter(PositionWeight, Role::PositionWeight,
                  HEADSCOPE_MESSAGE("Stage", "learnt positions"), "W_{P}", "P"),
        {Targets, "targets", HEADSCOPE_MESSAGE("Stage", "right answers")},
        {Loss, "loss", HEADSCOPE_MESSAGE("Stage", "loss")},
    }};
}
constexpr std::array<TensorInfo, tensorNameCount> table = makeTable();
static_assert(standsInOrder(table, &TensorInfo::tensor));

} // namespace

std::span<const TensorInfo> tensorNames() {
    return table;
}

const TensorInfo& infoOf(TensorName name) {
    return table[static_cast<std::size_t>(name)];
}

bool countsKeys(TensorName name) {
    return name == TensorName::KeyInput || name == TensorName::ValueInput ||
           infoOf(name).projection.value_or(Projection::Query) != Projection::Query;
}

std::string_view snakeCase(TensorName name) {
    return infoOf(name).name;
}

std::optional<TensorName> tensorNameFrom(std::string_view snakeCase) {
    const auto found = std::ranges::find(table, snakeCase, &TensorInfo::name);
    return found == table.end() ? std::nullopt : std::optional(found->tensor);
}

TensorName tensorName(Role role) {
    return std::ranges::find(table, std::optional(role), &TensorInfo::role)->tensor;
}

} // namespace headscope
