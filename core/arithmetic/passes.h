// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/arithmetic.h"

/// What a picture of a matrix asks of all its numbers: passes over dense rows, which the
/// loader chooses by the processor like the rest of the arithmetic. Nothing allocates; bits
/// depend on the values and sizes alone.
namespace headscope::arithmetic {

/// best[i] becomes x[i] where that has the larger magnitude and may[i] is not 0 (may: nullptr
/// where all may). The first of equals stays; a NaN is larger than every number.
HEADSCOPE_ARITHMETIC void takeLarger(const float* x, const float* may, Index count, float* best);
/// The same, of the numbers that stand beside each other: best[i / group] for x[i].
HEADSCOPE_ARITHMETIC void takeLargerOfGroups(const float* x, Index count, Index group, float* best);
/// best[i] = max(best[i], x[i]); NaN stays NaN.
HEADSCOPE_ARITHMETIC void takeMaximum(const float* x, Index count, float* best);
/// The largest magnitude of those that are neither infinite nor NaN; 0 where there are none.
HEADSCOPE_ARITHMETIC float largestMagnitude(const float* x, Index count);
/// Σ x, made in double in eight parts.
HEADSCOPE_ARITHMETIC double sum(const float* x, Index count);
/// sums[i] += x[i].
HEADSCOPE_ARITHMETIC void addTo(const float* x, Index count, double* sums);

} // namespace headscope::arithmetic
