// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/problem.h"

#include <vector>

namespace headscope {

/// A dense matrix [rows, columns] turned round: [columns, rows].
std::vector<double> turned(const std::vector<double>& matrix, Index rows, Index columns);

/// W_Q and W_K in double, each turned round, [d_k, width]: rows of tokens then lie side by side
/// in all products.
struct PreciseWeights {
    Index keyDim = 1;
    std::vector<double> query; ///< W_Qᵀ [d_k, width of X_q]
    std::vector<double> key;   ///< W_Kᵀ [d_k, width of X_k]

    bool operator==(const PreciseWeights&) const = default;
};
PreciseWeights preciseOf(const HeadWeights& weights);
/// Rounded once, to what an experiment holds.
HeadWeights rounded(const PreciseWeights& weights);

/// One head and what was painted for it: loss, gradients, and a step of Adam down them. Keeps
/// all memory that a step needs. Everything is double and hangs on nothing but the arguments.
class HeadDescent {
public:
    HeadDescent(const FitProblem& problem, PreciseWeights weights);

    /// Computes the attention of the weights, its loss and the gradients:
    ///   loss = 1/n Σ_i KL(T_i ‖ A_i) in nats, over the n painted rows
    ///   ∂loss/∂S = (A − T) · scale / n in painted rows, else 0     (S before the scale)
    ///   ∂loss/∂W_Q = X_qᵀ · ∂S · K,  ∂loss/∂W_K = X_kᵀ · ∂Sᵀ · Q
    void evaluate();
    /// Moves the weights along the gradients that evaluate() found. `largest` bounds every
    /// weight; 0: none is.
    void step(double rate, double largest);

    // As of the last evaluate().
    double bits() const; ///< the loss in bits
    /// KL(T_i ‖ A_i) in bits; 0 where row i is not painted.
    std::vector<double> rowBits() const;
    const std::vector<double>& query() const { return m_query; }   ///< Qᵀ [d_k, query]
    const std::vector<double>& key() const { return m_key; }       ///< Kᵀ [d_k, key]
    const std::vector<double>& scores() const { return m_scores; } ///< scaled, −∞ if masked
    const std::vector<double>& attention() const { return m_attention; }         ///< A [query, key]
    const std::vector<double>& scoreGradient() const { return m_scoreGradient; } ///< ∂loss/∂S
    const std::vector<double>& queryGradient() const { return m_queryGradient; } ///< as W_Qᵀ
    const std::vector<double>& keyGradient() const { return m_keyGradient; }

    const PreciseWeights& weights() const { return m_weights; }

private:
    double rowLoss(Index query) const;

    Index m_queries;
    Index m_keys;
    Index m_queryWidth;
    Index m_keyWidth;
    double m_scale;
    bool m_masked = false;
    double m_rows = 0;            ///< how many are painted
    std::vector<double> m_inputs; ///< X_q
    std::vector<double> m_turned; ///< X_qᵀ
    std::vector<double> m_keyInputs;
    std::vector<double> m_keyTurned;
    std::vector<double> m_target;          ///< T, every painted row divided by its sum
    std::vector<double> m_offset;          ///< −∞ where masked, else 0
    std::vector<double> m_weightOf;        ///< 1/n of painted rows, else 0
    std::vector<double> m_negativeEntropy; ///< Σ T log T of every row

    PreciseWeights m_weights;
    std::vector<double> m_query, m_scaledQuery, m_key; ///< Qᵀ, Qᵀ·scale, Kᵀ
    std::vector<double> m_scores, m_attention, m_logSums;
    std::vector<double> m_scoreGradient, m_scoreGradientTurned;
    std::vector<double> m_projectedGradient;
    std::vector<double> m_queryGradient, m_keyGradient;
    std::vector<double> m_means, m_squares; ///< Adam's, of W_Q and then of W_K
    double m_meanPower = 1;
    double m_squarePower = 1;
};

} // namespace headscope
