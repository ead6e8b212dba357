// SPDX-License-Identifier: GPL-3.0-or-later
// What the model says, beside the enlarged heads, and what their colours stand for.
#include "pages/train/train_numbers.h"
#include "pages/train/train_paint.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "scene/learnt_words.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_paint;

void TrainView::paintAnswer(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const QRectF area = g.answer;
    const std::vector<AnswerRow> rows = answerRows(m_scene, m_scene.at());
    if (area.width() < px(120) || rows.empty())
        return;
    const bool translation = m_scene.moment.data().isTranslation();
    const auto correct = std::ranges::count_if(rows, &AnswerRow::isRight);
    const QString tally = tr("%1 of %2 right").arg(correct).arg(rows.size());
    const double tallyWidth = QFontMetricsF(textFont(px(12))).horizontalAdvance(tally) + px(4);
    const QString title = translation ? tr("Translation at step %1") : tr("Answer at step %1");
    write(painter, band(area.left(), g.answerTitleY, area.right() - tallyWidth - px(6), px(20)),
          left, title.arg(m_scene.at().step()), textFont(px(14), QFont::DemiBold), colours.text);
    write(painter, band(area.left(), g.answerTitleY, area.right(), px(18)), right, tally,
          textFont(px(12)), colours.secondary);
    write(painter, band(area.left(), g.answerHeadY, area.right() - px(80), px(16)), left,
          translation ? tr("own words fed back") : tr("right words fed in"), textFont(px(12)),
          colours.secondary);
    write(painter, band(area.left(), g.answerHeadY, area.right(), px(16)), right, tr("probability"),
          textFont(px(12)), colours.secondary);

    // On the rows of the matrices where they are the same, else as close as can be read.
    const bool same = translation && !g.isPresented() && m_scene.scope.ends_with("cross_attention");
    const double pitch =
        same ? g.cell.height()
             : std::clamp(area.height() / static_cast<double>(rows.size()), px(17), px(21));
    const auto fit = static_cast<std::size_t>(std::max(1.0, (area.height() + px(10)) / pitch));
    const std::size_t shown = rows.size() <= fit ? rows.size() : fit - 1;
    const double numberWidth = px(48);
    const double barWidth = std::min(px(104), area.width() * 0.3);
    const double barLeft = area.right() - numberWidth - barWidth;
    for (std::size_t i = 0; i < shown; ++i) {
        const AnswerRow& row = rows[i];
        const double y = area.top() + (static_cast<double>(i) + 0.5) * pitch;
        const QRectF line = band(area.left() - px(6), y, area.right() + px(4), pitch - 1);
        if (!row.isRight()) {
            QColor tint = colours.error;
            tint.setAlphaF(0.11F);
            painter.fillRect(line, tint);
            drawCross(painter, QPointF(area.left() + px(5), y), px(8), colours.error);
        } else {
            drawCheck(painter, QPointF(area.left() + px(5), y), px(10), colours.text);
        }
        double x = area.left() + px(20);
        const double end = barLeft - px(8);
        const auto word = [&](const QString& text, QFont font, const QColor& colour) {
            const double wide = QFontMetricsF(font).horizontalAdvance(text);
            write(painter, band(x, y, std::min(end, x + wide + 1), px(20)), left, text, font,
                  colour);
            x += wide + px(6);
        };
        if (!row.lead.isEmpty())
            word(row.lead, textFont(px(13)), colours.secondary);
        if (row.isRight()) {
            word(row.said, textFont(px(13)), colours.text);
        } else {
            QFont struck = textFont(px(13), QFont::DemiBold);
            struck.setStrikeOut(true);
            word(row.said, struck, colours.error);
            word(row.right.isEmpty() ? tr("too much") : tr("not %1").arg(row.right),
                 textFont(px(13)), colours.text);
        }
        const QRectF bar(barLeft, y - px(4), barWidth - px(8), px(8));
        painter.fillRect(bar, colours.hairline);
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * row.probability, bar.height()),
                         colours.neutralBar);
        write(painter, band(area.right() - numberWidth, y, area.right(), px(18)), right,
              fixedText(row.probability, 3),
              numberFont(px(13), row.isRight() ? QFont::Normal : QFont::Bold), colours.text);
    }
    if (shown < rows.size())
        write(painter,
              band(area.left(), area.top() + (static_cast<double>(shown) + 0.5) * pitch,
                   area.right(), px(18)),
              left, tr("and %n more", nullptr, static_cast<int>(rows.size() - shown)),
              textFont(px(12)), colours.secondary);
}

