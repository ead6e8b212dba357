// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/verdict.h"

namespace headscope {

std::string_view nameOf(FitVerdict::Kind kind) {
    switch (kind) {
    case FitVerdict::Kind::Proof: return "proof";
    case FitVerdict::Kind::Exact: return "exact";
    case FitVerdict::Kind::BestFound: return "best found";
    }
    return "";
}

std::optional<FitLimits> fitLimits(const FitProblem& problem, const Execution& execution) {
    std::optional<FitOptimum> optimum = fitOptimum(problem, execution);
    if (!optimum)
        return std::nullopt;
    return FitLimits{twinCost(problem), singleFeatureProof(problem), *std::move(optimum)};
}

FitVerdict verdictOf(const FitLimits& limits, Index keyDim, bool bounded, double bits) {
    FitVerdict verdict;
    verdict.bits = bits;
    const bool everyMatrix = keyDim >= limits.optimum.enoughKeyDim && !bounded;
    if (keyDim == 1 && limits.single.bits >= FitVerdict::doneBits)
        verdict.kind = FitVerdict::Kind::Proof;
    else if (everyMatrix && limits.optimum.isCertain())
        verdict.kind = FitVerdict::Kind::Exact;
    return verdict;
}

} // namespace headscope
