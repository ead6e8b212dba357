// SPDX-License-Identifier: GPL-3.0-or-later
// What stands over the time axis: curves, film, playhead.
#include "pages/train/train_numbers.h"
#include "pages/train/train_paint.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_paint;

void TrainView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    if (m_scene.isEmpty()) {
        const auto& error = m_scene.moment.error;
        write(painter, QRectF(rect()).adjusted(24, 0, -24, 0), Qt::AlignCenter,
              error ? statusOf(m_scene) : progressText(m_scene.moment), textFont(14),
              error ? colours.error : colours.secondary);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFilm(painter);
    paintLabels(painter);
    if (m_geometry.isPresented())
        painter.fillRect(QRectF(m_geometry.timeRight, px(14), 1, height() - px(28)),
                         colours.hairline);
    else
        painter.fillRect(QRectF(px(24), m_geometry.divider, width() - px(48), 1), colours.hairline);
    if (m_scene.stage)
        return paintStage(painter);
    paintHeads(painter);
    paintAnswer(painter);
    paintLegend(painter);
}

QString TrainView::heldOutName(const Dataset& data) {
    return data.learnsHeldOut ? tr("learnt") : tr("held out");
}

void TrainView::paintLabels(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const double x = px(24);
    const double end = g.loss.left() - px(34);
    const auto title = [&](double y, const QString& text) {
        write(painter, band(x, y, end, px(22)), left, text, textFont(px(14), QFont::DemiBold),
              colours.text);
    };
    const auto note = [&](double y, const QString& text) {
        write(painter, band(x, y, end, px(16)), left, text, textFont(px(12)), colours.secondary);
    };
    title(g.loss.top() - px(4), tr("Loss"));
    note(g.loss.top() + px(14), tr("nats"));
    note(g.loss.top() + px(29), tr("per word"));
    title(g.accuracy.top() - px(21), tr("Accuracy"));
    note(g.accuracy.top() + px(0), heldOutName(m_scene.moment.data()));
    note(g.stepsY, tr("step"));
    note(g.wordsY, answerRows(m_scene, m_scene.at()).size() > 0 ? tr("words") : QString());

    // Steps: a number at each column where there is room, and at the end.
    painter.setFont(numberFont(px(12)));
    const Index last = std::max(m_scene.moment.recipe.steps, m_scene.moment.stepsDone);
    const double room = px(62);
    const Index every =
        g.columnEvery *
        std::max<Index>(1, static_cast<Index>(std::ceil(
                               room / (static_cast<double>(g.columnEvery) * g.pixelsPerStep))));
    // The playhead says its own step.
    const double said = m_scene.isEmpty() ? -1e9 : g.xOf(static_cast<double>(m_scene.at().step()));
    for (Index step = 0; step <= last; step += every) {
        const double half =
            painter.fontMetrics().horizontalAdvance(QString::number(step)) / 2.0 + px(22);
        if (std::abs(g.xOf(static_cast<double>(step)) - said) < half)
            continue;
        painter.setPen(step <= m_scene.moment.stepsDone ? colours.text : colours.inactive);
        painter.drawText(band(g.xOf(static_cast<double>(step)) - px(30), g.stepsY,
                              g.xOf(static_cast<double>(step)) + px(30), px(16)),
                         Qt::AlignCenter, QString::number(step));
    }
    painter.setPen(QPen(colours.text, px(1)));
    for (const Index change : m_scene.moment.changes) {
        const double at = g.xOf(static_cast<double>(change));
        painter.drawLine(QPointF(at, g.accuracy.bottom()),
                         QPointF(at, g.accuracy.bottom() + px(6)));
    }
}

