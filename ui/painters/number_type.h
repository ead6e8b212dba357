// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <initializer_list>
#include <limits>
#include <optional>

namespace headscope {

/// How wide a figure, a sign or a point of numberFont() is, in em.
inline constexpr double figureEm = 0.6;

/// What a cell offers to a number, in pixels.
struct NumberRoom {
    QSizeF cell;
    QSizeF smallest = {}; ///< narrower or lower cells have no number
    double inset = 0;     ///< of both sides together, which stays free
    double most = std::numeric_limits<double>::infinity(); ///< no type is larger
    double least = 0;                                      ///< smaller type cannot be read
    double em = figureEm; ///< that a glyph takes, with its share of the air around them
};
/// How large a number of so many glyphs, its sign among them, is written; nothing where it does not
/// fit.
std::optional<double> numberPixels(const NumberRoom& room, int glyphs);

/// How numbers are written in cells.
struct NumberType {
    int characters = 0; ///< for cellText(), beside a sign
    double pixels = 0;
};
/// The first of `characters`, beside so many signs, that fits.
std::optional<NumberType> numberType(const NumberRoom& room, std::initializer_list<int> characters,
                                     int signs);

} // namespace headscope
