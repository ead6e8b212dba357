// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"

namespace headscope {

/// Appends norm_gain and, if there is one, norm_shift, then mean and variance (of an RMS norm
/// mean_square), normalised and norm_output of the step `x`, in the scope. With compareNorms
/// another norm's stages follow in "<scope>/batch" or "<scope>/layer", made of the same operands.
/// Gives the step of the chosen norm's output, or nothing where it was cancelled.
Step appendNorm(const ModelRun& run, const Scope& scope, std::size_t x);

} // namespace headscope
