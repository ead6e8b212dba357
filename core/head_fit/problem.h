// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/target.h"
#include "run/run.h"

#include <optional>

namespace headscope {

/// One head whose W_Q and W_K are looked for, so that its weights are the painted ones:
///   A = softmax(X_q·W_Q · (X_k·W_K)ᵀ · scale),  scale = 1/√d_k unless typed.
/// What is compared is the mean over painted rows of KL(T ‖ A), in bits.
struct FitProblem {
    Tensor queryInput; ///< X_q [query, width], positions added where they are asked for
    Tensor keyInput;   ///< X_k [key, width]; the same tensor in self-attention
    PaintTarget target;
    std::optional<double> scale; ///< typed; nothing: 1/√d_k

    Index queryWidth() const { return queryInput.size(1); }
    Index keyWidth() const { return keyInput.size(1); }
    double scaleOf(Index keyDim) const;

    bool operator==(const FitProblem&) const = default;
};

/// Whether a head of it can be fitted to a painting: it has attention on inputs that stay, without
/// rotary positions.
Status checkPaintable(const Trace& trace);

/// What a head of a run can see: the inputs of one sequence without its padding, and the mask
/// of one head of it; nothing is painted. An Error where the run is not plain attention, where
/// there is no such sequence or head, or where numbers are added to its scores.
Result<FitProblem> fitProblemOf(const Run& run, Index sequence, Index head, bool positions);
/// Whether positions are added in the run itself.
bool addsPositions(const Run& run);

/// W_Q and W_K of one head, float32 as an experiment holds them.
struct HeadWeights {
    Tensor query; ///< W_Q [width of X_q, d_k]
    Tensor key;   ///< W_K [width of X_k, d_k]

    Index keyDim() const { return query.size(1); }
    bool operator==(const HeadWeights&) const = default;
};

/// Whether one of the heads of a weight, fused [width, heads·d_k] or one per head [heads, width,
/// d_k], is `weight` [width, d_k or fewer], but for a factor: the engine divides by another √d_k
/// where another head is wider.
bool hasHead(const Tensor& all, Index heads, const Tensor& weight);

} // namespace headscope
