// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/attention_steps.h"
#include "trace/heads_off.h"
#include "transformer/layers/key_value_cache.h"
#include "transformer/model.h"

namespace headscope {

/// What all blocks of one run share.
struct ModelRun {
    Trace& trace;
    const ModelProblem& problem;
    HeadSizes sizes;
    Execution execution;
    /// Of the words before those of this run, to which it adds its own; nullptr: it begins.
    KeyValueCache* cache = nullptr;
    /// Heads that are switched off; nullptr: none is.
    const HeadsOff* off = nullptr;

    const Parameters& weights() const { return problem.attention.weights; }
};

/// A step, or nothing where the run was cancelled.
using Step = std::optional<std::size_t>;

/// The seed of the dropout of one block of attention: every block drops by a
/// stream of its own, which depends on nothing but the seed and the scope. That
/// of plain attention (scope "") is the seed itself.
std::uint64_t dropoutSeedOf(std::uint64_t seed, std::string_view scope);

/// A parameter of a block as a step of its own; it is there, as of validate().
std::size_t appendParameter(TraceWriter& writer, const ModelRun& run, const Scope& scope,
                            Role role);

/// The same of a role that a block may do without.
Step appendIfThere(TraceWriter& writer, const ModelRun& run, const Scope& scope, Role role);

/// Attention in a scope of its own.
Step appendAttentionBlock(const ModelRun& run, const Scope& scope, const AttentionInputs& inputs,
                          const MaskOptions& mask);

} // namespace headscope
