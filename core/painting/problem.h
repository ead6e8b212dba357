// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "painting/target.h"

#include <optional>

namespace headscope {

/// One head whose W_Q and W_K are looked for, so that its weights are the painted ones:
///   A = softmax(X_q·W_Q · (X_k·W_K)ᵀ · scale),  scale = 1/√d_k unless typed.
/// What is compared is the mean over painted rows of KL(T ‖ A), in bits.
struct PaintProblem {
    Tensor queryInput; ///< X_q [query, width], positions added where they are asked for
    Tensor keyInput;   ///< X_k [key, width]; the same tensor in self-attention
    PaintTarget target;
    std::optional<double> scale; ///< typed; nothing: 1/√d_k

    Index queryWidth() const { return queryInput.size(1); }
    Index keyWidth() const { return keyInput.size(1); }
    double scaleOf(Index keyDim) const;

    bool operator==(const PaintProblem&) const = default;
};

/// What a head of an experiment can see: the inputs of one sequence without its padding, and
/// the mask of one head of it; nothing is painted. An Error where something other than plain
/// attention stands around, or where no such sequence is.
Result<PaintProblem> paintProblemOf(const Experiment& experiment, Index sequence, Index head,
                                    bool positions);

/// W_Q and W_K of one head, float32 as an experiment holds them.
struct HeadWeights {
    Tensor query; ///< W_Q [width of X_q, d_k]
    Tensor key;   ///< W_K [width of X_k, d_k]

    Index keyDim() const { return query.size(1); }
    bool operator==(const HeadWeights&) const = default;
};

/// W_Q and W_K of a head as they stand in an experiment.
HeadWeights weightsOf(const Experiment& experiment, Index head);

/// The experiment with W_Q and W_K of a head replaced, so that the head shows what was found for
/// it and no other head changes: its biases of query and key are 0, positions are added if they
/// were, dropout stays. A narrower head is filled up with columns of 0 to the d_k of the
/// experiment; a wider one widens all of them likewise. What 1/√d_k changes by that, W_Q makes
/// good.
Result<Experiment> withHeadWeights(const Experiment& experiment, Index head,
                                   const HeadWeights& weights, bool positions);

} // namespace headscope
