// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/descend.h"
#include "head_fit/limit/optimum.h"
#include "head_fit/limit/single_feature.h"

#include <string_view>

namespace headscope {

/// What is known about "can one head do this?", and never more.
struct FitVerdict {
    enum class Kind : std::uint8_t {
        Proof,    ///< d_k = 1 cannot: singleFeatureProof() says at least how much is lost
        Exact,    ///< every M = W_Q·W_Kᵀ can be had with this d_k: the optimum is known
        BestFound ///< the least that so many starts came to; less may be possible
    };
    /// A painting counts as done below this.
    static constexpr double doneBits = 0.05;

    Kind kind = Kind::BestFound;
    double bits = 0; ///< of the weights that were found
    bool isDone() const { return bits < doneBits; }
};
/// "proof", "exact", "best found".
std::string_view nameOf(FitVerdict::Kind kind);

/// What is known of a problem without looking for anything: its limit, and what d_k = 1 cannot.
struct FitLimits {
    TwinCost twins;
    SingleFeatureProof single;
    FitOptimum optimum;
};
std::optional<FitLimits> fitLimits(const FitProblem& problem, const Execution& execution = {});

/// `bits` is of the best weights known for that d_k, `bounded` where weights may not grow at will.
FitVerdict verdictOf(const FitLimits& limits, Index keyDim, bool bounded, double bits);

} // namespace headscope
