// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/edits/edit.h"
#include "run/evidence.h"

namespace headscope {

// `training` is always the one that the experiment was taken from; nullptr: there is none.

/// New tokens for one sequence, as withTokens(). Where there is a training, a word that it knows
/// gets the numbers that were learnt for it and its place, and a new one is drawn as every word was
/// before the training began, from the seed. A word that differs from a known one in the case of
/// its letters alone has the numbers of that. Rows that were typed stay with their tokens.
Result<Experiment> withLearntTokens(const Experiment& experiment,
                                    const PackedTrainingPointer& training, TokenSide side,
                                    Index sequence, const TokenList& tokens);

/// The tokens that stand for nothing the training learnt. None where there is no training, or its
/// sizes were others.
Unlearnt unlearntOf(const Experiment& experiment, const PackedTrainingPointer& training);

/// The words of the sentence that have the numbers of one that is written in other letters; each
/// once, in their order.
std::vector<MeantWord> meantWords(const Experiment& experiment,
                                  const PackedTrainingPointer& training);

/// Whether the training knows the word, in whatever case.
bool isKnownWord(const Experiment& experiment, const PackedTrainingPointer& training,
                 TokenSide side, const std::string& word);

/// A sentence that somebody typed without spaces, cut into the longest words that the training
/// knows; what stands between two of them is one new word. Empty where it is a known word itself,
/// where fewer than two known ones are in it, and where there is no training.
TokenList cutAtKnownWords(const Experiment& experiment, const PackedTrainingPointer& training,
                          TokenSide side, const std::string& text);

} // namespace headscope
