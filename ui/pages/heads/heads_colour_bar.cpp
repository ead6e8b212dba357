// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_colour_bar.h"

#include "type/fonts.h"
#include "words/numbers/range_words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headscope {

HeadsColourBar::HeadsColourBar(const HeadsPicture& picture)
    : m_content(picture.content())
    , m_geometry(picture.geometry()) {
    const double s = scale();
    const ValueScale shown = *m_content.range();
    const bool several = m_content.panels().size() > 1;
    m_font = shown.isPerRow() ? textFont(13 * s) : numberFont(13 * s);
    std::tie(m_low, m_high) = m_content.rangeTexts();
    const QFontMetricsF metrics(m_font);
    const double low = metrics.horizontalAdvance(m_low);
    const double high = metrics.horizontalAdvance(m_high);
    // Leaves room for what stands beside it: no mark goes without its name.
    // Of rows on their own ranges more is said where a cell is asked: the bar does not jump for it.
    const QStringList said = shown.isPerRow()
                                 ? scaleWords(m_content.display().range, shown, several)
                                 : m_content.rangeWords().last(shown.squareRoot ? 2 : 1);
    const double words = QFontMetricsF(textFont(13 * s)).horizontalAdvance(said.first());
    const double beside = low + high + 32 * s + (words > 0 ? words + 16 * s : 0) + choicesRoom() +
                          markNamesWidth(marks(), s);
    const QRectF& area = m_geometry.colourBar;
    const double wide = std::clamp(area.width() - std::max(several ? 250 * s : 0.0, beside), 72.0,
                                   m_content.isPresented() ? 256 * s : 200 * s);
    m_bar = QRectF(std::round(area.left() + low + 8 * s), std::round(area.top() + 8 * s),
                   std::round(wide), std::round(12 * s));
    m_end = m_bar.right() + 24 * s + high;
}

double HeadsColourBar::choicesRoom() const {
    return m_content.isPresented() ? 0 : choices().width() + 16;
}

ColourPlace HeadsColourBar::choices() const {
    ColourPlace place;
    place.shown = m_content.range();
    place.map = isSequential(m_content.shown().name);
    place.range = true;
    place.spread = true;
    return place;
}

ColourPlace HeadsColourBar::choicesOn(QWidget& view) const {
    if (m_content.isPresented())
        return {};
    ColourPlace place = choices();
    place.left = qRound(m_end + markNamesWidth(marks(), scale()));
    place.middle = qRound(m_bar.center().y());
    double end = view.width();
    for (const Thumbnail& small : m_geometry.thumbnails) {
        if (std::abs(small.frame.center().y() - place.middle) <
            (small.frame.height() + ColourPlace::height) / 2)
            end = std::min(end, small.frame.left() - ColourPlace::gap);
    }
    const auto fits = [&place, end] { return place.left + place.width() <= end; };
    // Beside a small matrix the range says only how it is chosen, and what is asked for most stays.
    if (!fits())
        place.rangeWide = ColourPlace::narrowRange;
    if (!fits())
        place.range = false;
    if (!fits())
        place.spread = false;
    // In a narrow window the numbers of the bar go before.
    if (fits())
        place.on = &view;
    return place;
}

void HeadsColourBar::paint(QPainter& painter) const {
    const Theme& colours = theme(m_content.display().theme);
    const double s = scale();
    const QFontMetricsF metrics(m_font);
    const QRectF& area = m_geometry.colourBar;
    const double top = m_bar.center().y() - 10 * s;
    painter.setFont(m_font);
    painter.setPen(colours.text);
    painter.drawText(QRectF(area.left(), top, metrics.horizontalAdvance(m_low) + 2, 20 * s),
                     Qt::AlignLeft | Qt::AlignVCenter, m_low);
    painter.drawText(QRectF(m_bar.right() + 8 * s, top,
                            std::max(80 * s, metrics.horizontalAdvance(m_high) + 2), 20 * s),
                     Qt::AlignLeft | Qt::AlignVCenter, m_high);

    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    QRectF rest = paintMarkNames(painter, QRectF(m_end, top, area.right() - m_end, 20 * s), marks(),
                                 colours, s);
    rest.setLeft(rest.left() + choicesRoom());
    for (const QString& words : m_content.rangeWords()) {
        if (QFontMetricsF(painter.font()).horizontalAdvance(words) > rest.width())
            continue;
        painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, words);
        break;
    }
}

} // namespace headscope
