// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "trace/trace_writer.h"

namespace headscope {

/// Appends left + right. An axis that `right` lacks in front, or that is 1 there,
/// stands for all. The axes of the sum are those of `left`. Both are contiguous.
/// Nothing where it was cancelled.
std::optional<std::size_t> appendSum(TraceWriter& trace, TensorName name, std::size_t left,
                                     std::size_t right, const Execution& execution);

} // namespace headscope
