// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_geometry.h"

namespace headscope {

// The Heads view in presentation mode: the matrix as high as the screen, beside it what is
// said of it. Measures are those of 1920 × 1080, times HeadsGeometryInput::unit.

/// Sizes of type, of 1920 × 1080; none is below `least`, parts of a formula included.
namespace presented {
inline constexpr double least = 20;
inline constexpr double small = 22;   ///< legends, values of heads
inline constexpr double column = 27;  ///< words above the matrix
inline constexpr double row = 30;     ///< words beside it
inline constexpr double digits = 24;  ///< in cells; larger where there are few
inline constexpr double formula = 28; ///< its exponents are `least`
inline constexpr double sentence = 40;
inline constexpr double title = 40;
/// Cells that are so large have digits of at least `least` in them.
inline constexpr double digitCellWidth = 53;
inline constexpr double digitCellHeight = 34;
/// Over a small head: its badge and a number, or, where that leaves no room, the badge alone.
inline constexpr double headTitle = 36;
inline constexpr double badgeTitle = 28;
} // namespace presented

HeadsGeometry layoutPresentedHeads(const HeadsGeometryInput& input);

} // namespace headscope
