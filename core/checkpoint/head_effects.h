// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_run.h"

#include <functional>

namespace headscope {

/// What one head of a model does for a word that it could say.
struct HeadEffect {
    Index layer = 0;
    Index head = 0;
    /// To the logit of the word, as of contributionsTo(); nothing where that gives nothing.
    std::optional<double> contribution = {};
    double probabilityOff = 0; ///< of the word where the head is switched off too
};

/// Of one text.
struct HeadEffects {
    Index target = 0; ///< id of the word
    Index place = 0;  ///< that is asked: of the word behind which it comes, or that is masked
    double logit = 0; ///< of the word with all heads
    double probability = 0;
    /// What is no head's share of the logit: embeddings, feed-forward networks, biases. With the
    /// contributions it adds up to the logit.
    std::optional<double> rest = {};
    std::vector<HeadEffect> heads; ///< layer by layer
};

/// What is asked; ids of one text.
struct HeadQuestion {
    std::vector<Index> words;
    std::optional<Index> target = {}; ///< nothing: the likeliest
    std::optional<Index> place = {};  ///< nothing: the last
    /// Heads that are off in all of it; by what these are replaced, each head is in its turn.
    HeadsOff off = {};
};

/// Runs the model once, and on from each layer once more for each head without it. `step` is told
/// how many of all heads are done. Errors as of runCheckpoint(), and of a model that predicts
/// nothing or translates.
Result<HeadEffects> headEffects(const Checkpoint& checkpoint, const HeadQuestion& question,
                                const RunOptions& options,
                                const std::function<void(Index done, Index all)>& step = {});

} // namespace headscope
