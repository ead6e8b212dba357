// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/head_fit.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// More features of zeros behind those that are there; what 1/√d_k changes, W_Q makes good.
PreciseWeights filledUp(const FitProblem& problem, PreciseWeights weights, Index keyDim) {
    const double factor = problem.scaleOf(weights.keyDim) / problem.scaleOf(keyDim);
    for (double& value : weights.query)
        value *= factor;
    weights.query.resize(static_cast<std::size_t>(keyDim * problem.queryWidth()));
    weights.key.resize(static_cast<std::size_t>(keyDim * problem.keyWidth()));
    weights.keyDim = keyDim;
    return weights;
}

bool rowIsRight(const PaintTarget& target, const std::vector<double>& attention, Index query) {
    // Two keys that differ by rounding alone are a tie.
    constexpr double tie = 1e-6;
    double paintedMost = 0;
    double best = 0;   // of those painted most
    double other = -1; // of all others that may be looked at
    for (Index key = 0; key < target.keys; ++key)
        paintedMost = std::max(paintedMost, static_cast<double>(target.at(query, key)));
    for (Index key = 0; key < target.keys; ++key) {
        const double weight = attention[target.place(query, key)];
        double& most = static_cast<double>(target.at(query, key)) == paintedMost ? best : other;
        if (target.allows(query, key))
            most = std::max(most, weight);
    }
    return best > other + tie;
}

} // namespace

FittedHead fittedHead(const FitProblem& problem, const HeadWeights& weights) {
    HeadDescent descent(problem, preciseOf(weights));
    descent.evaluate();
    FittedHead head;
    head.attention = descent.attention();
    const PaintTarget& target = problem.target;
    const Index rows = target.paintedRows();
    head.rowIsRight.resize(static_cast<std::size_t>(target.queries));
    head.rowBits.resize(head.rowIsRight.size());
    if (rows == 0)
        return head;
    head.bits = descent.bits();
    head.rowBits = descent.rowBits();
    for (Index query = 0; query < target.queries; ++query) {
        if (!target.isPainted(query))
            continue;
        const bool right = rowIsRight(target, head.attention, query);
        head.rowIsRight[static_cast<std::size_t>(query)] = right;
        head.rightRows += right ? 1 : 0;
        for (Index key = 0; key < target.keys; ++key)
            head.paintedMass +=
                target.at(query, key) > 0 ? head.attention[target.place(query, key)] : 0;
    }
    head.paintedMass /= static_cast<double>(rows);
    return head;
}

Error searchCancelled() {
    return makeError(HEADSCOPE_MESSAGE("Message", "the search for weights was cancelled"));
}

Result<HeadFit> fitHead(const FitProblem& problem, const FitOptions& options,
                        const Execution& execution, FitProgress* progress) {
    if (const Status valid = validate(problem, options); !valid)
        return valid.error();
    std::optional<FitDescents> descents = descend(problem, options, execution, progress);
    if (!descents)
        return searchCancelled();
    if (!std::isfinite(descents->bestBits))
        return makeError(HEADSCOPE_MESSAGE("Message", "the inputs are so large that no start has "
                                                      "a finite score"));
    std::optional<FitLimits> limits = fitLimits(problem, execution);
    if (!limits)
        return searchCancelled();
    HeadFit fit{problem, options, *std::move(descents), *std::move(limits), {}, {}, false,
                false,   {}};
    fit.weights = rounded(fit.descents.best);
    fit.head = fittedHead(problem, fit.weights);
    const bool bounded = options.largestWeight > 0;
    const FitOptimum& optimum = fit.limits.optimum;
    if (options.keyDim >= optimum.enoughKeyDim && !bounded) {
        const HeadWeights weights = rounded(filledUp(problem, optimum.weights, options.keyDim));
        FittedHead head = fittedHead(problem, weights);
        if (head.bits < fit.head.bits) {
            fit.weights = weights;
            fit.head = std::move(head);
            fit.isOptimum = true;
        }
    }
    // What was found is possible, and so the limit is not above it.
    FitOptimum& limit = fit.limits.optimum;
    limit.lowerBound = std::min({limit.lowerBound, fit.head.bits, fit.descents.bestBits});
    limit.bits = std::max(limit.lowerBound, std::min(limit.bits, fit.head.bits));
    fit.verdict = verdictOf(fit.limits, options.keyDim, bounded, fit.head.bits);
    return fit;
}

} // namespace headscope
