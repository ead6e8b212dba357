// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/rules.h"

namespace headscope {

Matrix rowsOf(const Gradients::Target& target) {
    assert(target.tensor.isContiguous());
    const Index columns = target.tensor.shape().back();
    return denseMatrix(target.data, target.tensor.elementCount() / columns, columns);
}

void addLike(const Gradients::Target& to, const Tensor& from) {
    const Shape& shape = to.tensor.shape();
    const std::size_t lacking = from.rank() > shape.size() ? 0 : shape.size() - from.rank();
    Cell cell(shape.size(), 0);
    do {
        Index place = 0;
        const float* source = from.data();
        for (std::size_t i = 0; i < cell.size(); ++i) {
            place += cell[i] * to.tensor.stride(i);
            if (i >= lacking && from.size(i - lacking) > 1)
                source += cell[i] * from.stride(i - lacking);
        }
        to.data[place] += *source;
    } while (advance(cell, shape));
}

Tensor headsFirst(const Tensor& tensor) {
    std::array<std::size_t, 4> order = {tensor.axisOf(Axis::Batch), tensor.axisOf(Axis::Heads), 0,
                                        0};
    std::size_t next = 2;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        if (i != order[0] && i != order[1])
            order[next++] = i;
    }
    return tensor.permuted(order);
}

} // namespace headscope
