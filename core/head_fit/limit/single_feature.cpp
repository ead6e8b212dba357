// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/single_feature.h"

#include "head_fit/limit/twins.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace headscope {

namespace {

/// The largest of a row and the next one among keys that the query may look at; painted over
/// the sum of the row.
struct PaintedPeak {
    Index key = -1;
    double weight = 0;
    double nextTwin = 0;     ///< of the keys with the same row of X_k
    double nextStranger = 0; ///< of the keys whose row of X_k is another one
    bool hasTwin = false;    ///< an equal row of X_k that may be looked at
    bool hasStranger = false;
};

PaintedPeak peakOf(const PaintTarget& target, const std::vector<Index>& groups, Index query) {
    const double sum = target.rowSum(query);
    PaintedPeak peak;
    for (Index key = 0; key < target.keys; ++key) {
        const double weight = static_cast<double>(target.at(query, key)) / sum;
        if (weight > peak.weight) {
            peak.weight = weight;
            peak.key = key;
        }
    }
    double twin = 0;
    for (Index key = 0; key < target.keys; ++key) {
        if (key == peak.key || !target.allows(query, key))
            continue;
        const double weight = static_cast<double>(target.at(query, key)) / sum;
        if (groups[static_cast<std::size_t>(key)] == groups[static_cast<std::size_t>(peak.key)]) {
            peak.hasTwin = true;
            twin = std::max(twin, weight);
        } else {
            peak.hasStranger = true;
            peak.nextStranger = std::max(peak.nextStranger, weight);
        }
    }
    peak.nextTwin = twin;
    return peak;
}

/// The first row that may look at just the same keys.
Index firstOfSameMask(const PaintTarget& target, Index query) {
    for (Index other = 0; other < query; ++other) {
        bool same = true;
        for (Index key = 0; key < target.keys; ++key)
            same = same && target.allows(other, key) == target.allows(query, key);
        if (same)
            return other;
    }
    return query;
}

/// KL in bits at least, where of two keys the one painted more may not have more.
double lossOfATie(double more, double less) {
    const double middle = (more + less) / 2;
    const auto term = [middle](double weight) {
        return weight > 0 ? weight * std::log2(weight / middle) : 0;
    };
    return term(more) + term(less);
}

} // namespace

SingleFeatureProof singleFeatureProof(const FitProblem& problem) {
    const PaintTarget& target = problem.target;
    const std::vector<Index> groups = groupsOfEqualRows(problem.keyInput);
    // Rows under one mask choose among the same keys: by first row of such, and by group of keys,
    // what is saved if that group may win.
    std::map<Index, std::map<Index, double>> saved;
    double lost = 0;
    for (Index query = 0; query < target.queries; ++query) {
        if (!target.isPainted(query))
            continue;
        const PaintedPeak peak = peakOf(target, groups, query);
        // With a twin the tie is certain whoever is the largest.
        const double always = peak.hasTwin ? lossOfATie(peak.weight, peak.nextTwin) : 0;
        const bool isAlone = peak.hasStranger && peak.weight > peak.nextStranger;
        const double otherwise =
            isAlone ? std::max(always, lossOfATie(peak.weight, peak.nextStranger)) : always;
        lost += otherwise;
        if (isAlone)
            saved[firstOfSameMask(target, query)][groups[static_cast<std::size_t>(peak.key)]] +=
                otherwise - always;
    }
    SingleFeatureProof proof;
    for (const auto& [mask, byGroup] : saved) {
        std::vector<double> gains;
        for (const auto& [group, gain] : byGroup)
            gains.push_back(gain);
        std::ranges::sort(gains, std::greater<>());
        for (std::size_t i = 0; i < std::min<std::size_t>(2, gains.size()); ++i)
            lost -= gains[i];
        proof.differentKeys = std::max(proof.differentKeys, static_cast<Index>(byGroup.size()));
    }
    proof.bits =
        std::max(0.0, lost) / static_cast<double>(std::max<Index>(1, target.paintedRows()));
    return proof;
}

} // namespace headscope