QString TrainView::cornerText() const {
    const HeadFinding finding = findingOf(m_scene, m_scene.head);
    if (finding.relation < 0)
        return {};
    const auto& relation =
        m_scene.moment.data().relations[static_cast<std::size_t>(finding.relation)];
    return tr("corner: %1").arg(relationName(relation.name));
}

void TrainView::placeColours() {
    m_colourPlace = {};
    const TrainGeometry& g = m_geometry;
    if (g.isPresented() || m_scene.stage)
        return;
    // Behind all that the legend says.
    const QFontMetricsF metrics(textFont(px(12)));
    double x = g.left.left() + px(92 + 4 * 7);
    for (const QString& word : {rangeText(m_range.low), rangeText(m_range.high), valuesText()})
        x += metrics.horizontalAdvance(word);
    if (const QString corner = cornerText(); !corner.isEmpty())
        x = std::max(x + px(12), g.right.left()) + px(14) + metrics.horizontalAdvance(corner);
    ColourPlace place;
    place.map = m_scene.values == TrainValues::Weights;
    place.spread = true;
    place.left = qRound(x + px(14));
    place.middle = qRound(g.legendY);
    // What the model says stands as low at its side, but for the end of that line.
    if (place.left + place.width() > g.answer.left() - px(8))
        place.left = std::max({qRound(x + px(14)), qRound(g.answer.left() + px(100)),
                               qRound(width() - px(24)) - place.width()});
    if (place.left + place.width() <= width())
        place.on = this;
    m_colourPlace = place;
}

QString TrainView::valuesText() const {
    return (m_range.squareRoot ? QStringLiteral("√  ") : QString()) +
           TrainText::values(m_scene.values);
}

void TrainView::paintLegend(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const QFont font = textFont(px(12));
    const QFontMetricsF metrics(font);
    double x = g.left.left();
    const auto word = [&](const QString& text, const QColor& colour) {
        const double wide = metrics.horizontalAdvance(text);
        write(painter, band(x, g.legendY, x + wide + 2, px(16)), left, text, font, colour);
        x += wide + px(7);
    };
    word(rangeText(m_range.low), colours.text);
    const QRectF bar = band(x, g.legendY, x + px(92), px(8));
    for (int i = 0; i < qRound(bar.width()); ++i)
        painter.fillRect(QRectF(bar.left() + i, bar.top(), 1, bar.height()),
                         QColor::fromRgb(colourAt(m_map, i / bar.width())));
    x = bar.right() + px(7);
    word(rangeText(m_range.high), colours.text);
    word(valuesText(), colours.secondary);
    const QString text = cornerText();
    if (text.isEmpty())
        return;
    x = std::max(x + px(12), g.isPresented() ? 0.0 : g.right.left());
    if (g.isPresented() && x + px(14) + metrics.horizontalAdvance(text) > width() - px(24))
        return; // a mark without a word says nothing
    const QPointF corner[] = {QPointF(x, g.legendY - px(5)), QPointF(x + px(9), g.legendY - px(5)),
                              QPointF(x + px(9), g.legendY + px(4))};
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text);
    painter.drawPolygon(corner, 3);
    x += px(14);
    write(painter, band(x, g.legendY, width() - px(24), px(16)), left, text, font,
          colours.secondary);
}

} // namespace headscope