void TrainView::paintCurveWords(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const TrainingMoment& moment = m_scene.moment;
    const double x = g.xOf(static_cast<double>(m_scene.at().step()));
    const double whole = g.loss.right() + px(30);
    // What stands at the right makes way for a playhead that would cross it.
    // Nor does it cross the axis: a narrow plot has the playhead where the words end.
    const double end = x > whole - px(270) && x > g.loss.left() + px(150) ? x - px(10) : whole;
    const double guessing = moment.records.front()->evaluation().guessing;
    const auto yOfLoss = [&](double loss) {
        return g.loss.bottom() - g.loss.height() * std::min(1.0, loss / m_lossTop);
    };
    // At the ends of the lines; over both, where they are close to each other.
    const double heldOut = moment.records.back()->evaluation().loss;
    const double batch = moment.losses->empty() ? heldOut : moment.losses->back().loss;
    const QFont bold = textFont(px(12), QFont::DemiBold);
    const QString heldText = heldOutName(moment.data()) + u' ' + fixedText(heldOut, 2);
    const QString batchText = moment.recipe.smoothing > 0
                                  ? tr("batch, with label smoothing %1").arg(fixedText(batch, 2))
                                  : tr("batch %1").arg(fixedText(batch, 2));
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
        write(painter, band(g.loss.left() + px(60), at, end, px(16)), right,
              tr("guessing, ln %1 = %2")
                  .arg(QString::number(moment.data().classes.size()), fixedText(guessing, 2)),
              textFont(px(12)), colours.secondary);
    }
    if (!moment.losses->empty() && over > g.loss.top() + px(30)) {
        write(painter, band(end - heldWidth, over, end, px(16)), right, heldText, bold,
              colours.text);
        write(painter, band(g.loss.left() + px(60), over, end - heldWidth - px(12), px(16)), right,
              batchText, textFont(px(12)), colours.secondary);
    }
    // Of the accuracy: what the record at the playhead says, and what that means.
    const Evaluation& at = m_scene.at().evaluation();
    const QString words = tr("words %1").arg(percentText(at.words));
    const QString sentences = tr("whole sentences %1").arg(percentText(at.sentences));
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
        QColor paper = colours.base;
        paper.setAlphaF(0.85F);
        painter.fillRect(QRectF(beside ? from : from + wide - textWidth, room.top(), textWidth + 2,
                                room.height()),
                         paper);
        write(painter, room, beside ? left : right, text, font, colour);
    };
    backed(low - px(15), words, textFont(px(12)), colours.secondary);
    backed(low, sentences, bold, colours.text);
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
    painter.setFont(font);
    painter.setPen(colours.secondary);
    painter.drawText(place, flags, early);
}

