// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/twins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headscope {

namespace {

/// Which queries are one: equal rows of X_q that may look at the same keys.
std::vector<Index> queryGroups(const FitProblem& problem) {
    std::vector<Index> groups = groupsOfEqualRows(problem.queryInput);
    const PaintTarget& target = problem.target;
    const auto sameMask = [&](Index a, Index b) {
        for (Index key = 0; key < target.keys; ++key) {
            if (target.allows(a, key) != target.allows(b, key))
                return false;
        }
        return true;
    };
    std::vector<Index> result(groups.size());
    for (Index query = 0; query < target.queries; ++query) {
        const auto row = static_cast<std::size_t>(query);
        result[row] = query;
        for (Index other = 0; other < query; ++other) {
            const auto before = static_cast<std::size_t>(other);
            if (groups[before] == groups[row] && result[before] == other &&
                sameMask(other, query)) {
                result[row] = other;
                break;
            }
        }
    }
    return result;
}

std::vector<std::vector<Index>> listsOf(const std::vector<Index>& groups,
                                        const std::vector<bool>& costs) {
    std::vector<std::vector<Index>> lists;
    for (std::size_t first = 0; first < groups.size(); ++first) {
        std::vector<Index> list;
        for (std::size_t i = first; i < groups.size(); ++i) {
            if (groups[i] == static_cast<Index>(first))
                list.push_back(static_cast<Index>(i));
        }
        if (list.size() > 1 && costs[first])
            lists.push_back(std::move(list));
    }
    return lists;
}

} // namespace

std::vector<Index> groupsOfEqualRows(const Tensor& input) {
    const Tensor values = input.contiguous();
    const auto width = static_cast<std::size_t>(input.size(1));
    const auto row = [&](Index i) {
        return values.values().subspan(static_cast<std::size_t>(i) * width, width);
    };
    std::vector<Index> groups;
    for (Index i = 0; i < input.size(0); ++i) {
        Index first = 0;
        while (!std::ranges::equal(row(first), row(i)))
            ++first;
        groups.push_back(first);
    }
    return groups;
}

TwinCost twinCost(const FitProblem& problem) {
    const PaintTarget& target = problem.target;
    const std::vector<Index> queries = queryGroups(problem);
    const std::vector<Index> keys = groupsOfEqualRows(problem.keyInput);
    const auto rows = static_cast<std::size_t>(target.queries);
    const auto columns = static_cast<std::size_t>(target.keys);
    TwinCost cost;
    cost.best.resize(rows * columns);
    std::vector<double> means(rows * columns); // of each group, where its first query stands
    cost.rowBits.resize(rows);
    std::vector<double> members(rows); // painted rows of a group
    const auto painted = [&](Index query, Index key) {
        return static_cast<double>(target.at(query, key)) / target.rowSum(query);
    };
    for (Index query = 0; query < target.queries; ++query) {
        if (!target.isPainted(query))
            continue;
        const Index group = queries[static_cast<std::size_t>(query)];
        members[static_cast<std::size_t>(group)] += 1;
        for (Index key = 0; key < target.keys; ++key)
            means[target.place(group, key)] += painted(query, key);
    }
    std::vector<bool> keyCosts(columns);
    std::vector<bool> queryCosts(rows);
    std::vector<double> sums(columns);
    std::vector<double> counts(columns);
    for (Index query = 0; query < target.queries; ++query) {
        const double count = members[static_cast<std::size_t>(query)];
        if (count == 0)
            continue;
        std::ranges::fill(sums, 0.0);
        std::ranges::fill(counts, 0.0);
        for (Index key = 0; key < target.keys; ++key) {
            const auto first = static_cast<std::size_t>(keys[static_cast<std::size_t>(key)]);
            sums[first] += means[target.place(query, key)];
            counts[first] += target.allows(query, key) ? 1 : 0;
        }
        for (Index key = 0; key < target.keys; ++key) {
            const auto first = static_cast<std::size_t>(keys[static_cast<std::size_t>(key)]);
            means[target.place(query, key)] =
                target.allows(query, key) ? sums[first] / counts[first] / count : 0;
        }
    }
    for (Index query = 0; query < target.queries; ++query) {
        const Index group = queries[static_cast<std::size_t>(query)];
        for (Index key = 0; key < target.keys; ++key) {
            const std::size_t place = target.place(query, key);
            cost.best[place] = target.isPainted(query) ? means[target.place(group, key)] : 0;
            if (!(target.weights[place] > 0))
                continue;
            const double wanted = painted(query, key);
            cost.rowBits[static_cast<std::size_t>(query)] +=
                wanted * std::log(wanted / cost.best[place]) / std::numbers::ln2;
        }
    }
    // Rounding may leave a trace of bits where nothing is lost.
    for (double& bits : cost.rowBits)
        bits = bits < 1e-6 ? 0 : bits;
    for (Index query = 0; query < target.queries; ++query) {
        if (cost.rowBits[static_cast<std::size_t>(query)] == 0)
            continue;
        queryCosts[static_cast<std::size_t>(queries[static_cast<std::size_t>(query)])] = true;
        for (Index key = 0; key < target.keys; ++key) {
            if (std::fabs(painted(query, key) - cost.best[target.place(query, key)]) > 1e-6)
                keyCosts[static_cast<std::size_t>(keys[static_cast<std::size_t>(key)])] = true;
        }
    }
    for (const double bits : cost.rowBits)
        cost.bits += bits;
    cost.bits /= static_cast<double>(std::max<Index>(1, target.paintedRows()));
    cost.keyTwins = listsOf(keys, keyCosts);
    cost.queryTwins = listsOf(queries, queryCosts);
    return cost;
}

} // namespace headscope
