// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <vector>

namespace headscope {

/// One summand of an offset: index · stride of one axis, as a walk along the memory.
struct OffsetHop {
    std::size_t axis = 0;
    Index index = 0;
    Index stride = 0;
    Index from = 0; ///< where the walk of this axis begins, counted from the first element
    Index to = 0;   ///< from + index · stride
    bool operator==(const OffsetHop&) const = default;
};

/// The walk from the first element to a cell, axis by axis: offset = Σ index · stride.
std::vector<OffsetHop> offsetHops(const Tensor& tensor, const Cell& cell);
/// "1·18 + 1·2 + 2·6 + 1·1 = 33", in the order of the axes.
std::string offsetText(const Tensor& tensor, const Cell& cell);

} // namespace headscope
