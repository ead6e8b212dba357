// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/result.h"
#include "transformer/model.h"

#include <string>

namespace headscope {

/// The parts of validate(ModelProblem). `scope` is where sentences say it is.

/// The Error with the scope in front of it.
Error within(const std::string& scope, const Error& error);

/// γ and β: one finite number for each feature.
Status checkNorm(const ModelProblem& problem, const std::string& scope, const NormWeights& weights);
Status checkFeedForward(const ModelProblem& problem, const std::string& scope,
                        const FeedForwardWeights& weights, const CancellationToken& token);
Status checkPrediction(const ModelProblem& problem, const PredictionWeights& weights,
                       const CancellationToken& token);

} // namespace headscope
