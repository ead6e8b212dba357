// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/problem.h"

namespace headscope {

/// Why one head with d_k = 1 cannot do a painting. There every query is one number q, every key
/// one number k, and the scores of a row are q·k: the order of the keys, or the reverse. Only the
/// largest and the smallest k of those that a row may look at can have more weight than all
/// others; the painted key of any other
/// row shares its weight with one that was not painted so, or has less than it. And equal rows of
/// X_k always share.
struct SingleFeatureProof {
    /// KL is at least this for d_k = 1, in bits, mean over painted rows: a row whose painted
    /// key t cannot win against another one u loses KL(T ‖ A) at A_t = A_u = (t + u) / 2.
    double bits = 0;
    /// How many different keys (equal rows of X_k are one) are painted as the largest of a row, at
    /// most among rows under one mask.
    Index differentKeys = 0;
};
SingleFeatureProof singleFeatureProof(const FitProblem& problem);

} // namespace headscope
