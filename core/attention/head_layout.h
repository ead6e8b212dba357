// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

namespace headscope {

/// [batch, sequence, heads·width] -> [batch, sequence, heads, width]: the same
/// memory, columns h·width … (h+1)·width − 1 belong to head h. `width` names
/// the last axis (KeyDim or ValueDim).
Tensor splitHeads(const Tensor& projected, Index heads, Axis width);

/// [batch, sequence, heads, width] <-> [batch, heads, sequence, width]: axes 1
/// and 2 exchanged, no element moves. `sequence` names the sequence axis of the result.
Tensor exchangeHeadsAndSequence(const Tensor& split, Axis sequence);

} // namespace headscope
