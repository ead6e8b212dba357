// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/edits/edit.h"

namespace headscope {

/// The places, from 0, of a sequence whose rows withTokens() draws from the seed, though other
/// rows of the sequence have numbers that were given; none where all rows are the seed's, as a
/// new one is what a new word should have.
std::vector<Index> newRows(const Experiment& before, TokenSide side, Index sequence,
                           const TokenList& next);

} // namespace headscope
