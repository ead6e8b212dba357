// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <initializer_list>
#include <vector>

namespace headscope {

/// A tensor whose axes stand in that order; no element moves.
inline Tensor inAxes(const Tensor& tensor, std::initializer_list<Axis> order) {
    std::vector<std::size_t> places;
    for (const Axis axis : order)
        places.push_back(tensor.axisOf(axis));
    return tensor.permuted(places);
}

/// Where the numbers of a fresh tensor go, in C order, whatever the order of its axes.
struct AxisTarget {
    float* numbers;
    Shape shape;
    Axes axes;
    Strides strides = contiguousStrides(shape);

    /// From one index of that axis to the next; 0 where there is none.
    Index step(Axis axis) const {
        const std::size_t place = placeOf(axis, axes);
        return place < axes.size() ? strides[place] : 0;
    }
};

/// A tensor that `fill` makes when somebody reads it, however few its numbers are.
inline Tensor madeDearly(const Shape& shape, const Axes& axes,
                         std::function<void(const AxisTarget&)> fill) {
    return Tensor::madeLater(
        shape, axes,
        [shape, axes, fill = std::move(fill)](float* numbers) {
            fill({numbers, shape, axes});
        },
        Making::Dear);
}

} // namespace headscope
