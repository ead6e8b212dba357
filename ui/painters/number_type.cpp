// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/number_type.h"

#include <algorithm>

namespace headscope {

std::optional<double> numberPixels(const NumberRoom& room, int glyphs) {
    if (room.cell.width() < room.smallest.width() || room.cell.height() < room.smallest.height())
        return std::nullopt;
    const double pixels = std::min(room.most, (room.cell.width() - room.inset) / glyphs / room.em);
    return pixels >= room.least ? std::optional(pixels) : std::nullopt;
}

std::optional<NumberType> numberType(const NumberRoom& room, std::initializer_list<int> characters,
                                     int signs) {
    for (const int count : characters) {
        if (const auto pixels = numberPixels(room, count + signs))
            return NumberType{count, *pixels};
    }
    return std::nullopt;
}

} // namespace headscope
