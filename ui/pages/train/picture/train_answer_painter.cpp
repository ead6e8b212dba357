// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_painter.h"
#include "pages/train/picture/train_painters.h"
#include "pages/train/train_words.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

class TrainAnswerPainter : public TrainPainter {
public:
    using TrainPainter::TrainPainter;
    void paint() const;
};

void drawCheck(QPainter& painter, QPointF at, double size, const QColor& colour) {
    painter.setPen(QPen(colour, size * 0.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF points[] = {at + QPointF(-0.5, 0) * size, at + QPointF(-0.12, 0.38) * size,
                              at + QPointF(0.5, -0.38) * size};
    painter.drawPolyline(points, 3);
}

/// What stands behind a wrong answer: what is right, with the word for it or without.
QString correctionOf(const AnswerRow& row, bool worded) {
    if (row.isRight())
        return {};
    if (row.right.isEmpty())
        return TrainText::tr("too much");
    return worded ? TrainText::tr("right: %1").arg(row.right) : row.right;
}

void TrainAnswerPainter::paint() const {
    const TrainGeometry& g = m_geometry;
    const QRectF area = g.answer;
    const std::vector<AnswerRow> rows = answerRows(m_scene, m_scene.at());
    if (area.width() < px(120) || rows.empty())
        return;
    const bool translation = m_scene.moment.data().isTranslation();
    const auto correct = std::ranges::count_if(rows, &AnswerRow::isRight);
    const QString tally = TrainText::tr("%1 of %2 right").arg(correct).arg(rows.size());
    const double tallyWidth = QFontMetricsF(textFont(px(12))).horizontalAdvance(tally) + px(4);
    const QString title =
        translation ? TrainText::tr("Translation at step %1") : TrainText::tr("Answer at step %1");
    write(band(area.left(), g.answerTitleY, area.right() - tallyWidth - px(6), px(20)), left,
          title.arg(m_scene.at().step()), textFont(px(14), QFont::DemiBold), m_colours.text);
    writeNote(area.left(), g.answerTitleY, area.right(), right, tally);
    writeNote(area.left(), g.answerHeadY, area.right() - px(80), left,
              translation ? TrainText::tr("own words fed back")
                          : TrainText::tr("right words fed in"));
    writeNote(area.left(), g.answerHeadY, area.right(), right, TrainText::tr("probability"));

    // On the rows of the matrices where they are the same, else as close as can be read.
    const bool same = translation && !g.isPresented() && m_scene.scope.ends_with("cross_attention");
    const double pitch =
        same ? g.left.pitchY
             : std::clamp(area.height() / static_cast<double>(rows.size()), px(17), px(21));
    const auto fit = static_cast<std::size_t>(std::max(1.0, (area.height() + px(10)) / pitch));
    const std::size_t shown = rows.size() <= fit ? rows.size() : fit - 1;
    const double numberWidth = px(48);
    const double barWidth = std::min(px(104), area.width() * 0.3);
    const double barLeft = area.right() - numberWidth - barWidth;
    const QFont plain = textFont(px(13));
    QFont struck = textFont(px(13), QFont::DemiBold);
    struck.setStrikeOut(true);
    const QFontMetricsF plainWidth(plain);
    const QFontMetricsF struckWidth(struck);
    const double from = area.left() + px(20);
    const double end = barLeft - px(8);
    const double gap = px(6);
    /// What an answer and its correction leave of a row for what was asked.
    const auto roomForLead = [&](const AnswerRow& row, bool worded) {
        return end - from - struckWidth.horizontalAdvance(row.said) -
               plainWidth.horizontalAdvance(correctionOf(row, worded)) - 2 * gap - px(2);
    };
    // All rows alike: with the word for it where every one of them has room for that.
    const bool worded = std::ranges::all_of(rows, [&](const AnswerRow& row) {
        return plainWidth.horizontalAdvance(row.lead) < roomForLead(row, true);
    });
    for (std::size_t i = 0; i < shown; ++i) {
        const AnswerRow& row = rows[i];
        const double y = area.top() + (static_cast<double>(i) + 0.5) * pitch;
        const QRectF line = band(area.left() - px(6), y, area.right() + px(4), pitch - 1);
        if (!row.isRight()) {
            QColor tint = m_colours.error;
            tint.setAlphaF(0.11F);
            m_painter.fillRect(line, tint);
            drawCross(QPointF(area.left() + px(5), y), px(8));
        } else {
            drawCheck(m_painter, QPointF(area.left() + px(5), y), px(10), m_colours.text);
        }
        double x = from;
        const auto word = [&](const QString& text, QFont font, const QColor& colour) {
            const double wide = QFontMetricsF(font).horizontalAdvance(text);
            write(band(x, y, std::min(end, x + wide + 1), px(20)), left, text, font, colour);
            x += wide + gap;
        };
        // What was asked gives way to what is right.
        const QString correction = correctionOf(row, worded);
        const QString lead = plainWidth.elidedText(row.lead, Qt::ElideRight,
                                                   std::max(0.0, roomForLead(row, worded)));
        if (!lead.isEmpty())
            word(lead, plain, m_colours.secondary);
        word(row.said, row.isRight() ? plain : struck,
             row.isRight() ? m_colours.text : m_colours.error);
        if (!correction.isEmpty())
            word(correction, plain, m_colours.text);
        drawBar({barLeft, y - px(4), barWidth - px(8), px(8)}, row.probability);
        write(band(area.right() - numberWidth, y, area.right(), px(18)), right,
              fixedText(row.probability, 3),
              numberFont(px(13), row.isRight() ? QFont::Normal : QFont::Bold), m_colours.text);
    }
    if (shown < rows.size())
        writeNote(area.left(), area.top() + (static_cast<double>(shown) + 0.5) * pitch,
                  area.right(), left,
                  TrainText::tr("and %n more", nullptr, static_cast<int>(rows.size() - shown)));
}

} // namespace

void paintAnswer(QPainter& painter, const TrainArrangement& layout) {
    TrainAnswerPainter(painter, layout).paint();
}

} // namespace headscope
