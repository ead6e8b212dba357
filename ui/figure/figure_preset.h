// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <cstdint>
#include <optional>
#include <span>

namespace headscope {

/// What a figure is for.
enum class FigurePreset : std::uint8_t {
    Free,    ///< any size; type follows it
    Column,  ///< one column of a journal, 85 mm
    Columns, ///< both of them, 174 mm
    Slide,   ///< 16 : 9, 13⅓ × 7½ inches
};

/// Sizes of type in the units of a layout.
struct FigureType {
    int title = 0;
    int label = 0; ///< tokens, axes and names of the panels
    int tick = 0;  ///< the numbers of the colour bar
    int smallest = 0;
};

/// A preset in numbers. Type is given in half points, so that 6.5 pt is a whole number; layouts
/// with given type count in these.
struct FigurePresetSize {
    FigurePreset preset = FigurePreset::Free;
    QSizeF millimetres; ///< the width, and the most that the height may be
    /// The same height of one square matrix, which is to be as wide as the page.
    double heightOfOne = 0;
    bool heightFollows = false; ///< the page ends where its content does
    FigureType type;            ///< in half points
    double margin = 0;          ///< in half points
    double dotsPerInch = 96;    ///< of a PNG, where nobody says
};
/// Nothing for FigurePreset::Free.
std::optional<FigurePresetSize> sizeOf(FigurePreset preset);

inline constexpr double pixelsPerMillimetre = 96 / 25.4; ///< of 1/96 inch
inline constexpr double pixelsPerHalfPoint = 96.0 / 144;

} // namespace headscope
