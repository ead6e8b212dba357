// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/limit/verdict.h"

namespace headscope {

/// What a head with given weights does, beside what was painted for it.
struct FittedHead {
    std::vector<double> attention; ///< [query, key]
    double bits = 0;               ///< KL(T ‖ A), mean over painted rows
    std::vector<double> rowBits;   ///< [query], 0 where not painted
    /// In a right row the key painted most, or one of them, has more weight than any other: a tie
    /// with another, as of twins, tells nobody where to look.
    std::vector<bool> rowIsRight; ///< [query], false where not painted
    Index rightRows = 0;
    /// Mean over painted rows of the weight on painted cells.
    double paintedMass = 0;
};
FittedHead fittedHead(const FitProblem& problem, const HeadWeights& weights);

/// All that came of "find W_Q and W_K": the best weights, how they were come by, and what is
/// known about their being the best.
struct HeadFit {
    FitProblem problem;
    FitOptions options;
    FitDescents descents;
    FitLimits limits;
    HeadWeights weights;    ///< rounded to float32: of the best start at its best step, or the
                            ///< optimum's, where this d_k can have them and they are better
    FittedHead head;        ///< what these weights do
    bool isOptimum = false; ///< the weights are the optimum's, not those of a start
    /// A single start that somebody walks step by step: the weights are those of its last record,
    /// and nothing was looked for, so no verdict follows.
    bool isWalk = false;
    FitVerdict verdict;
};

/// What is said where somebody cancelled it.
Error searchCancelled();

/// Looks for weights, in all starts, and for the limit. An Error as of validate(), where it was
/// cancelled, or where no start stayed finite.
Result<HeadFit> fitHead(const FitProblem& problem, const FitOptions& options,
                        const Execution& execution = {}, FitProgress* progress = nullptr);

} // namespace headscope
