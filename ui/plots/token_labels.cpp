// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/token_labels.h"

#include "painters/matrix_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

std::vector<LabelRoom> roomsForLabels(const LabelledSide& side, double line, bool inCells) {
    Index step = inCells ? 1 : labelStep(side.pitch, line);
    if (side.fives)
        step = std::max<Index>(step, 5);
    const Index shift = side.fives ? 1 : 0;
    const double cell = side.pitch - side.gap;
    const auto place = [&](double at) {
        return std::clamp<Index>(static_cast<Index>(std::floor((at - side.origin) / side.pitch)), 0,
                                 side.count);
    };
    std::vector<LabelRoom> rooms;
    const auto add = [&](Index i) {
        const double from = side.origin + static_cast<double>(i) * side.pitch;
        const double low = std::max(from, side.low);
        const double high = std::min(from + cell, side.high);
        const double centre = from + cell / 2;
        if (inCells || cell > line) {
            // Less than half of a cell says little, and less than a line is cut off.
            if (high - low >= (inCells ? cell / 2 : std::min(line, cell)))
                rooms.push_back({i, low, high});
        } else if (centre >= side.low && centre <= side.high) {
            rooms.push_back({i, centre - line / 2, centre + line / 2});
        }
    };
    const bool isAskedSeen = side.asked >= place(side.low) && side.asked <= place(side.high);
    for (Index i = (place(side.low) + shift) / step * step - shift;
         i <= std::min(place(side.high), side.count - 1); i += step) {
        if (i < 0)
            continue;
        const double apart = std::fabs(static_cast<double>(i - side.asked)) * side.pitch;
        const bool crowded = step > 1 && isAskedSeen && i != side.asked && apart < line;
        if (!crowded && i != side.asked)
            add(i);
    }
    if (isAskedSeen)
        add(side.asked);
    return rooms;
}

} // namespace headscope
