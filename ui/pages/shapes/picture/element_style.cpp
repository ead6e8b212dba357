// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/element_style.h"

#include "pages/shapes/shapes_words.h"
#include "painters/number_type.h"
#include "type/fonts.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr double cellInset = 3;    ///< of both edges of a cell
constexpr double lineFactor = 1.3; ///< of the size of the type
} // namespace

ElementStyle::ElementStyle(const ShapesModel& model, const ShapesOptions& options,
                           const Theme& theme, double leastDigits)
    : m_journey(&model.right)
    , m_colour(options.colour)
    , m_theme(&theme)
    , m_solo(options.soloHead)
    , m_values(model.right[model.right.firstStep()].tensor.data())
    , m_characters(model.longestNumber)
    , m_fewest(model.shortestForm)
    , m_least(leastDigits) {}

ElementStyle::ElementStyle(const ShapesScene& scene)
    : ElementStyle(*scene.model, scene.options, headscope::theme(scene.display.theme),
                   scene.display.presentation ? 20 * scene.display.presentedUnit() : 9) {
    m_words = scene.words;
}

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

int ElementStyle::charactersIn(double cellWidth) const {
    const auto type = numberType({.cell = {cellWidth, 0}, .inset = cellInset, .least = m_least},
                                 {m_characters, m_fewest}, 0);
    return type ? type->characters : 0;
}

QString ElementStyle::text(float value, double cellWidth) const {
    const bool narrow = charactersIn(cellWidth) < m_characters;
    return narrow ? elementText(value, 3) : elementText(value);
}

QString ElementStyle::axisName(AxisFamily family, Index index, Index sample) const {
    if (family == AxisFamily::Sequence && sample >= 0 && sample < std::ssize(m_words)) {
        const QStringList& words = m_words[static_cast<std::size_t>(sample)];
        if (index < words.size() && !words[index].isEmpty())
            return words[index];
    }
    return axisLabel(family, index);
}

double ElementStyle::readableCell(double scale) const {
    return std::max(32.0, 7.2 * m_characters + 6) * scale;
}

bool ElementStyle::numbersFit(QSizeF cell) const {
    return charactersIn(cell.width()) > 0 && cell.height() >= lineFactor * m_least;
}

QSizeF ElementStyle::cellFor(double pixels, bool narrow) const {
    const double air = narrow ? 1 : 2;
    const int characters = narrow ? m_fewest : m_characters;
    return {std::ceil(figureEm * pixels * characters + cellInset + air),
            std::ceil(lineFactor * pixels)};
}

QFont ElementStyle::numberFont(QSizeF cell, bool bold) const {
    const int characters = std::max(m_fewest, charactersIn(cell.width()));
    const double whole = (cell.width() - cellInset) / (figureEm * characters);
    // Where it is legible in any case, a number has air at both sides.
    const double room = std::max(std::min(whole, m_least), 0.86 * whole);
    const double pleasant = std::max(m_least, cell.width() * 16 / 36);
    const double pixels =
        std::clamp(room, std::min(6.0, m_least), std::min(pleasant, 0.78 * cell.height()));
    return headscope::numberFont(pixels, bold ? QFont::Bold : QFont::Medium);
}

} // namespace headscope
