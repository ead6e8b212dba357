// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/masks/mask_tensors.h"

#include "support/parallel.h"

#include <algorithm>
#include <functional>

namespace headscope {

namespace {

/// A mask as given, with the axes batch (, heads), query, key and their names.
Tensor batchFirst(const Tensor& mask, Layout layout) {
    // The arithmetic wants the keys of a query next to each other.
    const Tensor ordered = batchFirstMask(mask, layout).contiguous();
    const Axes flat = {Axis::Batch, Axis::Query, Axis::Key};
    if (mask.rank() == 2)
        return *ordered.view({1, ordered.size(0), ordered.size(1)}, flat);
    if (mask.rank() == 3)
        return ordered.withAxes(flat);
    return ordered.withAxes({Axis::Batch, Axis::Heads, Axis::Query, Axis::Key});
}

} // namespace

bool mayAttendTensor(const MaskOptions& mask, Layout layout, const PairSizes& sizes,
                     const Execution& execution, std::optional<Tensor>& result) {
    result.reset();
    if (!mask.anyBoolean())
        return true;
    const auto [batch, heads, queries, keys] = sizes;
    std::optional<Tensor> given;
    if (mask.mayAttend)
        given = batchFirst(*mask.mayAttend, layout);
    std::optional<Tensor> padding;
    if (mask.keyPadding)
        padding = mask.keyPadding->contiguous();

    const bool perHead = given && given->rank() == 4 && given->size(1) > 1;
    const Index matrices = perHead ? batch * heads : batch;
    result = perHead ? Tensor::uninitialized({batch, heads, queries, keys},
                                             {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key})
                     : Tensor::uninitialized({batch, queries, keys},
                                             {Axis::Batch, Axis::Query, Axis::Key});
    float* const target = result->mutableData();
    const auto fillRow = [&](Index row) {
        const Index b = row / sizes.queries / (perHead ? sizes.heads : 1);
        const Index h = perHead ? row / sizes.queries % sizes.heads : 0;
        const Index q = row % sizes.queries;
        const float* allowed = given ? maskRows(*given, b, h, q).data : nullptr;
        const float* real = padding ? padding->data() + b * sizes.keys : nullptr;
        const KeyRange sight = keysInSight(mask, q, sizes.queries, sizes.keys);
        float* to = target + row * sizes.keys;
        std::fill_n(to, sight.begin, 0.0F);
        // The parts are 0 or 1, so their product says whether both allow it.
        if (allowed && real)
            std::transform(allowed + sight.begin, allowed + sight.end, real + sight.begin,
                           to + sight.begin, std::multiplies<>());
        else if (allowed || real)
            std::copy((allowed ? allowed : real) + sight.begin,
                      (allowed ? allowed : real) + sight.end, to + sight.begin);
        else
            std::fill(to + sight.begin, to + sight.end, 1.0F);
        std::fill(to + sight.end, to + sizes.keys, 0.0F);
    };
    // Tasks of some rows: 64 k pairs take about 10 us.
    const Index rows = matrices * queries;
    const Index rowsOfTask = std::max<Index>(1, 65536 / keys);
    return parallelFor((rows + rowsOfTask - 1) / rowsOfTask, execution, [&](Index task) {
        const Index end = std::min(rows, (task + 1) * rowsOfTask);
        for (Index row = task * rowsOfTask; row < end; ++row)
            fillRow(row);
    });
}

std::optional<Tensor> additiveTensor(const MaskOptions& mask, Layout layout) {
    if (!mask.additive)
        return std::nullopt;
    return batchFirst(*mask.additive, layout);
}

Tensor maskInLayout(const Tensor& mask, Layout layout) {
    static constexpr std::size_t orderOf3[] = {1, 2, 0};
    static constexpr std::size_t orderOf4[] = {2, 3, 0, 1};
    if (layout == Layout::BatchFirst || mask.rank() == 2)
        return mask;
    return mask.rank() == 4 ? mask.permuted(orderOf4) : mask.permuted(orderOf3);
}

Tensor batchFirstMask(const Tensor& mask, Layout layout) {
    static constexpr std::size_t orderOf3[] = {2, 0, 1};
    static constexpr std::size_t orderOf4[] = {2, 3, 0, 1};
    if (layout == Layout::BatchFirst || mask.rank() == 2)
        return mask;
    return mask.rank() == 4 ? mask.permuted(orderOf4) : mask.permuted(orderOf3);
}

ConstMatrix maskRows(const Tensor& mask, Index batch, Index head, Index query, Index rows) {
    const auto stride = [&](std::size_t axis) {
        return mask.size(axis) == 1 ? 0 : mask.stride(axis);
    };
    const std::size_t queryAxis = mask.rank() - 2;
    const float* data = mask.data() + batch * stride(0) + query * stride(queryAxis);
    if (mask.rank() == 4)
        data += head * stride(1);
    return {data, rows, mask.shape().back(), stride(queryAxis)};
}

} // namespace headscope
