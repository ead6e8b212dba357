// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"
#include "support/cancellation.h"
#include "trace/trace.h"

namespace headscope {

struct RunOptions {
    CancellationToken cancellation;
    int threads = 1; ///< at most this many at once; results do not depend on it
    /// Of a trained model: how many bytes of stages of its layers a run keeps. Where there are
    /// more, they are computed again for who reads them (LayersAgain), but for what goes from layer
    /// to layer.
    Index mostStages = Index{512} << 20;
    /// Of a trained model: whether its attention weights are kept where the stages are not.
    bool keepsWeights = true;
    /// Of a trained model: whether its parameters stay as they were read from its files, for the
    /// next run; else they are read for a layer, and let go behind it (FileParameters).
    bool keepsParameters = true;
};

/// Multi-head attention with every stage kept:
///   head_h = softmax(Q_h·K_hᵀ / √d_k + mask) · V_h,  output = [head_1 … head_H]·W_O + b_O
/// (Vaswani et al. 2017, section 3.2). A row whose keys are all masked has the
/// weights that config.fullyMasked says. A row with a score of NaN or +∞ (finite
/// inputs can overflow) has weights NaN, as in PyTorch.
///
/// Stages from the input to the heads:
///   BatchFirst           projected_query → split_query (view) → query (transpose)
///   SequenceFirst        projected_query → query (view, [query, batch, heads, d_k])
///   WeightLayout::PerHead  query alone, by Operation::HeadLinear
/// W_O is one matrix in both weight layouts, as in the paper.
/// SequenceFirst has no transposed_context: the heads lie side by side already.
/// No choice of layout changes a number.
/// maskedScores is always there; without a mask it shares scaledScores' memory.
/// droppedWeights is there only where dropout > 0.
/// An Error as of validate(), or one that says that the run was cancelled or
/// that the memory did not suffice.
Result<Trace> runAttention(const AttentionProblem& problem, const RunOptions& options = {});

} // namespace headscope
