// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/limit/row_space.h"
#include "head_fit/problem.h"

#include <vector>

namespace headscope {

/// The problem as one in M = W_Q·W_Kᵀ · scale, in coordinates of the row spaces of X_q and X_k:
/// S = C_q·M·C_kᵀ. KL is convex in M.
class ScoreModel {
public:
    explicit ScoreModel(const FitProblem& problem);

    Index queryRank() const { return m_query.rank; }
    Index keyRank() const { return m_key.rank; }
    /// How many numbers M has.
    Index size() const { return m_query.rank * m_key.rank; }
    const RowSpace& querySpace() const { return m_query; }
    const RowSpace& keySpace() const { return m_key; }

    /// KL in nats, mean over painted rows, and the attention [query, key] of M.
    double loss(const std::vector<double>& m, std::vector<double>& attention) const;
    /// ∂/∂M at that attention: 1/n Σ (A − T)_ij c_i c_jᵀ. How far the moments of any matrix
    /// `attention` are from those of the painting.
    std::vector<double> moments(const std::vector<double>& attention) const;
    /// ∂²/∂M²: 1/n Σ_i (c_i c_iᵀ) ⊗ Cov_i of the keys under A_i; lower half.
    std::vector<double> curvature(const std::vector<double>& attention) const;
    /// A_ij · (1 + x_ij), where x are the scores of `change` less their mean in the row: what
    /// M + change makes of A, to first order. What is negative becomes 0, rows are at 1 again;
    /// whether nothing had to.
    bool moved(std::vector<double>& attention, const std::vector<double>& change) const;
    /// 1/n Σ (H(A_i) − H(T_i)) in nats: below every loss, if the moments are those of T.
    double entropyBound(const std::vector<double>& attention) const;

private:
    std::vector<double> scores(const std::vector<double>& m) const;

    RowSpace m_query;
    RowSpace m_key;
    Index m_queries;
    Index m_keys;
    std::vector<double> m_target; ///< T; rows without paint are 0
    std::vector<bool> m_painted;
    std::vector<std::uint8_t> m_mayAttend;
    double m_rows;            ///< how many are painted
    double m_negativeEntropy; ///< Σ T log T
};

} // namespace headscope
