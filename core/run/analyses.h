// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"

namespace headscope {

/// The run with what is told of its attentions beside what they compute: steps at the end of the
/// trace, in the scope of the attention, whose numbers are made when somebody looks at them.
///
/// ValueNorm and ValueWeighted where values and W_O are known: how long the vector is that a key
/// adds to the output of a query, ‖w · v · W_O‖ (Kobayashi, Kuribayashi, Yokoi and Inui 2020,
/// "Attention is not only a weight"). v has b_V in it, as there; b_O, which comes once for all keys
/// and heads, is left out.
///
/// Rollout where several layers of one stack look at one text, and at no other: R_l = (½ Ā + ½ I) ·
/// R_{l−1}, R_0 = I, Ā the mean of the heads of layer l (Abnar and Zuidema 2020, "Quantifying
/// attention flow in transformers").
///
/// Weights are those behind dropout, where there is any: what the values are really weighted with.
/// Where the address space does not suffice, the run stays as it is.
std::shared_ptr<const Run> withAnalyses(const Run& run);

} // namespace headscope
