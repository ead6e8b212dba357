// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "support/result.h"

namespace headscope {

/// One attention of a model, finished elsewhere.
struct FinishedBlock {
    std::string scope; ///< its path; empty: it is the only one
    Tensor weights;    ///< [batch, heads, query, key]
    /// The values before the softmax instead, which is then computed; where additiveMaskIn() finds
    /// a mask in them, it is a step too.
    bool scores = false;
};
/// Whether these make a run; nothing is computed. The Error is that of finishedAttention().
Status checkFinished(const std::vector<FinishedBlock>& blocks, const RunLabels& labels);
/// The run of attentions whose weights are all that is known, in their order: no model stands
/// behind it. Blocks may have heads and lengths of their own, but one batch. An Error where weights
/// are no [batch, heads, query, key], or where a sequence has more words than these have places.
Result<Run> finishedAttention(const std::vector<FinishedBlock>& blocks, RunLabels labels,
                              const std::string& fileName = {});

/// For who shows how an attention was computed: an Error where one of the trace was finished
/// elsewhere. nullptr: there is none.
Status checkOperands(const Trace* trace);

} // namespace headscope
