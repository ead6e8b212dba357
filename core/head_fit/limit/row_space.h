// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <vector>

namespace headscope {

/// The rows of an input as combinations of as few orthonormal rows as possible:
/// X = coordinates [rows, rank] · basis [rank, width].
struct RowSpace {
    Index rank = 0;
    std::vector<double> coordinates;
    std::vector<double> basis;
};

/// By Gram and Schmidt, twice for each row, the longest remainder first; what is shorter than
/// 1e-6 of the longest row is rounding (inputs are float32) and counts as nothing. At least 1.
RowSpace rowSpaceOf(const Tensor& input);

} // namespace headscope
