// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/problem.h"

#include <array>
#include <optional>
#include <vector>

namespace headscope {

/// Where the keys of a head with d_k = 2 stand, k_j = x_j·W_K. A query's scores are how far the
/// keys lie along its direction, so the farthest one wins its row: only a corner of the convex
/// hull can. With d_k = 1 the second coordinate is 0, and the ends are the corners.
struct KeyPlane {
    struct Point {
        double x = 0;
        double y = 0;
        bool operator==(const Point&) const = default;
    };
    std::vector<Point> keys;
    std::vector<Point> queries; ///< q_i = x_i·W_Q
    std::vector<Index> hull;    ///< keys at the corners, once around; of equal ones the first
    std::vector<bool> isCorner; ///< [key]; keys that stand on a corner are one too
};

/// Nothing where d_k is more than 2.
std::optional<KeyPlane> keyPlaneOf(const FitProblem& problem, const HeadWeights& weights);

} // namespace headscope
