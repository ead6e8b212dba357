// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/journey.h"
#include "trace/trace.h"

namespace headscope {

/// Which of the three projections is cut into heads.
enum class SplitOf : std::uint8_t { Query, Key, Value };

/// The way of the traced numbers into heads: input, projection, view, transpose,
/// reshape; nothing where the trace lacks those steps. `order` is that of memory:
/// a trace is batch-first, for SequenceFirst its inputs are laid out anew.
std::optional<Journey> splitJourney(const Trace& trace, SplitOf which,
                                    MemoryOrder order = MemoryOrder::BatchFirst);
/// The way of the head contexts back: transpose, contiguous, view, W_O.
std::optional<Journey> mergeJourney(const Trace& trace,
                                    MemoryOrder order = MemoryOrder::BatchFirst);
/// The textbook's way for one sequence of the batch: Z_1 … Z_h side by side, W_O.
std::optional<Journey> sideBySideJourney(const Trace& trace, Index sequence = 0);

} // namespace headscope
