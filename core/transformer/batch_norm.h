// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layer_norm.h"

namespace headscope {

/// Every feature by itself, over all tokens of all sequences, padding included
/// (Ioffe and Szegedy: "Batch normalization", 2015); as nn.BatchNorm1d in
/// training, that is with the statistics of this batch. False if cancelled.
bool batchNorm(const NormInput& input, const Execution& execution, Normalisation& result);

} // namespace headscope
