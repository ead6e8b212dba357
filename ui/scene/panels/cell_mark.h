// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QString>

namespace headscope {

/// What a cell shows in the place of a number and its colour.
enum class CellMark : std::uint8_t {
    None,    ///< the number itself
    Masked,  ///< this query may not look at this key
    Padding, ///< a query behind the end of its sequence: no token asks it
    Dropped, ///< a weight that dropout made 0
};

/// How a mark looks on every device: hatched, or flat where `step` is 0.
struct MarkStyle {
    QRgb ground = 0;
    QRgb lines = 0;
    double step = 0; ///< between two lines
    QRgb flat = 0;   ///< of cells that are too small for lines
};
MarkStyle markStyle(CellMark mark, const Theme& theme);
/// "masked", "padding", "dropped".
QString markName(CellMark mark);
/// What is written into a dropped cell where there is room.
inline constexpr char16_t droppedSign = u'×';

} // namespace headscope
