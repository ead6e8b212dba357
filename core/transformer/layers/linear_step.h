// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "trace/trace_writer.h"

namespace headscope {

/// The steps that x · W + b is made of: x [.., in], W [in, out], b [out] if any.
struct LinearOperands {
    std::size_t x = 0;
    std::size_t weight = 0;
    std::optional<std::size_t> bias;
    bool firstRowOnly = false; ///< of x [batch, sequence, in] the first word of every sequence
};

/// Appends x · W + b, [.., out] or [batch, 1, out]; nothing where it was cancelled.
std::optional<std::size_t> appendLinear(TraceWriter& trace, TensorName name,
                                        const LinearOperands& operands, const Execution& execution);

} // namespace headscope
