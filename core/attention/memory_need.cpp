// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/memory_need.h"

namespace headscope {

std::optional<Index> traceBytes(const AttentionProblem& problem, const HeadSizes& sizes) {
    const Index batch = problem.queryInput.size(0);
    const Index queries = problem.queryInput.size(1);
    const Index keys = problem.keys().size(1);
    const Index heads = problem.config.heads;
    const MaskOptions& mask = problem.mask;
    const bool masked = mask.any();
    const bool perHeadMask = mask.mayAttend && mask.mayAttend->rank() == 4;

    Index total = 0;
    bool fits = true;
    const auto add = [&](Index times, const Shape& shape) {
        Index count = 0;
        fits = fits && checkedElementCount(shape, count) &&
               !__builtin_mul_overflow(count, times * Index{sizeof(float)}, &count) &&
               !__builtin_add_overflow(total, count, &total);
    };
    add(1, {batch, queries, heads, sizes.keyDim}); // query
    add(1, {batch, keys, heads, sizes.keyDim});    // key
    add(1, {batch, keys, heads, sizes.valueDim});  // value
    add(3 + (masked ? 1 : 0) + (problem.config.dropout > 0 ? 1 : 0),
        {batch, heads, queries, keys}); // scores … weights
    if (mask.causal || mask.keyPadding || mask.mayAttend)
        add(1, {batch, perHeadMask ? heads : 1, queries, keys}); // mayAttend
    add(2, {batch, queries, heads, sizes.valueDim});             // context, concatenated
    add(1, {batch, queries, problem.config.modelDim});           // output
    if (!fits)
        return std::nullopt;
    return total;
}

} // namespace headscope
