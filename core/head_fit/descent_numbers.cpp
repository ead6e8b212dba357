// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/descent_numbers.h"

#include "head_fit/head_descent.h"

#include <cmath>

namespace headscope {

DescentNumbers descentNumbers(const FitProblem& problem, const HeadWeights& weights) {
    HeadDescent descent(problem, preciseOf(weights));
    descent.evaluate();
    const Index keyDim = weights.keyDim();
    DescentNumbers numbers;
    const auto turnedBack = [keyDim](const std::vector<double>& matrix) {
        return turned(matrix, keyDim, static_cast<Index>(matrix.size()) / keyDim);
    };
    numbers.query = turnedBack(descent.query());
    numbers.key = turnedBack(descent.key());
    numbers.scaledScores = descent.scores();
    numbers.scoreGradient = descent.scoreGradient();
    numbers.queryGradient = turnedBack(descent.queryGradient());
    numbers.keyGradient = turnedBack(descent.keyGradient());
    const PaintTarget& target = problem.target;
    numbers.scores.resize(numbers.scaledScores.size());
    numbers.missing.resize(numbers.scores.size());
    const double scale = problem.scaleOf(keyDim);
    for (double& value : numbers.scoreGradient)
        value /= scale; // the descent goes by the scores before their scale
    for (Index query = 0; query < target.queries; ++query) {
        const double painted = target.rowSum(query);
        for (Index key = 0; key < target.keys; ++key) {
            const std::size_t place = target.place(query, key);
            for (Index i = 0; i < keyDim; ++i)
                numbers.scores[place] +=
                    numbers.query[static_cast<std::size_t>(query * keyDim + i)] *
                    numbers.key[static_cast<std::size_t>(key * keyDim + i)];
            const double wanted = static_cast<double>(target.at(query, key));
            if (wanted > 0)
                numbers.missing[place] =
                    wanted / painted * std::log2(wanted / painted / descent.attention()[place]);
        }
    }
    return numbers;
}

} // namespace headscope
