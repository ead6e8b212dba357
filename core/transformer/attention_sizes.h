// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/masks/mask_tensors.h"
#include "transformer/model.h"

namespace headscope {

/// Whose tokens an attention of a translation reads; in other models there is no source.
struct AttentionSides {
    bool sourceQueries = false;
    bool sourceKeys = false;
};
AttentionSides sidesOf(bool translates, const Scope& scope);

/// How many sequences, heads, queries and keys the attention in `scope` has; nothing where a model
/// has no attention there. `whole` counts the tokens of the target as queries and those of the
/// source as keys; in self-attention both are the same.
std::optional<PairSizes> attentionSizes(const ModelConfig& config, const Scope& scope,
                                        const PairSizes& whole);

/// Of a problem, whose inputs have three axes.
PairSizes wholeSizes(const AttentionProblem& problem);

} // namespace headscope
