// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "trace/trace_writer.h"
#include "transformer/model.h"

namespace headscope {

/// Appends the parameters, then hidden, activated and feed_forward_output of
/// the step `x` [.., .., d_model]:
///   activation(x·W_1 + b_1)·W_2 + b_2 (Vaswani et al. 2017, section 3.3).
/// Gives the step of the last, or nothing where it was cancelled.
std::optional<std::size_t> appendFeedForward(TraceWriter& trace, std::size_t x,
                                             const FeedForwardWeights& weights,
                                             Activation activation, const Execution& execution);

} // namespace headscope
