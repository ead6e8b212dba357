// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/scale_root.h"

#include <cmath>

namespace headscope {

std::optional<Index> rootOfScale(const Trace& block, std::size_t index) {
    const TraceStep& step = block[index];
    const TraceStep& product = block[step.operands[0]];
    if (product.operation != Operation::QueryKeyProduct)
        return std::nullopt;
    const Tensor& query = block[product.operands[0]].result;
    const Index width = query.size(query.rank() - 1);
    // What float32 rounds is no other scale.
    const double root = std::sqrt(static_cast<double>(width));
    return std::fabs(step.factor * root - 1) < 1e-6 ? std::optional(width) : std::nullopt;
}

} // namespace headscope
