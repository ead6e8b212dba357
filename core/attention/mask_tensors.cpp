// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/mask_tensors.h"

#include "support/parallel.h"

#include <algorithm>
#include <functional>

namespace headscope {

namespace {

/// [query, key] becomes [1, query, key]; the axes get their names.
Tensor withBatchAxis(const Tensor& mask) {
    const Tensor dense = mask.contiguous();
    if (mask.rank() == 4)
        return dense.withAxes({Axis::Batch, Axis::Heads, Axis::Query, Axis::Key});
    if (mask.rank() == 3)
        return dense.withAxes({Axis::Batch, Axis::Query, Axis::Key});
    return *dense.view({1, mask.size(0), mask.size(1)}, {Axis::Batch, Axis::Query, Axis::Key});
}

} // namespace

bool mayAttendTensor(const MaskOptions& mask, Index batch, Index heads, Index queryLength,
                     Index keyLength, const Execution& execution, std::optional<Tensor>& result) {
    result.reset();
    if (!mask.causal && !mask.keyPadding && !mask.mayAttend)
        return true;
    std::optional<Tensor> given;
    if (mask.mayAttend)
        given = withBatchAxis(*mask.mayAttend);
    std::optional<Tensor> padding;
    if (mask.keyPadding)
        padding = mask.keyPadding->contiguous();

    const bool perHead = given && given->rank() == 4 && given->size(1) > 1;
    const Index matrices = perHead ? batch * heads : batch;
    result = perHead ? Tensor::uninitialized({batch, heads, queryLength, keyLength},
                                             {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key})
                     : Tensor::uninitialized({batch, queryLength, keyLength},
                                             {Axis::Batch, Axis::Query, Axis::Key});
    float* const target = result->mutableData();
    const auto fillRow = [&](Index row) {
        const Index b = row / queryLength / (perHead ? heads : 1);
        const Index h = perHead ? row / queryLength % heads : 0;
        const Index q = row % queryLength;
        const float* allowed = given ? maskRow(*given, b, h, q) : nullptr;
        const float* real = padding ? padding->data() + b * keyLength : nullptr;
        const Index end = mask.causal ? std::min(q + 1, keyLength) : keyLength;
        float* to = target + row * keyLength;
        // The parts are 0 or 1, so their product says whether both allow it.
        if (allowed && real)
            std::transform(allowed, allowed + end, real, to, std::multiplies<>());
        else if (allowed || real)
            std::copy_n(allowed ? allowed : real, end, to);
        else
            std::fill_n(to, end, 1.0F);
        std::fill(to + end, to + keyLength, 0.0F);
    };
    // Tasks of some rows: 64 k pairs take about 10 us.
    const Index rows = matrices * queryLength;
    const Index rowsOfTask = std::max<Index>(1, 65536 / keyLength);
    return parallelFor((rows + rowsOfTask - 1) / rowsOfTask, execution, [&](Index task) {
        const Index end = std::min(rows, (task + 1) * rowsOfTask);
        for (Index row = task * rowsOfTask; row < end; ++row)
            fillRow(row);
    });
}

std::optional<Tensor> additiveTensor(const MaskOptions& mask) {
    if (!mask.additive)
        return std::nullopt;
    return withBatchAxis(*mask.additive);
}

const float* maskRow(const Tensor& mask, Index batch, Index head, Index query) {
    const auto offset = [&](std::size_t axis, Index index) {
        return mask.size(axis) == 1 ? 0 : index * mask.stride(axis);
    };
    const std::size_t queryAxis = mask.rank() - 2;
    return mask.data() + offset(0, batch) + (mask.rank() == 4 ? offset(1, head) : 0) +
           offset(queryAxis, query);
}

} // namespace headscope
