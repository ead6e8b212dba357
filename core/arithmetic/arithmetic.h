// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/matrix.h"

#define HEADSCOPE_ARITHMETIC __attribute__((visibility("default")))

/// The arithmetic that costs the time, made by Eigen over maps of our tensors. A
/// shared library of its own: glibc's loader picks the variant for the processor
/// (glibc-hwcaps), so everything here must mean the same in all of them. No type
/// of Eigen's occurs in this header, because its layout differs between the variants.
/// No function locks or starts a thread, and only multiply() may allocate. Bits
/// depend on the values and sizes alone, never on where in memory they lie.
namespace headscope::arithmetic {

/// "x86-64", "x86-64-v3" …: the variant that the loader chose.
HEADSCOPE_ARITHMETIC const char* variant();

/// result = left · right (+ bias [columns] in every row). `right` may be transposed.
/// A row has the same bits whatever rows stand beside it.
HEADSCOPE_ARITHMETIC void multiply(ConstMatrix left, ConstMatrix right, Matrix result,
                                   const float* bias = nullptr);

/// y = x · factor.
HEADSCOPE_ARITHMETIC void scale(ConstMatrix x, float factor, Matrix y);
/// y = x (+ additive), −∞ where mayAttend is 0; one of them may be missing (no data).
HEADSCOPE_ARITHMETIC void mask(ConstMatrix x, ConstMatrix mayAttend, ConstMatrix additive,
                               Matrix y);
/// Every row: y = e^(x − max) / Σ e^(x − max). `fullyMasked` throughout where every
/// x is −∞; NaN throughout where an x is NaN or +∞. y may be x.
HEADSCOPE_ARITHMETIC void softmax(ConstMatrix x, Matrix y, float fullyMasked = 0);

/// y = a + b.
HEADSCOPE_ARITHMETIC void add(ConstMatrix a, ConstMatrix b, Matrix y);

/// y = a · b, number by number.
HEADSCOPE_ARITHMETIC void multiplyElements(ConstMatrix a, ConstMatrix b, Matrix y);

/// normalised = (x − mean) / √(variance + ε),  output = normalised · γ + β. The variance
/// is the mean of (x − mean)². Sums are made in double, every stage is rounded once.
struct Norm {
    ConstMatrix x;
    const float* gain = nullptr;  ///< γ [columns]
    const float* shift = nullptr; ///< β [columns]; none: nothing is added
    float epsilon = 0;
    float* mean = nullptr; ///< [rows] or [columns], as the variance
    float* variance = nullptr;
    Matrix normalised;
    Matrix output;
};
/// Every row by itself.
HEADSCOPE_ARITHMETIC void normaliseRows(const Norm& norm);
/// Every column by itself.
HEADSCOPE_ARITHMETIC void normaliseColumns(const Norm& norm);
/// Every row by its root mean square alone (Zhang and Sennrich 2019): `variance` is the mean of
/// x², normalised = x / √(variance + ε), output = normalised · γ. There is no mean and no β.
HEADSCOPE_ARITHMETIC void rootNormaliseRows(const Norm& norm);

/// The first position of a NaN or an infinity, or count.
HEADSCOPE_ARITHMETIC Index findNonFinite(const float* x, Index count);

} // namespace headscope::arithmetic
