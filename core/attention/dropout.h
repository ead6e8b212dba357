// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <cstdint>

namespace headscope {

/// Inverted dropout: y = x / (1 − p) where kept, x · 0 where dropped (NaN stays NaN,
/// as in PyTorch). Whether element `first` + i is dropped depends on nothing but the
/// seed and that number, so no order of computation matters.
void dropout(const float* x, Index count, Index first, float probability, std::uint64_t seed,
             float* y);
/// 1/(1 − p) as a float, which kept values are multiplied by.
float dropoutFactor(float probability);

} // namespace headscope
