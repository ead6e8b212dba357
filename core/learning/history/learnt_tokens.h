// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/edit.h"
#include "run/evidence.h"

namespace headscope {

/// New tokens for one sequence, as withTokens(). Where the experiment was taken from a training,
/// a word that it knows gets the numbers that were learnt for it and its place, and a new one is
/// drawn as every word was before the training began, from the seed. Rows that were typed stay
/// with their tokens.
Result<Experiment> withLearntTokens(const Experiment& experiment, TokenSide side, Index sequence,
                                    const TokenList& tokens);

/// The tokens that stand for nothing the training learnt. None where there is no training, or its
/// sizes were others.
Unlearnt unlearntOf(const Experiment& experiment);

} // namespace headscope
