// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "checkpoint/checkpoint.h"

namespace headscope {

/// What a model reads: ids of words, one list for each sequence of the batch; shorter ones are
/// padded behind.
struct WordIds {
    std::vector<std::vector<Index>> words;  ///< of a translation the source
    std::vector<std::vector<Index>> target; ///< of a translation what it has so far; else empty
};

/// Computes the model with every stage kept. Scopes, in order, those in brackets where the model
/// has such: "" (the ids), "embedding", ["segment/embedding"], ["positions"], ["embedding_norm"],
/// "layers/<i>/…" as runModel() has "encoder/<i>/…", ["layers/norm"], ["prediction/transform",
/// "prediction/transform_norm"], ["prediction"]. Of a translation "source/embedding",
/// "source/positions", "encoder/<i>/…", then "embedding", "positions", "decoder/<i>/…".
/// An Error where there are no words, where an id is none of the vocabulary, where there are more
/// words than places, where it was cancelled or the memory did not suffice.
Result<Trace> runCheckpoint(const Checkpoint& checkpoint, const WordIds& ids,
                            const RunOptions& options = {});

} // namespace headscope
