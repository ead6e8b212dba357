// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/mask_tensors.h"

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

std::optional<Tensor> mayAttendTensor(const MaskOptions& mask, Index batch, Index heads,
                                      Index queryLength, Index keyLength) {
    if (!mask.causal && !mask.keyPadding && !mask.mayAttend)
        return std::nullopt;
    std::optional<Tensor> given;
    if (mask.mayAttend)
        given = withBatchAxis(*mask.mayAttend);
    std::optional<Tensor> padding;
    if (mask.keyPadding)
        padding = mask.keyPadding->contiguous();

    const bool perHead = given && given->rank() == 4 && given->size(1) > 1;
    Tensor result = perHead
                        ? Tensor::uninitialized({batch, heads, queryLength, keyLength},
                                                {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key})
                        : Tensor::uninitialized({batch, queryLength, keyLength},
                                                {Axis::Batch, Axis::Query, Axis::Key});
    float* target = result.mutableData();
    for (Index b = 0; b < batch; ++b) {
        for (Index h = 0; h < (perHead ? heads : 1); ++h) {
            for (Index q = 0; q < queryLength; ++q, target += keyLength) {
                const float* allowed = given ? maskRow(*given, b, h, q) : nullptr;
                const float* real = padding ? padding->data() + b * keyLength : nullptr;
                const Index end = mask.causal ? std::min(q + 1, keyLength) : keyLength;
                for (Index k = 0; k < end; ++k)
                    target[k] =
                        (!allowed || allowed[k] != 0) && (!real || real[k] != 0) ? 1.0F : 0.0F;
                std::fill(target + end, target + keyLength, 0.0F);
            }
        }
    }
    return result;
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
