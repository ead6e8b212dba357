// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model_run.h"

namespace headscope {

/// Appends norm_gain and norm_shift, then mean, variance, normalised and
/// norm_output of the step `x`, in the scope. With compareNorms the other
/// norm's stages follow in "<scope>/batch" or "<scope>/layer", made of the same
/// operands. Gives the step of the chosen norm's output, or nothing where it
/// was cancelled.
Step appendNorm(const ModelRun& run, const Scope& scope, std::size_t x);

} // namespace headscope
