// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/optimum.h"

#include "arithmetic/precise.h"
#include "head_fit/descend.h"
#include "head_fit/limit/score_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headscope {

namespace {

constexpr Index mostNewtonSteps = 200;
constexpr Index mostNewtonNumbers = 1024; ///< of M; the work grows with the third power
constexpr double closeEnough = 1e-9;      ///< bits: here the search ends
constexpr double goodWeights = 1e-6;      ///< bits: weights need not grow beyond this
/// How far the moments of a matrix may be from those of the painting and be equal to them.
constexpr double roundingOfMoments = 1e-10;
constexpr double roundingOfSums = 1e-12; ///< nats
/// Bits: a painted row is of float32 and sums to 1 within its rounding, and the losses with it.
constexpr double roundingOfTargets = 5e-9;

double largestOf(const std::vector<double>& numbers) {
    double largest = 0;
    for (const double number : numbers)
        largest = std::max(largest, std::fabs(number));
    return largest;
}

/// The change of M with which Newton's method answers: −curvature⁻¹ · gradient. Directions
/// without curvature get a trace of it, so that there is an answer.
std::vector<double> newtonChange(const ScoreModel& model, const std::vector<double>& attention,
                                 const std::vector<double>& gradient) {
    const std::vector<double> curvature = model.curvature(attention);
    const Index size = model.size();
    double trace = 0;
    for (Index i = 0; i < size; ++i)
        trace += curvature[static_cast<std::size_t>(i * size + i)];
    for (double share = 1e-14;; share *= 100) {
        std::vector<double> matrix = curvature;
        for (Index i = 0; i < size; ++i)
            matrix[static_cast<std::size_t>(i * size + i)] += share * trace + 1e-300;
        std::vector<double> change = gradient;
        if (share > 1 ||
            arithmetic::solvePositive(denseMatrix(matrix.data(), size, size), change.data())) {
            for (double& number : change)
                number = -number;
            return change;
        }
    }
}

/// A bound in nats that holds but for what its matrix misses of the moments: the loss of M is not
/// below bits − rest·Σ|M|.
struct DualBound {
    double nats = -1; ///< −1 where no such matrix was met
    double rest = 0;

    double at(const std::vector<double>& m) const {
        double length = 0;
        for (const double number : m)
            length += std::fabs(number);
        // Twice, as M may still be on its way, and what adding up thousands of logarithms rounds.
        return nats - 2 * rest * length - roundingOfSums;
    }
};

/// Out of an attention that nearly has the right moments.
DualBound dualBound(const ScoreModel& model, std::vector<double> attention,
                    std::vector<double> change, int attempts) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const bool whole = model.moved(attention, change);
        const std::vector<double> rest = model.moments(attention);
        if (whole && largestOf(rest) < roundingOfMoments)
            return {model.entropyBound(attention), largestOf(rest)};
        change = newtonChange(model, attention, rest);
    }
    return {};
}

/// W_Q, W_K with W_Q·W_Kᵀ · scale = B_qᵀ·M·B_k: the smaller space is one of them, and both get
/// the same length.
PreciseWeights factorsOf(const FitProblem& problem, const ScoreModel& model,
                         const std::vector<double>& m) {
    const RowSpace& query = model.querySpace();
    const RowSpace& key = model.keySpace();
    const bool keysAreFewer = key.rank < query.rank;
    PreciseWeights weights;
    weights.keyDim = std::min(query.rank, key.rank);
    const auto product = [&](const RowSpace& space, bool turned) {
        const Index width = static_cast<Index>(space.basis.size()) / space.rank;
        std::vector<double> result(static_cast<std::size_t>(weights.keyDim * width));
        for (Index feature = 0; feature < weights.keyDim; ++feature) {
            for (Index i = 0; i < space.rank; ++i) {
                const Index place = turned ? i * key.rank + feature : feature * key.rank + i;
                for (Index column = 0; column < width; ++column)
                    result[static_cast<std::size_t>(feature * width + column)] +=
                        m[static_cast<std::size_t>(place)] *
                        space.basis[static_cast<std::size_t>(i * width + column)];
            }
        }
        return result;
    };
    weights.query = keysAreFewer ? product(query, true) : query.basis;
    weights.key = keysAreFewer ? key.basis : product(key, false);
    const auto length = [](const std::vector<double>& values) {
        double sum = 0;
        for (const double value : values)
            sum += value * value;
        return std::sqrt(sum);
    };
    const double inner = 1 / problem.scaleOf(weights.keyDim);
    const double queryLength = length(weights.query);
    const double keyLength = length(weights.key);
    if (!(queryLength > 0 && keyLength > 0))
        return weights;
    const double balanced = std::sqrt(queryLength * keyLength * std::fabs(inner));
    for (double& value : weights.query)
        value *= balanced / queryLength;
    for (double& value : weights.key)
        value *= std::copysign(balanced / keyLength, inner);
    return weights;
}

} // namespace

