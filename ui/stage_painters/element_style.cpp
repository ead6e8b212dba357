// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_painters/element_style.h"

#include "scene/fonts.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
/// The numbers of at most so many elements decide how large all are written.
constexpr Index mostLookedAt = 4096;
constexpr int mostCharacters = 4;
} // namespace

ElementStyle::ElementStyle(const Journey& journey, ShapesColour colour, const Theme& theme)
    : m_journey(&journey)
    , m_colour(colour)
    , m_theme(&theme)
    , m_values(journey[journey.firstStep()].tensor.data()) {
    int longest = 2;
    const Index looked = std::min(journey.elementCount(), mostLookedAt);
    for (Index i = 0; i < looked; ++i) {
        // Of a large arange the last numbers are the longest ones.
        const Index element = i % 2 == 0 ? i : journey.elementCount() - 1 - i;
        longest = std::max(longest, static_cast<int>(text(element).size()));
    }
    m_characters = longest;
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
    return headColour(static_cast<int>(group % 8)).rgb();
}

QString ElementStyle::text(Index element) const {
    return textOf(m_values[element]);
}

QString ElementStyle::textOf(float value) const {
    // Whole numbers are names here; they are never shortened to 1.2e3.
    if (std::abs(value) < 1e5F && value == std::floor(value))
        return QString::number(static_cast<int>(value)).replace(u'-', QChar(0x2212));
    return cellText(value, mostCharacters);
}

QFont ElementStyle::numberFont(double cellWidth, bool bold) const {
    // A character of the family is 0.6 of its size wide.
    const double room = (cellWidth - 4) / (0.6 * m_characters);
    const double pixels = std::clamp(room, 6.0, cellWidth * 16 / 36);
    return headscope::numberFont(pixels, bold ? QFont::Bold : QFont::Medium);
}

} // namespace headscope
