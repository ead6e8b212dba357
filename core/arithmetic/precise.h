// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/arithmetic.h"

namespace headscope {

using PreciseMatrix = MatrixOf<double>;
using ConstPreciseMatrix = MatrixOf<const double>;

/// In double, for small descents of thousands of steps: where one of them ends hangs on
/// every bit of every step. All variants, and all machines, give the same bits (solvePositive()
/// does not), because every sum is made in the order of its terms and the exponential is a
/// polynomial of our own; what stands beside each other is left to the compiler's vectors. Eigen's
/// products of matrices as small as 10 × 4 would cost more in calls than in numbers.
namespace arithmetic {

/// result = left · right; `left` may be transposed, the rows of the others are dense.
HEADSCOPE_ARITHMETIC void multiply(ConstPreciseMatrix left, ConstPreciseMatrix right,
                                   PreciseMatrix result);

/// Every row: weights = e^(x − max) / Σ e^(x − max), logSums[row] = log Σ e^x. What is −∞ has
/// weight 0; a row of nothing else is all 0, its sum −∞. weights may be x.
HEADSCOPE_ARITHMETIC void softmax(ConstPreciseMatrix x, PreciseMatrix weights, double* logSums);

/// One step of Adam (Kingma, Ba: "Adam: a method for stochastic optimization", 2015,
/// algorithm 1, with its β₁ = 0.9, β₂ = 0.999, ε = 1e-8).
inline constexpr double adamMean = 0.9;
inline constexpr double adamSquare = 0.999;
struct AdamStep {
    Index count = 0;
    const double* gradient = nullptr; ///< [count], as all of these
    double* mean = nullptr;           ///< m, 0 at first
    double* square = nullptr;         ///< v, 0 at first
    double* values = nullptr;
    double rate = 0.1;
    double largest = 0; ///< values are kept within ± this; 0: anything goes
    // Powers of β₁ and β₂; step t, from 1 on, has those of t.
    double meanPower = adamMean;
    double squarePower = adamSquare;
};
HEADSCOPE_ARITHMETIC void adam(const AdamStep& adam);

/// Solves matrix · x = right for a symmetric positive definite matrix, of which the lower half is
/// read; false where it is not positive definite. `right` [rows] becomes x, the matrix its factor
/// L (L·Lᵀ = matrix). By Eigen: the last bits are the processor's, which Newton's method forgives.
HEADSCOPE_ARITHMETIC bool solvePositive(PreciseMatrix matrix, double* right);

} // namespace arithmetic
} // namespace headscope
