// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_run.h"
#include "checkpoint/next_word.h"

#include <functional>

namespace headscope {

/// How a text goes on.
struct GenerateRequest {
    std::vector<Index> words;  ///< that are there; of a translation the source
    std::vector<Index> target; ///< of a translation: what it has so far
    Index count = 0;           ///< how many words come at most
    DrawOptions draw;
    HeadsOff off = {};
};

/// Why no more words came.
enum class GenerateEnd : std::uint8_t {
    Count, ///< all that were wanted are there
    Word,  ///< the model's own end; it is the last of the words
    Places ///< the model has no place for another one
};
struct Generated {
    std::vector<Index> words; ///< behind those that were there
    GenerateEnd end = GenerateEnd::Count;
};

/// Whether a model says which word comes next. The Error is of one that predicts nothing, or words
/// that are masked.
Status canGenerate(const Checkpoint& checkpoint);

/// Draws one word after the other, each from all before it (TextReader); `each` is told of every
/// one. An Error as of runCheckpoint() and canGenerate().
Result<Generated> generate(const Checkpoint& checkpoint, const GenerateRequest& request,
                           const RunOptions& options, const std::function<void(Index)>& each = {});

} // namespace headscope
