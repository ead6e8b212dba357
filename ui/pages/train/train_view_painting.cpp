// SPDX-License-Identifier: GPL-3.0-or-later
// How the middle of the Train page is painted.
#include "pages/train/train_numbers.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/value_range.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr Qt::Alignment right = Qt::AlignRight | Qt::AlignVCenter;
constexpr Qt::Alignment left = Qt::AlignLeft | Qt::AlignVCenter;

void write(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
           const QFont& font, const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    drawElidedText(painter, rect, alignment, text);
}

/// A band of a line's height around a middle.
QRectF band(double from, double middle, double to, double height) {
    return {from, middle - height / 2, to - from, height};
}

void drawCheck(QPainter& painter, QPointF at, double size, const QColor& colour) {
    painter.setPen(QPen(colour, size * 0.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF points[] = {at + QPointF(-0.5, 0) * size, at + QPointF(-0.12, 0.38) * size,
                              at + QPointF(0.5, -0.38) * size};
    painter.drawPolyline(points, 3);
}

void drawCross(QPainter& painter, QPointF at, double size, const QColor& colour) {
    painter.setPen(QPen(colour, size * 0.26, Qt::SolidLine, Qt::RoundCap));
    const double h = size / 2;
    painter.drawLine(at + QPointF(-h, -h), at + QPointF(h, h));
    painter.drawLine(at + QPointF(-h, h), at + QPointF(h, -h));
}

void drawHeadMark(QPainter& painter, const QRectF& rect, int head) {
    const QColor colour = headColour(head);
    painter.fillRect(rect, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(numberFont(rect.height() * 0.72, QFont::DemiBold));
    painter.drawText(rect, Qt::AlignCenter, QString::number(head + 1));
}

QColor blended(const QColor& from, const QColor& to, double t) {
    const auto mix = [t](int a, int b) { return qRound(a + (b - a) * t); };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()),
                  mix(from.blue(), to.blue()));
}

} // namespace

QRgb TrainView::colour(float value) const {
    return colourOf(m_map, m_range, value);
}

bool TrainView::isMasked(const RecordedStep& step, int head, Index row, Index column) const {
    return std::isinf(step.find(m_scene.scope)->scores(0, head, row, column));
}

