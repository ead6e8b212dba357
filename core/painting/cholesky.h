// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <vector>

namespace headscope {

/// Solves matrix · x = right for a symmetric positive definite matrix [size, size] of which the
/// lower half is read; false where it is not positive definite. `right` becomes x, the matrix
/// its factor L (L·Lᵀ = matrix).
bool solveByCholesky(std::vector<double>& matrix, Index size, std::vector<double>& right);

} // namespace headscope
