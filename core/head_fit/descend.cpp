// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/descend.h"

#include "experiment/edits/seeded_values.h"
#include "support/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

namespace headscope {

namespace {

constexpr Index mostStarts = 1000;
constexpr Index mostSteps = 10'000'000;
/// So many steps between two looks at whether anybody still wants the result.
constexpr Index stepsAtOnce = 64;

struct OneDescent {
    std::vector<FitRecord> history;
    PreciseWeights best;
    double bestBits = std::numeric_limits<double>::infinity();
    Index bestStep = 0;
};

PreciseWeights freshWeights(const FitProblem& problem, const FitOptions& options, Index start) {
    const std::string stream = "paint/" + std::to_string(start) + "/";
    const auto fill = [&](const char* name, Index width) {
        std::vector<double> values;
        for (Index column = 0; column < options.keyDim; ++column) {
            for (Index row = 0; row < width; ++row)
                values.push_back(options.sigma *
                                 static_cast<double>(seededNormal(
                                     options.seed, stream + name, static_cast<std::uint64_t>(row),
                                     static_cast<std::uint64_t>(column))));
        }
        if (options.largestWeight > 0) {
            for (double& value : values)
                value = std::clamp(value, -options.largestWeight, options.largestWeight);
        }
        return values;
    };
    return {options.keyDim, fill("query_weight", problem.queryWidth()),
            fill("key_weight", problem.keyWidth())};
}

PreciseWeights firstWeights(const FitProblem& problem, const FitOptions& options, Index start) {
    return start == 0 && options.from ? preciseOf(*options.from)
                                      : freshWeights(problem, options, start);
}

bool descendOnce(HeadDescent descent, const FitOptions& options, const std::vector<Index>& wanted,
                 const CancellationToken& token, FitProgress& progress, OneDescent& result) {
    auto next = wanted.begin();
    for (Index step = 0;; ++step) {
        descent.evaluate();
        const double bits = descent.bits();
        if (bits < result.bestBits) {
            result.best = descent.weights();
            result.bestBits = bits;
            result.bestStep = step;
        }
        const bool last = step == options.steps || !std::isfinite(bits);
        if (next != wanted.end() && *next == step) {
            if (std::isfinite(bits))
                result.history.push_back({step, bits, descent.weights()});
            ++next;
        }
        if (step % stepsAtOnce == 0 && step > 0)
            progress.steps.fetch_add(stepsAtOnce, std::memory_order_relaxed);
        if (last) {
            progress.steps.fetch_add(options.steps - step / stepsAtOnce * stepsAtOnce,
                                     std::memory_order_relaxed);
            return true;
        }
        if (step % stepsAtOnce == 0 && token.isCancelled())
            return false;
        descent.step(options.rate, options.largestWeight);
    }
}

} // namespace

Status validate(const FitProblem& problem, const FitOptions& options) {
    const Index widest = std::max(problem.queryWidth(), problem.keyWidth());
    if (options.keyDim < 1 || options.keyDim > widest)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_k is %1: a whole number from 1 to "
                                                      "d_model, %2, is needed"),
                         options.keyDim, widest);
    if (problem.scale && *problem.scale == 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "the scale is 0: all scores are 0 then, "
                                                      "whatever the weights are"));
    if (options.starts < 1 || options.starts > mostStarts)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 starts: from 1 to %2 are possible"),
                         options.starts, mostStarts);
    if (options.steps < 0 || options.steps > mostSteps)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 steps: from 0 to %2 are possible"),
                         options.steps, mostSteps);
    if (!(options.rate > 0 && std::isfinite(options.rate)))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the learning rate is %1: a number above 0 is needed"),
            options.rate);
    if (!(options.largestWeight >= 0 && std::isfinite(options.largestWeight)))
        return makeError(HEADSCOPE_MESSAGE("Message", "the largest weight is %1: a number above 0 "
                                                      "is needed, or 0 for no bound"),
                         options.largestWeight);
    if (problem.target.paintedRows() == 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "nothing is painted: no row of the target "
                                                      "asks for anything"));
    return Done{};
}

std::vector<Index> recordedSteps(Index steps) {
    constexpr std::array<Index, 27> mantissas = {10, 11, 12, 13, 14, 15, 16, 18, 20,
                                                 22, 25, 28, 30, 32, 35, 40, 45, 50,
                                                 55, 60, 65, 70, 75, 80, 85, 90, 95};
    std::vector<Index> result;
    for (Index step = 0; step < std::min<Index>(10, steps); ++step)
        result.push_back(step);
    for (Index power = 1; power * 10 < steps; power *= 10) {
        for (const Index mantissa : mantissas) {
            if (mantissa * power < steps)
                result.push_back(mantissa * power);
        }
    }
    result.push_back(steps);
    return result;
}

std::optional<FitDescents> descend(const FitProblem& problem, const FitOptions& options,
                                   const Execution& execution, FitProgress* progress) {
    const std::vector<Index> wanted = recordedSteps(options.steps);
    FitProgress unseen;
    FitProgress& seen = progress ? *progress : unseen;
    FitDescents result;
    result.startBits.resize(static_cast<std::size_t>(options.starts));
    result.bestBits = std::numeric_limits<double>::infinity();
    std::mutex mutex; // of result
    bool any = false;
    const bool done = parallelFor(options.starts, execution, [&](Index start) {
        OneDescent one;
        HeadDescent descent(problem, firstWeights(problem, options, start));
        if (!descendOnce(std::move(descent), options, wanted, execution.cancellation, seen, one))
            return;
        const std::scoped_lock lock(mutex);
        result.startBits[static_cast<std::size_t>(start)] = one.bestBits;
        // Whoever is finished first: of equally good ones the first start is kept.
        const bool better = one.bestBits < result.bestBits ||
                            (one.bestBits == result.bestBits && start < result.bestStart);
        if (any && !better)
            return;
        any = true;
        result.bestStart = start;
        result.history = std::move(one.history);
        result.best = std::move(one.best);
        result.bestBits = one.bestBits;
        result.bestStep = one.bestStep;
    });
    if (!done || execution.cancellation.isCancelled())
        return std::nullopt;
    return result;
}

std::optional<HeadDescent> descentAt(const FitProblem& problem, const FitOptions& options,
                                     Index start, Index step, const Execution& execution) {
    HeadDescent descent(problem, firstWeights(problem, options, start));
    for (Index done = 0; done < step; ++done) {
        if (done % stepsAtOnce == 0 && execution.cancellation.isCancelled())
            return std::nullopt;
        descent.evaluate();
        if (!std::isfinite(descent.bits()))
            return std::nullopt;
        descent.step(options.rate, options.largestWeight);
    }
    return descent;
}

} // namespace headscope
