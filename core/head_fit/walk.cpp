// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/walk.h"

#include <cmath>

namespace headscope {

namespace {

/// The weights of a walk are those that it stands at.
void standAtTheEnd(Painting& painting) {
    PaintDescents& descents = painting.descents;
    const PaintRecord& last = descents.history.back();
    descents.best = last.weights;
    descents.bestBits = last.bits;
    descents.bestStep = last.step;
    painting.weights = rounded(last.weights);
    painting.head = paintedHead(painting.problem, painting.weights);
    painting.isOptimum = false;
    painting.isWalk = true;
    painting.verdict = verdictOf(painting.limits, painting.options.keyDim,
                                 painting.options.largestWeight > 0, painting.head.bits);
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

Result<Painting> beginWalk(const PaintProblem& problem, const PaintOptions& options,
                           const Execution& execution) {
    PaintOptions one = options;
    one.starts = 1;
    one.steps = 0;
    Result<Painting> painting = paint(problem, one, execution);
    if (!painting)
        return painting;
    painting->options.steps = options.steps;
    standAtTheEnd(*painting);
    return painting;
}

Result<Painting> walkOn(const Painting& painting, std::size_t record, Index steps,
                        const Execution& execution) {
    Painting walked = painting;
    std::vector<PaintRecord>& history = walked.descents.history;
    history.resize(record + 1);
    std::optional<HeadDescent> descent =
        descentAt(painting.problem, painting.options, painting.descents.bestStart,
                  history.back().step, execution);
    if (!descent)
        return searchCancelled();
    descent->evaluate();
    for (Index i = 0; i < steps; ++i) {
        descent->step(painting.options.rate, painting.options.largestWeight);
        descent->evaluate();
        const double bits = descent->bits();
        if (!std::isfinite(bits))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "step %1 of the descent leads to numbers that are "
                                               "no longer finite; a learning rate below %2 may "
                                               "help"),
                             history.back().step + 1, painting.options.rate);
        history.push_back({history.back().step + 1, bits, descent->weights()});
    }
    standAtTheEnd(walked);
    return walked;
}

std::optional<HeadWeights> nextUpdate(const Painting& painting, std::size_t record,
                                      const Execution& execution) {
    const PaintDescents& descents = painting.descents;
    const bool isLast = record + 1 == descents.history.size();
    if (isLast && painting.isOptimum)
        return std::nullopt;
    const Index step = isLast ? descents.bestStep : descents.history[record].step;
    std::optional<HeadDescent> descent =
        descentAt(painting.problem, painting.options, descents.bestStart, step, execution);
    if (!descent)
        return std::nullopt;
    const PreciseWeights before = descent->weights();
    descent->evaluate();
    descent->step(painting.options.rate, painting.options.largestWeight);
    return rounded(difference(descent->weights(), before));
}

} // namespace headscope
