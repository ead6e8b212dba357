// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <vector>

namespace headscope {

/// One side of a drawn matrix, of which a part is seen.
struct LabelledSide {
    double origin = 0; ///< where the first cell begins
    double pitch = 1;
    double gap = 0;
    Index count = 0;
    double low = 0; ///< from here to `high` is seen
    double high = 0;
    bool fives = false; ///< only every fifth at most, counted from 1: 5, 10, 15 …
    Index asked = -1;   ///< always has its label, as long as it is seen
};

/// Room for one label along the side.
struct LabelRoom {
    Index index = 0;
    double low = 0;
    double high = 0;

    double centre() const { return (low + high) / 2; }
    double length() const { return high - low; }
};

/// Which cells have a label and where. A line of it needs `line` pixels across: where cells
/// have fewer, every so many-th is labelled, and none close to the asked one. With `inCells`
/// a label lies along its cell and keeps to what is seen of it, else it stands across.
std::vector<LabelRoom> roomsForLabels(const LabelledSide& side, double line, bool inCells);

} // namespace headscope
