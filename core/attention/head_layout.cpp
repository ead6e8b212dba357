// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/head_layout.h"

namespace headscope {

Tensor splitHeads(const Tensor& projected, Index heads, Axis width) {
    const Shape shape = {projected.size(0), projected.size(1), heads, projected.size(2) / heads};
    // A projection is contiguous, so this view always exists.
    return *projected.view(shape, {projected.axes()[0], projected.axes()[1], Axis::Heads, width});
}

Tensor exchangeHeadsAndSequence(const Tensor& split, Axis sequence) {
    const Tensor exchanged = split.transposed(1, 2);
    Axes axes = exchanged.axes();
    for (Axis& axis : axes) {
        if (axisFamily(axis) == AxisFamily::Sequence)
            axis = sequence;
    }
    return exchanged.withAxes(axes);
}

Tensor batchFirstHeads(const Tensor& heads, Layout layout) {
    static constexpr std::size_t order[] = {1, 2, 0, 3};
    return layout == Layout::BatchFirst ? heads : heads.permuted(order);
}

Tensor perHead(const Tensor& fused, Index heads, Axis width) {
    const Tensor dense = fused.contiguous();
    if (fused.rank() == 1)
        return *dense.view({heads, fused.size(0) / heads}, {Axis::Heads, width});
    const Tensor split = *dense.view({fused.size(0), heads, fused.size(1) / heads},
                                     {Axis::ModelDim, Axis::Heads, width});
    return split.transposed(0, 1);
}

} // namespace headscope
