// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/offset_hops.h"

namespace headscope {

std::vector<OffsetHop> offsetHops(const Tensor& tensor, const Cell& cell) {
    std::vector<OffsetHop> hops;
    Index place = 0;
    for (std::size_t axis = 0; axis < tensor.rank(); ++axis) {
        const Index to = place + cell[axis] * tensor.stride(axis);
        hops.push_back({axis, cell[axis], tensor.stride(axis), place, to});
        place = to;
    }
    return hops;
}

std::string offsetText(const Tensor& tensor, const Cell& cell) {
    std::string text;
    Index sum = 0;
    for (const OffsetHop& hop : offsetHops(tensor, cell)) {
        text += (text.empty() ? "" : " + ") + std::to_string(hop.index) + "·" +
                std::to_string(hop.stride);
        sum = hop.to;
    }
    return text + " = " + std::to_string(sum);
}

} // namespace headscope
