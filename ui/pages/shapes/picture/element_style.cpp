// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/element_style.h"

#include "scene/fonts.h"

#include <algorithm>
#include <cmath>

namespace headscope {

ElementStyle::ElementStyle(const ShapesModel& model, const ShapesOptions& options,
                           const Theme& theme)
    : m_journey(&model.right)
    , m_colour(options.colour)
    , m_theme(&theme)
    , m_solo(options.soloHead)
    , m_values(model.right[model.right.firstStep()].tensor.data())
    , m_characters(model.longestNumber) {}

QRgb ElementStyle::fill(Index element) const {
    const QRgb colour = colourOf(groupOf(element));
    if (!m_solo || m_journey->homeOf(element).head == *m_solo)
        return colour;
    const QRgb base = m_theme->base.rgb();
    const auto faint = [](int from, int to) { return (from + 5 * to) / 6; };
    return qRgb(faint(qRed(colour), qRed(base)), faint(qGreen(colour), qGreen(base)),
                faint(qBlue(colour), qBlue(base)));
}

Index ElementStyle::groupOf(Index element) const {
    const ElementHome home = m_journey->homeOf(element);
    switch (m_colour) {
    case ShapesColour::Head: return home.head;
    case ShapesColour::Token:
        return m_journey->order() == MemoryOrder::Unbatched ? home.sample : home.token;
    case ShapesColour::Sample: return home.sample;
    }
    return 0;
}

QRgb ElementStyle::colourOf(Index group) const {
    return headColour(static_cast<int>(group % 8), m_theme->kind).rgb();
}

QString ElementStyle::text(Index element) const {
    return elementText(m_values[element]);
}

double ElementStyle::readableCell(double scale) const {
    return std::max(32.0, 7.2 * m_characters + 6) * scale;
}

QFont ElementStyle::numberFont(double cellWidth, bool bold) const {
    // A character of the family is 0.6 of its size wide.
    const double room = (cellWidth - 4) / (0.6 * m_characters);
    const double pixels = std::clamp(room, 6.0, cellWidth * 16 / 36);
    return headscope::numberFont(pixels, bold ? QFont::Bold : QFont::Medium);
}

} // namespace headscope
