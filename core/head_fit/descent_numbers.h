// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/problem.h"

#include <vector>

namespace headscope {

/// A stop of one step of the descent.
enum class PaintStop : std::uint8_t {
    Inputs,    ///< X
    Projected, ///< Q, K
    Scores,
    Scaled,
    Weights, ///< the softmax, beside the painting
    Missing, ///< KL, cell by cell
    Gradient,
    Update ///< what Adam makes of it
};
inline constexpr PaintStop paintStopOrder[] = {
    PaintStop::Inputs,  PaintStop::Projected, PaintStop::Scores,   PaintStop::Scaled,
    PaintStop::Weights, PaintStop::Missing,   PaintStop::Gradient, PaintStop::Update};

/// All that one step of the descent computes with given weights, in its order; each matrix in C
/// order and in double.
struct DescentNumbers {
    std::vector<double> query;        ///< Q = X_q·W_Q [query, d_k]
    std::vector<double> key;          ///< K = X_k·W_K [key, d_k]
    std::vector<double> scores;       ///< Q·Kᵀ [query, key]
    std::vector<double> scaledScores; ///< times the scale; −∞ where masked
    /// T·log₂(T / A) [query, key], in bits: the sum of a row is what it is missing, KL(T_i ‖ A_i).
    /// A cell with more weight than was painted has less than nothing. Rows without paint are 0.
    std::vector<double> missing;
    std::vector<double> scoreGradient; ///< ∂loss/∂(scaled scores) [query, key], loss in nats
    std::vector<double> queryGradient; ///< ∂loss/∂W_Q [width of X_q, d_k]
    std::vector<double> keyGradient;   ///< ∂loss/∂W_K [width of X_k, d_k]
};
DescentNumbers descentNumbers(const FitProblem& problem, const HeadWeights& weights);

} // namespace headscope
