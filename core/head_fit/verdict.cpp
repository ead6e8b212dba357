// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/verdict.h"

namespace headscope {

std::string_view nameOf(PaintVerdict::Kind kind) {
    switch (kind) {
    case PaintVerdict::Kind::Proof: return "proof";
    case PaintVerdict::Kind::Exact: return "exact";
    case PaintVerdict::Kind::BestFound: return "best found";
    }
    return "";
}

std::optional<PaintLimits> paintLimits(const PaintProblem& problem, const Execution& execution) {
    std::optional<PaintOptimum> optimum = paintOptimum(problem, execution);
    if (!optimum)
        return std::nullopt;
    return PaintLimits{twinCost(problem), singleFeatureProof(problem), *std::move(optimum)};
}

PaintVerdict verdictOf(const PaintLimits& limits, Index keyDim, bool bounded, double bits) {
    PaintVerdict verdict;
    verdict.bits = bits;
    const bool everyMatrix = keyDim >= limits.optimum.enoughKeyDim && !bounded;
    if (keyDim == 1 && limits.single.bits >= PaintVerdict::doneBits)
        verdict.kind = PaintVerdict::Kind::Proof;
    else if (everyMatrix && limits.optimum.isCertain())
        verdict.kind = PaintVerdict::Kind::Exact;
    return verdict;
}

} // namespace headscope
