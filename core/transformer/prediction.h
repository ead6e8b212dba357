// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "trace/trace_writer.h"
#include "transformer/model.h"

namespace headscope {

/// Appends the parameters, logits = x·W + b [.., .., vocabulary], and
/// probabilities = softmax over the vocabulary: how likely each word is the next
/// one. Gives the step of the last, or nothing where it was cancelled.
std::optional<std::size_t> appendPrediction(TraceWriter& trace, std::size_t x,
                                            const PredictionWeights& weights,
                                            const Execution& execution);

} // namespace headscope