QImage TrainView::picture(const RecordedStep& step, int head) {
    const auto found = m_pictures.find({&step, head});
    if (found != m_pictures.end())
        return found->second;
    const double ratio = devicePixelRatioF();
    const QSizeF size = m_geometry.picture;
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    const Theme& colours = theme(m_scene.display.theme);
    image.fill(colours.base);
    const Tensor& tensor = m_scene.tensor(step);
    const double w = size.width() / static_cast<double>(tensor.size(3));
    const double h = size.height() / static_cast<double>(tensor.size(2));
    const double gap = w >= 6 && h >= 6 ? 1 : 0;
    QPainter painter(&image);
    for (Index row = 0; row < tensor.size(2); ++row) {
        for (Index column = 0; column < tensor.size(3); ++column) {
            const double x = std::round(static_cast<double>(column) * w);
            const double y = std::round(static_cast<double>(row) * h);
            const QRectF cell(x, y, std::round(static_cast<double>(column + 1) * w) - x - gap,
                              std::round(static_cast<double>(row + 1) * h) - y - gap);
            if (isMasked(step, head, row, column))
                painter.fillRect(cell, colours.hairline);
            else
                painter.fillRect(cell, QColor::fromRgb(colour(tensor(0, head, row, column))));
        }
    }
    painter.end();
    // A long training at a large size: what is not drawn any more goes.
    if (m_pictures.size() > 4096)
        m_pictures.clear();
    m_pictures.emplace(std::pair(&step, head), image);
    return image;
}

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
    painter.fillRect(QRectF(px(24), m_geometry.divider, width() - px(48), 1), colours.hairline);
    paintHeads(painter);
    paintAnswer(painter);
    paintLegend(painter);
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
    note(g.accuracy.top() + px(0), tr("held out"));
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
    for (Index step = 0; step <= last; step += every) {
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
    const double end = x > whole - px(270) ? x - px(10) : whole;
    const double guessing = moment.records.front()->evaluation().guessing;
    const auto yOfLoss = [&](double loss) {
        return g.loss.bottom() - g.loss.height() * std::min(1.0, loss / m_lossTop);
    };
    const bool lowPlots = g.loss.height() < px(60);
    if (!lowPlots)
        write(painter, band(g.loss.center().x(), yOfLoss(guessing) + px(11), end, px(16)), right,
              tr("guessing, ln %1 = %2")
                  .arg(QString::number(moment.data().classes.size()), fixedText(guessing, 2)),
              textFont(px(12)), colours.secondary);

    // At the ends of the lines; over both, where they are close to each other.
    const double heldOut = moment.records.back()->evaluation().loss;
    const double batch = moment.losses->empty() ? heldOut : moment.losses->back().loss;
    const QFont bold = textFont(px(12), QFont::DemiBold);
    const QString heldText = tr("held out %1").arg(fixedText(heldOut, 2));
    const QString batchText = moment.recipe.smoothing > 0
                                  ? tr("batch, with label smoothing %1").arg(fixedText(batch, 2))
                                  : tr("batch %1").arg(fixedText(batch, 2));
    const double heldWidth = QFontMetricsF(bold).horizontalAdvance(heldText) + px(2);
    if (!moment.losses->empty()) {
        const double y = std::min(yOfLoss(heldOut), yOfLoss(batch)) - px(10);
        if (y > g.loss.top() + px(30)) {
            write(painter, band(end - heldWidth, y, end, px(16)), right, heldText, bold,
                  colours.text);
            write(painter, band(g.loss.left() + px(60), y, end - heldWidth - px(12), px(16)), right,
                  batchText, textFont(px(12)), colours.secondary);
        }
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
    painter.setFont(textFont(px(12)));
    painter.setPen(colours.secondary);
    painter.drawText(QRectF(from + wide + px(24), g.accuracy.top() + px(12), room, px(36)),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, early);
}

void TrainView::paintFilm(QPainter& painter) {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const TrainingMoment& moment = m_scene.moment;
    const QRectF chosen = g.rowOf(m_scene.head, width());
    painter.fillRect(chosen, colours.accentTint);
    painter.fillRect(QRectF(0, chosen.top(), px(3), chosen.height()), colours.accent);
    for (int head = 0; head < g.heads; ++head) {
        const double middle = g.pictureAt(head, 0).center().y();
        drawHeadMark(painter, band(px(24), middle, px(42), px(18)), head);
        write(painter, band(px(48), middle, g.loss.left() - px(28), px(20)), left,
              tr("head %1").arg(head + 1),
              textFont(px(13), head == m_scene.head ? QFont::DemiBold : QFont::Normal),
              colours.text);
    }
    // What is still to come.
    const Index last = std::max(moment.recipe.steps, moment.stepsDone);
    painter.setBrush(Qt::NoBrush);
    for (Index step = g.columnEvery; step <= last; step += g.columnEvery) {
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
        const double y = plot.bottom() - plot.height() * std::clamp(share, 0.0, 1.0);
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

void TrainView::paintMatrix(QPainter& painter, const RecordedStep& step, const QRectF& rect,
                            const RecordedStep* from) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const Tensor& tensor = m_scene.tensor(step);
    const int head = m_scene.head;
    const QBrush hatch = markBrush(CellMark::Masked, colours);
    const double gap = g.cell.width() >= 8 && g.cell.height() >= 8 ? 1 : 0;
    const bool digits =
        m_scene.display.valuesInCells && g.cell.width() >= px(33) && g.cell.height() >= px(15);
    painter.setFont(numberFont(std::min(px(13), g.cell.height() - px(4))));
    std::vector<std::vector<bool>> meant(
        static_cast<std::size_t>(tensor.size(2)),
        std::vector<bool>(static_cast<std::size_t>(tensor.size(3))));
    const HeadFinding finding = findingOf(m_scene, head);
    for (const Reference& reference : m_scene.moment.data().watched.references) {
        if (reference.relation != finding.relation ||
            reference.query >= static_cast<int>(meant.size()))
            continue;
        for (const int key : reference.keys)
            meant[static_cast<std::size_t>(reference.query)][static_cast<std::size_t>(key)] = true;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int row = 0; row < tensor.size(2); ++row) {
        for (int column = 0; column < tensor.size(3); ++column) {
            const QRectF cell = g.cellAt(rect, row, column).adjusted(0, 0, -gap, -gap);
            if (isMasked(step, head, row, column)) {
                painter.fillRect(cell, colours.window);
                painter.fillRect(cell, hatch);
                continue;
            }
            const float value = tensor(0, head, row, column);
            QColor fill = QColor::fromRgb(colour(value));
            if (from && m_crossed < 1)
                fill = blended(QColor::fromRgb(colour(m_scene.tensor(*from)(0, head, row, column))),
                               fill, m_crossed);
            painter.fillRect(cell, fill);
            const QColor ink = textColourOn(fill.rgb());
            painter.setPen(ink);
            if (digits)
                painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            if (meant[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]) {
                const double size = std::min({px(9), cell.height() / 2, cell.width() / 4});
                const QPointF corner[] = {cell.topRight() - QPointF(size, 0), cell.topRight(),
                                          cell.topRight() + QPointF(0, size)};
                painter.setPen(Qt::NoPen);
                painter.setBrush(ink);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.drawPolygon(corner, 3);
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void TrainView::paintHeads(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    drawHeadMark(painter, band(px(24), g.titleY, px(42), px(18)), m_scene.head);
    write(painter, band(px(48), g.titleY, g.left.left() - px(2), px(20)), left,
          tr("head %1").arg(m_scene.head + 1), textFont(px(14), QFont::DemiBold), colours.text);
    const auto titled = [&](const QRectF& rect, const QString& step, const QString& name,
                            bool accent) {
        const QFont font = textFont(px(13), QFont::DemiBold);
        const double wide =
            std::min(QFontMetricsF(font).horizontalAdvance(step) + px(16), rect.width());
        const QRectF label(rect.left(), g.titleY - px(11), wide, px(22));
        if (accent) {
            painter.fillRect(label, colours.accent);
        } else {
            painter.setPen(QPen(colours.controlBorder, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(label.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        write(painter, label, Qt::AlignCenter, step, font,
              accent ? colours.accentText : colours.text);
        if (rect.width() - wide > px(50))
            write(painter, band(label.right() + px(6), g.titleY, rect.right(), px(18)), right, name,
                  textFont(px(12)), colours.secondary);
    };
    titled(g.left, tr("step %1").arg(m_scene.at().step()), tr("playhead"), true);
    titled(g.right, tr("step %1").arg(m_scene.beside().step()),
           m_scene.pinned ? tr("pinned") : tr("newest"), false);

    write(painter, band(px(24), g.keysY, g.left.left() - px(6), px(16)), right, tr("key →"),
          textFont(px(12)), colours.secondary);
    painter.save();
    painter.translate(px(30), g.left.center().y());
    painter.rotate(-90);
    painter.setFont(textFont(px(12)));
    painter.setPen(colours.secondary);
    // Rows run down: so does the arrow, when the words are read upwards.
    painter.drawText(QRectF(-px(60), -px(9), px(120), px(18)), Qt::AlignCenter, tr("← query"));
    painter.restore();
    const QStringList queries = queryWords(m_scene);
    const QStringList keys = keyWords(m_scene);
    const QFont font = textFont(px(13));
    const double lineHeight = QFontMetricsF(font).height();
    const int everyRow = std::max(1, qCeil(lineHeight * 0.75 / g.cell.height()));
    for (int row = 0; row < queries.size(); row += everyRow) {
        const double y = g.left.top() + (row + 0.5) * g.cell.height();
        write(painter, band(px(40), y, g.left.left() - px(6), px(18)), right, queries[row], font,
              colours.text);
    }
    const bool upright = g.cell.width() < px(26);
    for (const QRectF& rect : {g.left, g.right}) {
        for (int column = 0; column < keys.size(); ++column) {
            const double x = rect.left() + (column + 0.5) * g.cell.width();
            if (!upright) {
                write(painter,
                      band(x - g.cell.width() / 2, g.keysY, x + g.cell.width() / 2, px(20)),
                      Qt::AlignCenter, keys[column], font, colours.text);
                continue;
            }
            const int every = std::max(1, qCeil(px(12) / g.cell.width()));
            if (column % every != 0)
                continue;
            painter.save();
            painter.translate(x, rect.top() - px(3));
            painter.rotate(-90);
            const double size = std::min(px(12), std::max(px(9), g.cell.width()));
            write(painter, QRectF(0, -px(9), px(30), px(18)), left, keys[column], textFont(size),
                  colours.text);
            painter.restore();
        }
    }
    paintMatrix(painter, m_scene.at(), g.left, m_from.get());
    paintMatrix(painter, m_scene.beside(), g.right, nullptr);
}

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
    write(painter, band(area.left(), g.titleY, area.right() - tallyWidth - px(6), px(20)), left,
          title.arg(m_scene.at().step()), textFont(px(14), QFont::DemiBold), colours.text);
    write(painter, band(area.left(), g.titleY, area.right(), px(18)), right, tally,
          textFont(px(12)), colours.secondary);
    write(painter, band(area.left(), g.keysY, area.right() - px(80), px(16)), left,
          translation ? tr("own words fed back") : tr("right words fed in"), textFont(px(12)),
          colours.secondary);
    write(painter, band(area.left(), g.keysY, area.right(), px(16)), right, tr("probability"),
          textFont(px(12)), colours.secondary);

    // On the rows of the matrices where they are the same, else as close as can be read.
    const bool same = translation && m_scene.scope.ends_with("cross_attention");
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
    word(TrainText::values(m_scene.values), colours.secondary);
    const HeadFinding finding = findingOf(m_scene, m_scene.head);
    if (finding.relation < 0)
        return;
    x = std::max(x + px(12), g.right.left());
    const QPointF corner[] = {QPointF(x, g.legendY - px(5)), QPointF(x + px(9), g.legendY - px(5)),
                              QPointF(x + px(9), g.legendY + px(4))};
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text);
    painter.drawPolygon(corner, 3);
    x += px(14);
    const auto& relation =
        m_scene.moment.data().relations[static_cast<std::size_t>(finding.relation)];
    const QString text = tr("corner: %1").arg(relationName(relation));
    write(painter, band(x, g.legendY, width() - px(24), px(16)), left, text, font,
          colours.secondary);
}

} // namespace headscope
