// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/key_plane.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

using Point = KeyPlane::Point;

std::vector<Point> projected(const Tensor& input, const Tensor& weight) {
    std::vector<Point> points;
    for (Index row = 0; row < input.size(0); ++row) {
        std::array<double, 2> sums{};
        for (Index column = 0; column < weight.size(1); ++column) {
            for (Index i = 0; i < input.size(1); ++i)
                sums[static_cast<std::size_t>(column)] +=
                    static_cast<double>(input(row, i)) * static_cast<double>(weight(i, column));
        }
        points.push_back({sums[0], sums[1]});
    }
    return points;
}

/// Twice the area of the triangle, above 0 where o → a → b turns left.
double turn(const Point& o, const Point& a, const Point& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// Andrew's monotone chain (1979). Three points on a line have no corner in the middle.
std::vector<Index> convexHull(const std::vector<Point>& points) {
    std::vector<Index> order(points.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto at = [&points](Index i) -> const Point& {
        return points[static_cast<std::size_t>(i)];
    };
    std::ranges::stable_sort(order, [&](Index a, Index b) {
        return std::pair(at(a).x, at(a).y) < std::pair(at(b).x, at(b).y);
    });
    order.erase(
        std::unique(order.begin(), order.end(), [&](Index a, Index b) { return at(a) == at(b); }),
        order.end());
    if (order.size() < 3)
        return order;
    std::vector<Index> hull;
    const auto addHalf = [&](auto first, auto last) {
        const std::size_t start = hull.size();
        for (auto next = first; next != last; ++next) {
            while (hull.size() >= start + 2 &&
                   turn(at(hull[hull.size() - 2]), at(hull.back()), at(*next)) <= 0)
                hull.pop_back();
            hull.push_back(*next);
        }
        hull.pop_back(); // the first one of the other half
    };
    addHalf(order.begin(), order.end());
    addHalf(order.rbegin(), order.rend());
    return hull;
}

} // namespace

std::optional<KeyPlane> keyPlaneOf(const FitProblem& problem, const HeadWeights& weights) {
    if (weights.keyDim() > 2)
        return std::nullopt;
    KeyPlane plane;
    plane.keys = projected(problem.keyInput, weights.key);
    plane.queries = projected(problem.queryInput, weights.query);
    plane.hull = convexHull(plane.keys);
    for (const Point& key : plane.keys)
        plane.isCorner.push_back(std::ranges::any_of(plane.hull, [&](Index corner) {
            return plane.keys[static_cast<std::size_t>(corner)] == key;
        }));
    return plane;
}

} // namespace headscope