void TrainView::paintFilm(QPainter& painter) {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const TrainingMoment& moment = m_scene.moment;
    const QRectF chosen = g.rowOf(m_scene.head, g.timeRight);
    painter.fillRect(chosen, colours.accentTint);
    painter.fillRect(QRectF(0, chosen.top(), px(3), chosen.height()), colours.accent);
    for (int head = 0; head < g.heads; ++head) {
        const double middle = g.pictureAt(head, 0).center().y();
        drawHeadMark(painter, band(px(24), middle, px(42), px(18)), head, m_scene.display.theme);
        write(painter, band(px(48), middle, g.loss.left() - px(28), px(20)), left,
              tr("head %1").arg(head + 1),
              textFont(px(13), head == m_scene.head ? QFont::DemiBold : QFont::Normal),
              colours.text);
    }
    // What is still to come.
    const Index last = std::max(moment.recipe.steps, moment.stepsDone);
    painter.setBrush(Qt::NoBrush);
    for (Index step = g.columnEvery; m_scene.begun && step <= last; step += g.columnEvery) {
        if (step <= moment.records.back()->step())
            continue;
        for (int head = 0; head < g.heads; ++head) {
            QPen pen(colours.controlBorder, 1);
            pen.setDashPattern({3, 3});
            painter.setPen(pen);
            painter.drawRect(
                g.pictureAt(head, static_cast<double>(step)).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    const auto column = [&](std::size_t place) {
        const RecordedStep& step = *moment.records[place];
        const auto x = static_cast<double>(step.step());
        for (int head = 0; head < g.heads; ++head)
            painter.drawImage(g.pictureAt(head, x).topLeft(), picture(step, head));
        paintWordMarks(painter, step, g.xOf(x));
    };
    const double hidden = g.picture.width() + px(4);
    const double here = g.xOf(static_cast<double>(m_scene.at().step()));
    for (const std::size_t place : m_columns) {
        // The playhead's own column stands over those that it would overlap.
        const double x = g.xOf(static_cast<double>(moment.records[place]->step()));
        if (place == m_scene.playhead || std::abs(x - here) >= hidden)
            column(place);
    }
    if (std::ranges::find(m_columns, m_scene.playhead) == m_columns.end())
        column(m_scene.playhead);
    if (!m_scene.begun)
        paintOpening(painter);
}

/// Where the film will be.
void TrainView::paintOpening(QPainter& painter) const {
    const TrainGeometry& g = m_geometry;
    const double begin = g.pictureAt(0, 0).right() + px(24);
    const double top = g.filmTop + (g.heads > 1 ? g.rowPitch : 0);
    const double sized = g.isPresented() ? 14 : 18;
    painter.setPen(theme(m_scene.display.theme).text);
    drawFitted(painter,
               QRectF(begin, top + px(8), g.timeRight - begin - px(16), g.filmBottom() - top - px(8)),
               textFont(px(sized), QFont::DemiBold), TrainText::opening(m_scene), px(11));
}

void TrainView::paintWordMarks(QPainter& painter, const RecordedStep& step, double x) const {
    const Theme& colours = theme(m_scene.display.theme);
    const std::vector<AnswerRow> rows = answerRows(m_scene, step);
    constexpr std::size_t mostMarks = 10;
    if (rows.size() > mostMarks) {
        const auto correct = std::ranges::count_if(rows, &AnswerRow::isRight);
        write(painter, band(x - px(28), m_geometry.wordsY, x + px(28), px(16)), Qt::AlignCenter,
              QStringLiteral("%1/%2").arg(correct).arg(rows.size()), numberFont(px(11)),
              colours.text);
        return;
    }
    const double pitch =
        std::min(px(9.6), px(50) / static_cast<double>(std::max<std::size_t>(1, rows.size())));
    double at = x - pitch * static_cast<double>(rows.size() - 1) / 2;
    for (const AnswerRow& row : rows) {
        if (row.isRight()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.text);
            painter.drawEllipse(QPointF(at, m_geometry.wordsY), std::min(px(2.6), pitch * 0.35),
                                std::min(px(2.6), pitch * 0.35));
        } else {
            drawCross(painter, QPointF(at, m_geometry.wordsY), std::min(px(5.5), pitch * 0.7),
                      colours.error);
        }
        at += pitch;
    }
}

void TrainView::paintPlayhead(QPainter& painter) const {
    if (m_scene.isEmpty())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    paintCurveWords(painter);
    const RecordedStep& step = m_scene.at();
    const double x = g.xOf(static_cast<double>(step.step()));
    const double top = g.loss.top() - px(14);
    painter.setPen(QPen(colours.accent, px(2)));
    painter.drawLine(QPointF(x, top), QPointF(x, g.stepsY - px(10)));
    painter.setBrush(colours.accent);
    painter.drawEllipse(QPointF(x, top), px(4.5), px(4.5));
    const auto point = [&](const QRectF& plot, double share) {
        // A loss that exploded stands at the top.
        const double shown = std::isnan(share) ? 1.0 : std::clamp(share, 0.0, 1.0);
        const double y = plot.bottom() - plot.height() * shown;
        painter.setPen(QPen(colours.accent, px(2)));
        painter.setBrush(colours.base);
        painter.drawEllipse(QPointF(x, y), px(4), px(4));
        return y;
    };
    const double y = point(g.loss, step.evaluation().loss / m_lossTop);
    point(g.accuracy, step.evaluation().words);
    point(g.accuracy, step.evaluation().sentences);
    const bool beside = x + px(70) < g.loss.right() + px(30);
    // At the newest record the number stands at the end of the line already.
    const bool said = !beside && m_scene.playhead + 1 == m_scene.moment.records.size();
    const double numberY = std::min(y - px(2), g.loss.bottom() - px(26));
    if (!said)
        write(
            painter,
            band(beside ? x + px(8) : x - px(60), numberY, beside ? x + px(60) : x - px(8), px(16)),
            beside ? left : right, fixedText(step.evaluation().loss, 3),
            numberFont(px(13), QFont::DemiBold), colours.text);

    const QRectF number = band(x - px(22), g.stepsY, x + px(22), px(18));
    painter.fillRect(number, colours.accent);
    write(painter, number, Qt::AlignCenter, QString::number(step.step()),
          numberFont(px(12), QFont::DemiBold), colours.accentText);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.accent, px(2)));
    const double half = g.picture.width() / 2 + px(3);
    painter.drawRect(
        QRectF(QPointF(x - half, g.filmTop - px(3)), QPointF(x + half, g.wordsY + px(8))));
    painter.setPen(QPen(colours.text, px(2)));
    painter.drawRect(g.pictureAt(m_scene.head, static_cast<double>(step.step()))
                         .adjusted(-px(1), -px(1), px(1), px(1)));
}

} // namespace headscope
