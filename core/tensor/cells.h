// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

namespace headscope {

// Cells of a shape, and their positions in C order: the last axis runs fastest.

/// Moves `cell` to the next position of `shape`; false after the last one.
bool advance(Cell& cell, const Shape& shape);
/// Where a cell stands.
Index positionInOrder(const Cell& cell, const Shape& shape);
/// The cell at a position: the inverse of positionInOrder().
Cell cellInOrder(Index position, const Shape& shape);
/// The cell of an operand that may lack axes in front, or have them with size 1,
/// where one index stands for all.
Cell broadcastCell(const Shape& operand, const Cell& cell);

} // namespace headscope
