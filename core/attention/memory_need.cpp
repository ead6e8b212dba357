// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/memory_need.h"

#include <algorithm>

namespace headscope {

std::optional<Index> traceBytes(const AttentionProblem& problem, const HeadSizes& sizes) {
    const Index batch = problem.batch();
    const Index queries = problem.queryLength();
    const Index keys = problem.keyLength();
    const bool sequenceFirst = problem.config.layout == Layout::SequenceFirst;
    const Index heads = problem.config.heads;
    const MaskOptions& mask = problem.mask;
    const bool masked =
        mask.any() || std::ranges::any_of(problem.typedNumbers, [](const TypedNumber& number) {
            return number.name == TensorName::MaskedScores;
        });
    const bool perHeadMask = mask.mayAttend && mask.mayAttend->rank() == 4 &&
                             mask.mayAttend->size(sequenceFirst ? 3 : 1) > 1;

    Index total = 0;
    bool fits = true;
    const auto add = [&](Index times, const Shape& shape) {
        Index count = 0;
        fits = fits && checkedElementCount(shape, count) &&
               !__builtin_mul_overflow(count, times * Index{sizeof(float)}, &count) &&
               !__builtin_add_overflow(total, count, &total);
    };
    const Index turned = problem.config.rotaryTheta ? 1 : 0;
    add(1 + turned, {batch, queries, heads, sizes.keyDim});   // query
    add(1 + turned, {batch, keys, heads, sizes.keyDim});      // key
    add(2 * turned, {std::max(queries, keys), sizes.keyDim}); // cosines and sines
    add(1, {batch, keys, heads, sizes.valueDim});             // value
    const bool later = problem.scoresLater && problem.typedNumbers.empty();
    const Index squares = later ? 1 : masked ? 4 : 3; // scores … weights
    add(squares + (problem.config.dropout > 0 ? 1 : 0), {batch, heads, queries, keys});
    if (mask.anyBoolean())
        add(1, {batch, perHeadMask ? heads : 1, queries, keys}); // mayAttend
    if (mask.additive && sequenceFirst)
        add(1, mask.additive->shape()); // turned, for the arithmetic
    // context, and concatenated where the heads do not lie side by side already
    add(sequenceFirst ? 1 : 2, {batch, queries, heads, sizes.valueDim});
    add(1, {batch, queries, problem.config.modelDim}); // output
    if (!fits)
        return std::nullopt;
    return total;
}

} // namespace headscope
