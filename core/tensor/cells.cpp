// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/cells.h"

namespace headscope {

bool advance(Cell& cell, const Shape& shape) {
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (++cell[i] < shape[i])
            return true;
        cell[i] = 0;
    }
    return false;
}

Index positionInOrder(const Cell& cell, const Shape& shape) {
    Index position = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        position = position * shape[i] + cell[i];
    return position;
}

Cell cellInOrder(Index position, const Shape& shape) {
    Cell cell(shape.size(), 0);
    for (std::size_t i = shape.size(); i-- > 0;) {
        cell[i] = position % shape[i];
        position /= shape[i];
    }
    return cell;
}

Cell broadcastCell(const Shape& operand, const Cell& cell) {
    Cell result(operand.size(), 0);
    const std::size_t lacking = cell.size() - operand.size();
    for (std::size_t i = 0; i < operand.size(); ++i)
        result[i] = operand[i] == 1 ? 0 : cell[i + lacking];
    return result;
}

} // namespace headscope
