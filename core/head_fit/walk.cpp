// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/walk.h"

#include <cmath>

namespace headscope {

namespace {

/// The weights of a walk are those that it stands at.
void standAtTheEnd(HeadFit& fit) {
    FitDescents& descents = fit.descents;
    const FitRecord& last = descents.history.back();
    descents.best = last.weights;
    descents.bestBits = last.bits;
    descents.bestStep = last.step;
    fit.weights = rounded(last.weights);
    fit.head = fittedHead(fit.problem, fit.weights);
    fit.isOptimum = false;
    fit.isWalk = true;
    fit.verdict =
        verdictOf(fit.limits, fit.options.keyDim, fit.options.largestWeight > 0, fit.head.bits);
}

PreciseWeights difference(const PreciseWeights& after, const PreciseWeights& before) {
    PreciseWeights result = after;
    for (std::size_t i = 0; i < result.query.size(); ++i)
        result.query[i] -= before.query[i];
    for (std::size_t i = 0; i < result.key.size(); ++i)
        result.key[i] -= before.key[i];
    return result;
}

} // namespace

Result<HeadFit> beginWalk(const FitProblem& problem, const FitOptions& options,
                          const Execution& execution) {
    FitOptions one = options;
    one.starts = 1;
    one.steps = 0;
    Result<HeadFit> fit = fitHead(problem, one, execution);
    if (!fit)
        return fit;
    fit->options.steps = options.steps;
    standAtTheEnd(*fit);
    return fit;
}

Result<HeadFit> walkOn(const HeadFit& fit, std::size_t record, Index steps,
                       const Execution& execution) {
    HeadFit walked = fit;
    std::vector<FitRecord>& history = walked.descents.history;
    history.resize(record + 1);
    std::optional<HeadDescent> descent =
        descentAt(fit.problem, fit.options, fit.descents.bestStart, history.back().step, execution);
    if (!descent)
        return searchCancelled();
    descent->evaluate();
    for (Index i = 0; i < steps; ++i) {
        descent->step(fit.options.rate, fit.options.largestWeight);
        descent->evaluate();
        const double bits = descent->bits();
        if (!std::isfinite(bits))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "step %1 of the descent leads to numbers that are "
                                               "no longer finite; a learning rate below %2 may "
                                               "help"),
                             history.back().step + 1, fit.options.rate);
        history.push_back({history.back().step + 1, bits, descent->weights()});
    }
    standAtTheEnd(walked);
    return walked;
}

std::optional<HeadWeights> nextUpdate(const HeadFit& fit, std::size_t record,
                                      const Execution& execution) {
    const FitDescents& descents = fit.descents;
    const bool isLast = record + 1 == descents.history.size();
    if (isLast && fit.isOptimum)
        return std::nullopt;
    const Index step = isLast ? descents.bestStep : descents.history[record].step;
    std::optional<HeadDescent> descent =
        descentAt(fit.problem, fit.options, descents.bestStart, step, execution);
    if (!descent)
        return std::nullopt;
    const PreciseWeights before = descent->weights();
    descent->evaluate();
    descent->step(fit.options.rate, fit.options.largestWeight);
    return rounded(difference(descent->weights(), before));
}

} // namespace headscope
