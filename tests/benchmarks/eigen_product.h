// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// c [rows, columns] = a [rows, depth] · b [depth, columns], all contiguous, by Eigen.
void eigenProduct(const float* a, const float* b, float* c, std::ptrdiff_t rows,
                  std::ptrdiff_t depth, std::ptrdiff_t columns);