std::optional<FitOptimum> fitOptimum(const FitProblem& problem, const Execution& execution) {
    const ScoreModel model(problem);
    FitOptimum optimum;
    optimum.lowerBound = twinCost(problem).bits;
    optimum.enoughKeyDim = std::min(model.queryRank(), model.keyRank());
    if (model.size() > mostNewtonNumbers) {
        FitOptions options;
        options.keyDim = optimum.enoughKeyDim;
        options.starts = 1;
        options.steps = 2000;
        const std::optional<FitDescents> found = descend(problem, options, execution);
        if (!found)
            return std::nullopt;
        optimum.bits = found->bestBits;
        optimum.weights = found->best;
        return optimum;
    }
    std::vector<double> m(static_cast<std::size_t>(model.size()));
    std::vector<double> attention;
    double loss = model.loss(m, attention);
    bool isGood = false;
    std::vector<DualBound> duals;
    // What every dual is worth to the M that is reached now.
    const double twins = optimum.lowerBound;
    const auto lowerBound = [&duals, twins](const std::vector<double>& now) {
        double bound = twins;
        for (const DualBound& dual : duals)
            bound = std::max(bound, dual.at(now) / std::numbers::ln2);
        return bound;
    };
    for (Index step = 0; step < mostNewtonSteps; ++step) {
        if (execution.cancellation.isCancelled())
            return std::nullopt;
        const std::vector<double> gradient = model.moments(attention);
        const std::vector<double> change = newtonChange(model, attention, gradient);
        double slope = 0;
        for (std::size_t i = 0; i < change.size(); ++i)
            slope += gradient[i] * change[i];
        // Far away the matrix would be another at every step: one attempt is enough there.
        const int attempts = -slope < 1e-6 ? 8 : 1;
        duals.push_back(dualBound(model, attention, change, attempts));
        optimum.lowerBound = lowerBound(m);
        optimum.bits = loss / std::numbers::ln2;
        if (!isGood && optimum.gap() < goodWeights) {
            optimum.weights = factorsOf(problem, model, m);
            isGood = true;
        }
        if (optimum.gap() < closeEnough || !(slope < -1e-15))
            break;
        bool better = false;
        for (double length = 1; length > 1e-9 && !better; length /= 2) {
            std::vector<double> next = m;
            for (std::size_t i = 0; i < m.size(); ++i)
                next[i] += length * change[i];
            std::vector<double> nextAttention;
            const double nextLoss = model.loss(next, nextAttention);
            if (!(nextLoss <= loss + 0.1 * length * slope))
                continue;
            better = true;
            loss = nextLoss;
            m = std::move(next);
            attention = std::move(nextAttention);
        }
        if (!better)
            break;
    }
    // No loss is below what twins cost, but by rounding.
    optimum.bits = std::max(twins, loss / std::numbers::ln2);
    optimum.lowerBound = std::clamp(lowerBound(m) - roundingOfTargets, 0.0, optimum.bits);
    if (!isGood)
        optimum.weights = factorsOf(problem, model, m);
    return optimum;
}

} // namespace headscope
