// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/head_descent.h"
#include "head_fit/limit/twins.h"
#include "support/execution.h"

#include <optional>

namespace headscope {

/// The least that any W_Q, W_K of any d_k can reach. The scores are X_q·M·X_kᵀ with M =
/// W_Q·W_Kᵀ, in which KL is convex, and M can be any matrix once d_k is the rank that it
/// needs: so there is one value, found by Newton's method, and a bound below it that shows
/// how near it is.
struct FitOptimum {
    double bits = 0;       ///< the limit is not above this
    double lowerBound = 0; ///< and not below this
    /// From so many features per head on, every M can be had: the smaller rank of X_q and X_k.
    Index enoughKeyDim = 1;
    PreciseWeights weights; ///< d_k = enoughKeyDim; where weights would grow for ever, grown
                            ///< until the rest is below one millionth of a bit
    double gap() const { return bits - lowerBound; }
    /// The two bounds agree to a ten-thousandth of a bit.
    bool isCertain() const { return gap() < 1e-4; }
};

/// The bound below is the larger of two. What twins cost (twins.h) holds always. The other comes
/// of the dual, which is to find the matrix of largest entropy among those with the moments of the
/// painting, X_qᵀ·A·X_k = X_qᵀ·T·X_k: each such matrix P gives 1/n Σ (H(P_i) − H(T_i)) ≤ KL,
/// and a step of Newton's method makes one out of A. What P misses of the moments by rounding is
/// taken off, as much as M can make of it. Where it fails (the optimum lies at
/// infinity, and not where twins have it) the gap stays, and is said.
///
/// Nothing where it was cancelled. Of a problem with a painted row.
std::optional<FitOptimum> fitOptimum(const FitProblem& problem, const Execution& execution = {});

} // namespace headscope
