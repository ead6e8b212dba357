// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/attention_steps.h"
#include "transformer/model.h"

#include <string>

namespace headscope {

/// What all blocks of one run share.
struct ModelRun {
    Trace& trace;
    const ModelProblem& problem;
    HeadSizes sizes;
    Execution execution;
};

/// A step, or nothing where the run was cancelled.
using Step = std::optional<std::size_t>;

/// The seed of the dropout of one block of attention: every block drops by a
/// stream of its own, which depends on nothing but the seed and the scope. That
/// of plain attention (scope "") is the seed itself.
std::uint64_t dropoutSeedOf(std::uint64_t seed, std::string_view scope);

/// Attention in a scope of its own.
Step appendAttentionBlock(const ModelRun& run, const std::string& scope,
                          const AttentionInputs& inputs, const AttentionWeights& weights,
                          const MaskOptions& mask);

/// The feed-forward network in a scope of its own.
Step appendFeedForwardBlock(const ModelRun& run, const std::string& scope, std::size_t x,
                            const FeedForwardWeights& weights);

} // namespace headscope
