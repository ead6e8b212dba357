// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/masks/mask_combination.h"

#include <algorithm>

namespace headscope {

namespace {

/// [batch or 1, heads or 1, query, key].
Tensor withFourAxes(const Tensor& mask) {
    const Tensor dense = mask.contiguous();
    const Axes axes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    switch (mask.rank()) {
    case 2: return *dense.view({1, 1, mask.size(0), mask.size(1)}, axes);
    case 3: return *dense.view({mask.size(0), 1, mask.size(1), mask.size(2)}, axes);
    default: return dense.withAxes(axes);
    }
}

template <class Operation>
Tensor combined(const Tensor& first, const Tensor& second, const Operation& operation) {
    const Tensor a = withFourAxes(first);
    const Tensor b = withFourAxes(second);
    Shape shape = a.shape();
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = std::max(shape[i], b.size(i));
    Tensor result = Tensor::uninitialized(shape, a.axes());
    float* to = result.mutableData();
    const auto at = [](const Tensor& mask, Cell cell) {
        for (std::size_t i = 0; i < cell.size(); ++i) {
            if (mask.size(i) == 1)
                cell[i] = 0;
        }
        return mask.at(cell);
    };
    Cell cell(shape.size(), 0);
    do {
        *to++ = operation(at(a, cell), at(b, cell));
    } while (advance(cell, shape));
    if (std::max(first.rank(), second.rank()) == 4)
        return result;
    return *result.view({shape[0], shape[2], shape[3]}, {Axis::Batch, Axis::Query, Axis::Key});
}

} // namespace

Tensor allowedByBoth(const Tensor& a, const Tensor& b) {
    return combined(a, b, [](float x, float y) { return x * y; });
}

Tensor sumOfMasks(const Tensor& a, const Tensor& b) {
    return combined(a, b, [](float x, float y) { return x + y; });
}

} // namespace headscope
