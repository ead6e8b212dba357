// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tensor_name.h"

namespace headscope {

namespace {
constexpr std::array<std::string_view, tensorNameCount> names = {"query_input",
                                                                 "key_input",
                                                                 "value_input",
                                                                 "query_weight",
                                                                 "key_weight",
                                                                 "value_weight",
                                                                 "output_weight",
                                                                 "query_bias",
                                                                 "key_bias",
                                                                 "value_bias",
                                                                 "output_bias",
                                                                 "projected_query",
                                                                 "projected_key",
                                                                 "projected_value",
                                                                 "split_query",
                                                                 "split_key",
                                                                 "split_value",
                                                                 "query",
                                                                 "key",
                                                                 "value",
                                                                 "scores",
                                                                 "scaled_scores",
                                                                 "may_attend",
                                                                 "additive_mask",
                                                                 "masked_scores",
                                                                 "attention_weights",
                                                                 "dropped_weights",
                                                                 "head_context",
                                                                 "transposed_context",
                                                                 "concatenated_context",
                                                                 "output",
                                                                 "positional_encoding",
                                                                 "embedded_input",
                                                                 "residual",
                                                                 "mean",
                                                                 "variance",
                                                                 "normalised",
                                                                 "norm_gain",
                                                                 "norm_shift",
                                                                 "norm_output",
                                                                 "hidden_weight",
                                                                 "hidden_bias",
                                                                 "feed_forward_weight",
                                                                 "feed_forward_bias",
                                                                 "hidden",
                                                                 "activated",
                                                                 "feed_forward_output",
                                                                 "vocabulary_weight",
                                                                 "vocabulary_bias",
                                                                 "logits",
                                                                 "probabilities",
                                                                 "token_ids",
                                                                 "embedding_weight",
                                                                 "embedding",
                                                                 "position_weight",
                                                                 "targets",
                                                                 "loss"};
} // namespace

std::string_view snakeCase(TensorName name) {
    return names[static_cast<std::size_t>(name)];
}

std::optional<TensorName> tensorNameFrom(std::string_view snakeCase) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == snakeCase)
            return static_cast<TensorName>(i);
    }
    return std::nullopt;
}

} // namespace headscope
