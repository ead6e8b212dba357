// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/heads_off.h"
#include "trace/trace_writer.h"

namespace headscope {

/// Which heads of one attention are off.
struct OffHere {
    const std::vector<Index>& heads; ///< at least one
    OffBy by = OffBy::Zero;
    Index valueDim = 1; ///< d_v
};

/// The mean over the words of each sequence, [batch, 1, width] of [batch, sequence, width]; sums in
/// double.
Tensor meanOverWords(const Tensor& x);

/// Behind the contexts C of all heads side by side [batch, query, heads·d_v], with the mask k of
/// the heads that are on: C ∘ k, and by the mean besides, over the words of each sequence,
/// C ∘ k + mean(C ∘ (1 − k)). Gives the step of the last; every one can be asked where it comes
/// from.
std::size_t appendSwitchedHeads(TraceWriter& trace, std::size_t contexts, const OffHere& off);

} // namespace headscope
