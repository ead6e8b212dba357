// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"
#include "support/execution.h"
#include "trace/trace_writer.h"

#include <functional>

namespace headscope {

/// The steps of a trace that attention starts from, each [batch, sequence, width], or
/// [sequence, batch, width] where config.layout is SequenceFirst; one step three times
/// in self-attention.
struct AttentionInputs {
    std::size_t query = 0;
    std::size_t key = 0;
    std::size_t value = 0;
};

/// All that attention needs beside its inputs; it fits them, as of validate().
struct AttentionSettings {
    const AttentionConfig& config;
    const Parameters& weights;
    Scope scope; ///< of the block
    const MaskOptions& mask;
    HeadSizes sizes; ///< headSizes(config)
    /// Of any block; those of `scope` count.
    std::span<const TypedNumber> typedNumbers = {};
    bool scoresLater = false; ///< as of AttentionProblem
    /// Appends what normalises the heads of the queries, or of the keys, before anything else is
    /// done to them, and gives its step; nothing where it was cancelled. Empty: nothing does.
    std::function<std::optional<std::size_t>(std::size_t heads, bool ofKeys)> normHeads = {};
    /// Where the first query stands: words before it were read in an earlier run.
    Index firstPlace = 0;
    /// Puts the keys, or the values, of those earlier words before the heads that it is given,
    /// [batch, heads, key, width]. Empty: there are none.
    std::function<Tensor(const Tensor& heads, bool ofKeys)> withEarlier = {};
    /// Appends what replaces the contexts of heads that are switched off, behind those of all side
    /// by side, and gives its step. Empty: all heads are on.
    std::function<std::size_t(std::size_t contexts)> switchHeads = {};
};

/// Computes attention and appends every stage from the parameters to the
/// output. Gives the step of the output, or nothing where it was cancelled.
/// May throw std::bad_alloc.
std::optional<std::size_t> appendAttention(TraceWriter& trace, const AttentionInputs& inputs,
                                           const AttentionSettings& settings,
                                           const Execution& execution);

} // namespace headscope
