// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/problem.h"

#include <vector>

namespace headscope {

/// Which rows of an input are equal, bit for bit: no weights can tell such tokens apart.
/// group[i] is the first row that equals row i.
std::vector<Index> groupsOfEqualRows(const Tensor& input);

/// What equal rows cost whatever W_Q, W_K and d_k are. Keys with equal rows get equal weights
/// from every query that may look at them, and queries with equal rows and equal masks have
/// equal rows of weights; the best that such a matrix can do is the mean over the twins of
/// what was painted (the mean minimises Σ KL(T_i ‖ A) over A).
struct TwinCost {
    double bits = 0;             ///< mean over painted rows
    std::vector<double> rowBits; ///< [query]; 0 where a row loses nothing, or is not painted
    std::vector<double> best;    ///< that matrix, [query, key]; rows without paint are 0
    /// Groups of two and more tokens that are as one and that cost something, by place.
    std::vector<std::vector<Index>> keyTwins;
    std::vector<std::vector<Index>> queryTwins;
};
TwinCost twinCost(const FitProblem& problem);

} // namespace headscope
