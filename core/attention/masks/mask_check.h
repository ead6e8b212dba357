// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/masks/mask_tensors.h"
#include "attention/problem.h"

namespace headscope {

/// Whether the window is so many places wide at most, and the prefix so many long.
Status checkPlaces(std::optional<Index> window, std::optional<Index> prefix, Index most);

/// Whether the shapes and places of all masks fit a problem whose inputs fit each
/// other. Of Layout::SequenceFirst every condition on a mask
/// [query or 1, key, batch or 1] has a sentence of its own.
Status checkMasks(const AttentionProblem& problem);

/// The latter of one mask; `name` is what sentences call it.
Status checkSequenceFirstPairs(const Tensor& mask, const std::string& name, const PairSizes& sizes);

/// A mask over pairs that came in the other layout. A mask [1, key] of all queries,
/// which BatchFirst does not know, is repeated for each of them.
Tensor pairsInLayout(const Tensor& mask, Layout layout, Index queries);

} // namespace headscope
