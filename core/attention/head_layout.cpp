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

} // namespace headscope
