// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "support/result.h"

namespace headscope {

/// The run of an attention whose weights are all that is known: no model stands behind it.
/// `weights` is [batch, heads, query, key]; an Error where it is not, or where a sequence has
/// more words than the weights have places.
Result<Run> finishedAttention(const Tensor& weights, RunLabels labels);

} // namespace headscope
