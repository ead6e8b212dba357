// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"

namespace headscope {

/// Appends in the scope the first matrix, its bias if any, hidden = x·W_1 + b_1 and
/// activated = activation(hidden); gives the step of the last, or nothing where it was cancelled.
Step appendActivated(const ModelRun& run, const Scope& scope, std::size_t x);

/// The pooler of BERT: appends the same of the first word of every sequence alone, with
/// pooled = tanh(hidden) [batch, 1, d_model] (Devlin et al. 2019, the vector that sentences are
/// told apart by).
Step appendPooled(const ModelRun& run, const Scope& scope, std::size_t x);

/// Appends in the scope the parameters, then hidden, activated and feed_forward_output of
/// the step `x` [.., .., d_model]:
///   activation(x·W_1 + b_1)·W_2 + b_2 (Vaswani et al. 2017, section 3.3),
/// with gate and gate_activated before them where the network is gated (ModelConfig::gated).
/// Gives the step of the last, or nothing where it was cancelled.
Step appendFeedForward(const ModelRun& run, const Scope& scope, std::size_t x);

} // namespace headscope
