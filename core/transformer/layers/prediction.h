// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"

namespace headscope {

/// Appends the parameters, logits = x·W + b [.., .., vocabulary], and
/// probabilities = softmax over the vocabulary: how likely each word is the next
/// one. Gives the step of the last, or nothing where it was cancelled.
Step appendPrediction(const ModelRun& run, std::size_t x);

} // namespace headscope
