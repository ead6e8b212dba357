// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/cell_place.h"

namespace headscope {

std::string positionText(const Cell& cell) {
    std::string text = "[";
    for (std::size_t i = 0; i < cell.size(); ++i)
        text += (i ? ", " : "") + std::to_string(cell[i] + 1);
    return text + "]";
}

bool isInside(const Cell& cell, const Shape& shape) {
    if (cell.size() != shape.size())
        return false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] < 0 || cell[i] >= shape[i])
            return false;
    }
    return true;
}

} // namespace headscope
