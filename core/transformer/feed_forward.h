// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "trace/trace_writer.h"
#include "transformer/model.h"

namespace headscope {

/// relu: max(x, 0). gelu: x · Φ(x) with the normal distribution Φ itself, not
/// its approximation by tanh (Hendrycks and Gimpel: "Gaussian error linear
/// units", 2016); both as in PyTorch. NaN stays NaN.
void activate(Activation activation, const float* x, Index count, float* y);

/// Appends the parameters, then hidden, activated and feed_forward_output of
/// the step `x` [.., .., d_model]:
///   activation(x·W_1 + b_1)·W_2 + b_2 (Vaswani et al. 2017, section 3.3).
/// Gives the step of the last, or nothing where it was cancelled.
std::optional<std::size_t> appendFeedForward(TraceWriter& trace, std::size_t x,
                                             const FeedForwardWeights& weights,
                                             Activation activation, const Execution& execution);

} // namespace headscope
