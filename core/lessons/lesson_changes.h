// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

// What lessons try out and no field of the window does in one step; places count from 0. Those of
// heads are about plain attention. An Error where there is no such place.

/// The numbers of a sequence of the queries times a factor: those of one word or of all, one
/// feature of it or all.
Result<Experiment> withInputTimes(const Experiment& experiment, Index sequence,
                                  std::optional<Index> word, std::optional<Index> feature,
                                  float factor);
/// A word of a sequence of the queries gets the numbers of another one, and stays where it is.
Result<Experiment> withCopiedWord(const Experiment& experiment, Index sequence, Index from,
                                  Index to);
/// Two words of a sequence and their numbers change places; of self-attention.
Result<Experiment> withExchangedWords(const Experiment& experiment, Index sequence, Index first,
                                      Index second);
/// W_K and its bias become those of the queries; of self-attention.
Result<Experiment> withKeysAsQueries(const Experiment& experiment);
/// Two heads change places in W_Q, W_K and W_V, and W_O stays: it gets what the one found in the
/// place of what the other found.
Result<Experiment> withExchangedHeads(const Experiment& experiment, Index first, Index second);
/// Every head gets the same rows of W_O, the mean of those of all heads: what comes out is that of
/// the mean of the heads.
Result<Experiment> withMeanHeads(const Experiment& experiment);
/// A causal mask that comes behind the softmax of one head: its weights for later words are held
/// at 0, the others are what they were.
Result<Experiment> withLateMask(const Experiment& experiment, Index sequence, Index head);
/// One weight held at a number.
Result<Experiment> withTypedWeight(const Experiment& experiment, Index sequence, Index head,
                                   Index query, Index key, float value);

} // namespace headscope
