// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "tensor/tensor.h"

namespace headscope {

/// [batch, sequence, heads·width] -> [batch, sequence, heads, width]: the same
/// memory, columns h·width … (h+1)·width − 1 belong to head h. `width` names
/// the last axis (KeyDim or ValueDim). Likewise for [sequence, batch, heads·width].
Tensor splitHeads(const Tensor& projected, Index heads, Axis width);

/// [batch, sequence, heads, width] <-> [batch, heads, sequence, width]: axes 1
/// and 2 exchanged, no element moves. `sequence` names the sequence axis of the result.
Tensor exchangeHeadsAndSequence(const Tensor& split, Axis sequence);

/// What HeadAttention takes, [batch, heads, sequence, width], of heads in the order
/// of that layout: of [sequence, batch, heads, width] in SequenceFirst. No element moves.
Tensor batchFirstHeads(const Tensor& heads, Layout layout);

/// A fused weight [in, heads·width] as one matrix for every head, [heads, in, width],
/// or a fused bias [heads·width] as [heads, width]; the same memory.
Tensor perHead(const Tensor& fused, Index heads, Axis width);

} // namespace headscope
