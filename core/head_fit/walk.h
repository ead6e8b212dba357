// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/head_fit.h"

namespace headscope {

// A descent a step at a time, for those who look at one step.

/// The first start at step 0, fresh weights and nothing done. An Error as of fitHead().
Result<HeadFit> beginWalk(const FitProblem& problem, const FitOptions& options,
                          const Execution& execution = {});
/// From a record of a painting so many steps on, each of them recorded; what came behind that
/// record goes. The same steps as those of a search, bit for bit. An Error where it was
/// cancelled, where numbers are no longer finite, or where the weights are no step's.
Result<HeadFit> walkOn(const HeadFit& fit, std::size_t record, Index steps,
                       const Execution& execution = {});

/// What the next step of Adam adds to W_Q and W_K of a record: the last record of a search
/// stands for its best weights. Nothing where these are the optimum's, which no step led to, or
/// where it was cancelled.
std::optional<HeadWeights> nextUpdate(const HeadFit& fit, std::size_t record,
                                      const Execution& execution = {});

} // namespace headscope
