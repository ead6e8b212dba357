// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"

#include <optional>
#include <vector>

namespace headscope {

/// The attention weights of one head for one sequence, as measures read them.
struct AttentionHead {
    Tensor weights; ///< [query, key], after the softmax and before dropout
    /// [query, key], 1 = this query may look at this key; nothing: every query at every key. What
    /// is known of weights alone, without scores: a pair whose weight is exactly 0 in every head
    /// may not.
    std::optional<Tensor> mayAttend;
    Index queries = 0; ///< rows from here on are padding
    /// [place], 1 = a token: what else is padding, of self-attention whose key padding is known.
    std::optional<Tensor> tokens;
    bool finished = false; ///< computed elsewhere: its rows need not be shares

    bool allows(Index query, Index key) const {
        return !mayAttend || (*mayAttend)(query, key) != 0.0F;
    }
    bool isPadding(Index query) const {
        return query >= queries || (tokens && (*tokens)(query) == 0.0F);
    }
};

/// How far the sum of a row that was computed elsewhere may be from 1: sums of float16 and bfloat16
/// stray that far.
inline constexpr double strayingSum = 5e-3;

/// The heads of the attention with that path, in their order; none where it has no weights.
/// `sequence` from 0, below run.batch().
std::vector<AttentionHead> attentionHeads(const Run& run, std::string_view scope, Index sequence);

/// The words at the keys or queries of one sequence; empty where nobody named them.
const TokenList& wordsOf(const TokenLists* lists, Index sequence);

} // namespace headscope
