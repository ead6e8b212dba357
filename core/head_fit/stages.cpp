// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/stages.h"

#include "head_fit/head_descent.h"

#include <cmath>

namespace headscope {

PaintStages paintStages(const PaintProblem& problem, const HeadWeights& weights) {
    HeadDescent descent(problem, preciseOf(weights));
    descent.evaluate();
    const Index keyDim = weights.keyDim();
    PaintStages stages;
    const auto turnedBack = [keyDim](const std::vector<double>& matrix) {
        return turned(matrix, keyDim, static_cast<Index>(matrix.size()) / keyDim);
    };
    stages.query = turnedBack(descent.query());
    stages.key = turnedBack(descent.key());
    stages.scaledScores = descent.scores();
    stages.scoreGradient = descent.scoreGradient();
    stages.queryGradient = turnedBack(descent.queryGradient());
    stages.keyGradient = turnedBack(descent.keyGradient());
    const PaintTarget& target = problem.target;
    stages.scores.resize(stages.scaledScores.size());
    stages.missing.resize(stages.scores.size());
    const double scale = problem.scaleOf(keyDim);
    for (double& value : stages.scoreGradient)
        value /= scale; // the descent goes by the scores before their scale
    for (Index query = 0; query < target.queries; ++query) {
        const double painted = target.rowSum(query);
        for (Index key = 0; key < target.keys; ++key) {
            const std::size_t place = target.place(query, key);
            for (Index i = 0; i < keyDim; ++i)
                stages.scores[place] += stages.query[static_cast<std::size_t>(query * keyDim + i)] *
                                        stages.key[static_cast<std::size_t>(key * keyDim + i)];
            const double wanted = static_cast<double>(target.at(query, key));
            if (wanted > 0)
                stages.missing[place] =
                    wanted / painted * std::log2(wanted / painted / descent.attention()[place]);
        }
    }
    return stages;
}

} // namespace headscope
