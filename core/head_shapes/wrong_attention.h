// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/wrong_way.h"
#include "support/execution.h"
#include "trace/trace.h"

#include <optional>

namespace headscope {

/// What attention makes of heads that were cut out wrongly.
struct WrongAttention {
    Tensor scores;  ///< [batch, heads, query, key], scaled and masked
    Tensor weights; ///< [batch, heads, query, key], without dropout
    Tensor context; ///< [batch, heads, query, d_v]
};

/// Runs the attention of a trace again, with Q, K and V cut into heads the wrong
/// way; scale, masks and typed numbers are those of the trace. Nothing where the trace
/// lacks the projections, where the way does not exist there, or if cancelled.
std::optional<WrongAttention> attendWrongly(const Trace& trace, const WrongWay& way,
                                            MemoryOrder order, const Execution& execution = {});

} // namespace headscope
