// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/finished_attention.h"

namespace headscope::testing {

/// The run of one attention of which the weights are all that is known, [batch, heads, query, key].
inline Result<Run> finishedRun(const Tensor& weights, RunLabels labels) {
    return finishedAttention({FinishedBlock{{}, weights}}, std::move(labels));
}

} // namespace headscope::testing
