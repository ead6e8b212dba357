// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_painter.h"
#include "pages/train/picture/train_painters.h"
#include "pages/train/train_numbers.h"
#include "pages/train/train_words.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

class TrainPlayheadPainter : public TrainPainter {
public:
    using TrainPainter::TrainPainter;
    void paint() const;

private:
    void paintCurveWords() const;
};

void TrainPlayheadPainter::paint() const {
    const TrainGeometry& g = m_geometry;
    paintCurveWords();
    const RecordedStep& step = m_scene.at();
    const double x = g.xOf(static_cast<double>(step.step()));
    const double top = g.loss.top() - px(14);
    m_painter.setPen(QPen(m_colours.accent, px(2)));
    m_painter.drawLine(QPointF(x, top), QPointF(x, g.stepsY - px(10)));
    m_painter.setBrush(m_colours.accent);
    m_painter.drawEllipse(QPointF(x, top), px(4.5), px(4.5));
    const auto point = [&](const QRectF& plot, double share) {
        // A loss that exploded stands at the top.
        const double shown = std::isnan(share) ? 1.0 : std::clamp(share, 0.0, 1.0);
        const double y = plot.bottom() - plot.height() * shown;
        m_painter.setPen(QPen(m_colours.accent, px(2)));
        m_painter.setBrush(m_colours.base);
        m_painter.drawEllipse(QPointF(x, y), px(4), px(4));
        return y;
    };
    const double y = point(g.loss, step.evaluation().loss / m_layout.lossTop());
    point(g.accuracy, step.evaluation().words);
    point(g.accuracy, step.evaluation().sentences);
    const bool beside = x + px(70) < g.loss.right() + px(30);
    // At the newest record the number stands at the end of the line already.
    const bool said = !beside && m_scene.playhead + 1 == m_scene.moment.records.size();
    const double numberY = std::min(y - px(2), g.loss.bottom() - px(26));
    if (!said)
        write(
            band(beside ? x + px(8) : x - px(60), numberY, beside ? x + px(60) : x - px(8), px(16)),
            beside ? left : right, fixedText(step.evaluation().loss, 3),
            numberFont(px(13), QFont::DemiBold), m_colours.text);

    const QRectF number = band(x - px(22), g.stepsY, x + px(22), px(18));
    m_painter.fillRect(number, m_colours.accent);
    write(number, Qt::AlignCenter, QString::number(step.step()),
          numberFont(px(12), QFont::DemiBold), m_colours.accentText);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_colours.accent, px(2)));
    const double half = g.picture.width() / 2 + px(3);
    m_painter.drawRect(
        QRectF(QPointF(x - half, g.filmTop - px(3)), QPointF(x + half, g.wordsY + px(8))));
    m_painter.setPen(QPen(m_colours.text, px(2)));
    m_painter.drawRect(g.pictureAt(m_scene.head, static_cast<double>(step.step()))
                           .adjusted(-px(1), -px(1), px(1), px(1)));
}

void TrainPlayheadPainter::paintCurveWords() const {
    const TrainGeometry& g = m_geometry;
    const TrainingMoment& moment = m_scene.moment;
    const double x = g.xOf(static_cast<double>(m_scene.at().step()));
    const double whole = g.loss.right() + px(30);
    // What stands at the right makes way for a playhead that would cross it.
    // Nor does it cross the axis: a narrow plot has the playhead where the words end.
    const double end = x > whole - px(270) && x > g.loss.left() + px(150) ? x - px(10) : whole;
    const double guessing = moment.records.front()->evaluation().guessing;
    const auto yOfLoss = [&](double loss) {
        return g.loss.bottom() - g.loss.height() * std::min(1.0, loss / m_layout.lossTop());
    };
    // At the ends of the lines; over both, where they are close to each other.
    const double heldOut = moment.records.back()->evaluation().loss;
    const double batch = moment.losses->empty() ? heldOut : moment.losses->back().loss;
    const QFont bold = textFont(px(12), QFont::DemiBold);
    const QString heldText = TrainText::heldOut(moment.data()) + u' ' + fixedText(heldOut, 2);
    const QString batchText =
        moment.recipe.smoothing > 0
            ? TrainText::tr("batch, with label smoothing %1").arg(fixedText(batch, 2))
            : TrainText::tr("batch %1").arg(fixedText(batch, 2));
    const double heldWidth = QFontMetricsF(bold).horizontalAdvance(heldText) + px(2);
    const double over = std::min(yOfLoss(heldOut), yOfLoss(batch)) - px(10);
    const bool lowPlots = g.loss.height() < px(60);
    if (!lowPlots) {
        // Below its line; above it where the words of the curves stand below, or over those.
        const double line = px(17);
        const double above = yOfLoss(guessing) - px(10);
        double at = yOfLoss(guessing) + px(11);
        if (std::abs(at - over) < line)
            at = std::abs(above - over) < line ? over - line : above;
        writeNote(g.loss.left() + px(60), at, end, right,
                  TrainText::tr("guessing, ln %1 = %2")
                      .arg(QString::number(moment.data().classes.size()), fixedText(guessing, 2)));
    }
    if (!moment.losses->empty() && over > g.loss.top() + px(30)) {
        write(band(end - heldWidth, over, end, px(16)), right, heldText, bold, m_colours.text);
        writeNote(g.loss.left() + px(60), over, end - heldWidth - px(12), right, batchText);
    }
    // Of the accuracy: what the record at the playhead says, and what that means.
    const Evaluation& at = m_scene.at().evaluation();
    const QString words = TrainText::tr("words %1").arg(percentText(at.words));
    const QString sentences = TrainText::tr("whole sentences %1").arg(percentText(at.sentences));
    const double wide = std::max(QFontMetricsF(textFont(px(12))).horizontalAdvance(words),
                                 QFontMetricsF(bold).horizontalAdvance(sentences)) +
                        px(4);
    const bool beside = x + px(10) + wide < whole;
    const double from = beside ? x + px(10) : x - px(10) - wide;
    const double low = g.accuracy.bottom() - px(10);
    const auto backed = [&](double y, const QString& text, const QFont& font,
                            const QColor& colour) {
        const double textWidth = QFontMetricsF(font).horizontalAdvance(text);
        const QRectF room = band(from, y, from + wide, px(15));
        QColor paper = m_colours.base;
        paper.setAlphaF(0.85F);
        m_painter.fillRect(QRectF(beside ? from : from + wide - textWidth, room.top(),
                                  textWidth + 2, room.height()),
                           paper);
        write(room, beside ? left : right, text, font, colour);
    };
    backed(low - px(15), words, textFont(px(12)), m_colours.secondary);
    backed(low, sentences, bold, m_colours.text);
    const QString early = earlySentence(m_scene);
    const double room = whole - (from + wide + px(24));
    if (early.isEmpty() || !beside || room < px(240) || g.accuracy.height() < px(44))
        return;
    const QFont font = textFont(px(12));
    constexpr int flags = Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap;
    const QRectF place(from + wide + px(24), g.accuracy.top() + px(12), room, px(36));
    // All of it or nothing: half a line cannot be read.
    if (QFontMetricsF(font).boundingRect(place, flags, early).height() > place.height())
        return;
    m_painter.setFont(font);
    m_painter.setPen(m_colours.secondary);
    m_painter.drawText(place, flags, early);
}

} // namespace

void paintPlayhead(QPainter& painter, const TrainArrangement& layout) {
    TrainPlayheadPainter(painter, layout).paint();
}

} // namespace headscope
