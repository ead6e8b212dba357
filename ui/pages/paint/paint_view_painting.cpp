// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "painters/fitted_text.h"
#include "scene/cell_mark.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/value_scale.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// As the person has colours spread over a range.
ValueScale spread(const ValueRange& range, const DisplayOptions& display) {
    ValueScale scale = range;
    scale.squareRoot = display.range.squareRoot;
    return scale;
}

/// From so wide on numbers are written into the cells.
constexpr double cellOfNumbers = 36;

void hatch(QPainter& painter, const QRectF& rect, CellMark mark, const Theme& colours) {
    const MarkStyle style = markStyle(mark, colours);
    if (style.step <= 0 || rect.width() < 8) {
        painter.fillRect(rect, QColor(style.flat));
        return;
    }
    painter.save();
    painter.setClipRect(rect);
    painter.fillRect(rect, QColor(style.ground));
    painter.setPen(QPen(QColor(style.lines), 1));
    painter.setRenderHint(QPainter::Antialiasing);
    // Lines of one pattern for the whole picture, so that they meet at the edges.
    for (double c = std::floor((rect.left() + rect.top()) / style.step) * style.step;
         c < rect.right() + rect.bottom(); c += style.step)
        painter.drawLine(QPointF(c - rect.top(), rect.top()),
                         QPointF(c - rect.bottom(), rect.bottom()));
    painter.restore();
}

} // namespace

void PaintView::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    if (m_scene.isEmpty())
        return;
    paintTitles(painter);
    paintAxes(painter);
    paintLabels(painter);
    paintTarget(painter);
    if (opens()) {
        paintMarks(painter);
        return paintOpening(painter);
    }
    for (std::size_t place = 0; place < m_matrices.size(); ++place)
        paintMatrix(painter, place);
    paintMarks(painter);
    paintBars(painter);
    if (isPresented())
        return paintVerdict(painter);
    painter.setPen(colours.hairline);
    const double y = std::round(m_geometry.curvesTitle.top() - 10) + 0.5;
    painter.drawLine(QPointF(m_geometry.curvesTitle.left(), y), QPointF(room().area.right(), y));
    paintWeights(painter);
}

void PaintView::paintTitles(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    const auto title = [&](const QRectF& rect, const QString& name, const QString& note,
                           bool atPlayhead) {
        QFont font = textFont(15 * scale, QFont::DemiBold);
        const double least = isPresented() ? 14 * scale : 11;
        while (font.pixelSize() - 1 >= least && mathTextWidth(name, font) > rect.width())
            font.setPixelSize(font.pixelSize() - 1);
        painter.setPen(colours.text);
        drawMathText(painter, rect, Qt::AlignLeft | Qt::AlignVCenter, name, font);
        const double used = mathTextWidth(name, font) + 8;
        painter.setFont(textFont(12 * scale, atPlayhead ? QFont::DemiBold : QFont::Normal));
        painter.setPen(atPlayhead ? colours.accent : colours.secondary);
        if (painter.fontMetrics().horizontalAdvance(note) + used <= rect.width())
            painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, note);
    };
    title(m_geometry.titles[0], tr("You paint"), tr("target"), false);
    if (opens())
        return;
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        if (!m_geometry.titles[i + 1].isEmpty())
            title(m_geometry.titles[i + 1], m_matrices[i].title, m_matrices[i].note,
                  m_matrices[i].atPlayhead);
    }
    if (isPresented())
        return; // the curves say by their axis what they are of
    painter.setPen(colours.text);
    painter.setFont(textFont(15 * scale, QFont::DemiBold));
    QRectF line = m_geometry.curvesTitle;
    const QString distance = tr("Distance to the painting");
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, distance);
    line.setLeft(line.left() + painter.fontMetrics().horizontalAdvance(distance) + 10);
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    const QString unit = tr("KL in bits, mean of the painted rows");
    const bool fits = painter.fontMetrics().horizontalAdvance(unit) <= line.width();
    drawElidedText(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
                   fits ? unit : tr("KL in bits", "where there is little room"));
}

/// Where the head will be shown.
void PaintView::paintOpening(QPainter& painter) const {
    const double scale = textScale();
    QRectF room = m_geometry.matrices[PaintGeometry::Head];
    room.setRight(QWidget::width() - (isPresented() ? 40 * m_scene.display.presentedUnit() : 24));
    painter.setPen(theme(m_scene.display.theme).text);
    drawFitted(painter, room, textFont(18 * scale, QFont::DemiBold), openingSentence(m_scene),
               (isPresented() ? 10.2 : 13) * scale);
}

/// In presentation mode, in the place of the panel at the side.
void PaintView::paintVerdict(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    painter.setPen(colours.text);
    const QString verdict = verdictTitle(m_scene);
    QFont font = textFont(18 * scale, QFont::DemiBold);
    while (font.pixelSize() - 1 >= 14 * scale &&
           mathTextWidth(verdict, font) > m_geometry.verdict.width())
        font.setPixelSize(font.pixelSize() - 1);
    drawMathText(painter, m_geometry.verdict, Qt::AlignLeft | Qt::AlignVCenter, verdict, font);
    painter.setPen(colours.secondary);
    const double least = 10.2 * scale;
    drawFitted(painter, m_geometry.source, textFont(12 * scale), verdictSource(m_scene), least);
    painter.setPen(colours.text);
    if (m_scene.asked)
        drawFitted(painter, m_geometry.sentence, textFont(14 * scale),
                   cellSentence(m_scene, *m_scene.asked), least);
    if (m_geometry.curvesTitle.isEmpty())
        return;
    painter.setPen(colours.secondary);
    drawFitted(painter, m_geometry.curvesTitle, textFont(12 * scale),
               tr("KL in bits", "where there is little room"), least);
}

void PaintView::paintTarget(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const PaintTarget& target = m_scene.problem->target;
    const ValueScale shares = spread({0, 1}, m_scene.display);
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key) {
            const QRectF rect = m_geometry.cellRect(PaintGeometry::Target, query, key);
            if (!target.allows(query, key))
                hatch(painter, rect, CellMark::Masked, colours);
            else if (!target.isPainted(query))
                hatch(painter, rect, CellMark::Padding, colours);
            else
                painter.fillRect(
                    rect, QColor(colourOf(m_scene.display.map, shares, target.at(query, key), 0)));
        }
    }
}

void PaintView::paintCell(QPainter& painter, const QRectF& rect, QRgb colour, double value) const {
    painter.fillRect(rect, QColor(colour));
    painter.setPen(textColourOn(colour));
    if (isPresented()) {
        // Readable from the last row, or none.
        const double least = 10.2 * textScale();
        if (rect.width() < presentedNumberCell * textScale() || rect.height() < 1.2 * least)
            return;
        painter.setFont(numberFont(std::clamp(rect.width() / 2.7, least, 14 * textScale())));
        painter.drawText(rect, Qt::AlignCenter,
                         cellText(static_cast<float>(value), value < 0 ? 3 : 4));
        return;
    }
    if (rect.width() < cellOfNumbers || rect.height() < 14)
        return;
    painter.setFont(numberFont(
        std::min({13 * m_scene.display.textScale, rect.width() / 3.8, rect.height() - 3})));
    painter.drawText(rect, Qt::AlignCenter, cellText(static_cast<float>(value), 4));
}

void PaintView::paintMatrix(QPainter& painter, std::size_t place) const {
    const Theme& colours = theme(m_scene.display.theme);
    const PaintTarget& target = m_scene.problem->target;
    const PaintMatrix& matrix = m_matrices[place];
    const auto which = static_cast<PaintGeometry::Matrix>(place + 1);
    if (m_geometry.matrices[place + 1].isEmpty())
        return;
    const ValueScale scale = spread(matrix.range, m_scene.display);
    const auto colourAt = [&](double value) {
        return colourOf(matrix.map, scale, static_cast<float>(value), 0);
    };
    if (!matrix.isPairs) {
        paintRows(painter, place);
        return;
    }
    for (Index query = 0; query < matrix.rows; ++query) {
        // A row that nobody painted asks for nothing, so there is no difference either.
        const bool counts = !matrix.isOfPaint || target.isPainted(query);
        for (Index key = 0; key < matrix.columns; ++key) {
            const QRectF rect = m_geometry.cellRect(which, query, key);
            if (!target.allows(query, key) || !counts) {
                hatch(painter, rect, counts ? CellMark::Masked : CellMark::Padding, colours);
                continue;
            }
            const double value = matrix.values[target.place(query, key)];
            const QRgb colour = colourAt(value);
            paintCell(painter, rect, colour, value);
            if (matrix.marksPaint && target.at(query, key) > 0 && rect.width() >= 8) {
                QPainterPath corner(rect.topRight());
                const double size = std::min(8.0, rect.width() / 3);
                corner.lineTo(rect.right(), rect.top() + size);
                corner.lineTo(rect.right() - size, rect.top());
                painter.setRenderHint(QPainter::Antialiasing);
                painter.fillPath(corner, textColourOn(colour));
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
}

void PaintView::paintRows(QPainter& painter, std::size_t place) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    const PaintMatrix& matrix = m_matrices[place];
    const ValueScale colouring = spread(matrix.range, m_scene.display);
    QRectF whole = m_geometry.matrices[place + 1];
    // Where its rows are not those that stand at the left, it has labels of its own.
    const bool own = m_scene.isTurned() || matrix.rowLabels != m_scene.queryLabels;
    if (own)
        whole.setLeft(whole.left() + 48 * scale);
    painter.setFont(textFont(12 * scale));
    painter.setPen(colours.secondary);
    const QRectF top = m_geometry.cellIn(whole, matrix.rows, matrix.columns, 0, 0);
    drawMathText(painter, QRectF(whole.left(), whole.top() - 20 * scale, whole.width(), 18 * scale),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%1 columns, %2").arg(qint64{matrix.columns}).arg(matrix.columnName),
                 textFont((isPresented() ? 14 : 12) * scale));
    const auto every =
        std::max<Index>(1, static_cast<Index>(std::ceil(14 * scale / std::max(1.0, top.height()))));
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            const double value =
                matrix.values[static_cast<std::size_t>(row * matrix.columns + column)];
            paintCell(painter, m_geometry.cellIn(whole, matrix.rows, matrix.columns, row, column),
                      colourOf(matrix.map, colouring, static_cast<float>(value), 0), value);
        }
        if (!own || row % every != 0)
            continue;
        const QRectF cell = m_geometry.cellIn(whole, matrix.rows, matrix.columns, row, 0);
        painter.setFont(textFont(12 * scale));
        painter.setPen(colours.text);
        drawElidedText(
            painter,
            QRectF(whole.left() - 48 * scale, cell.top() - 4, 44 * scale, cell.height() + 8),
            Qt::AlignRight | Qt::AlignVCenter, matrix.rowLabels.value(row));
    }
}

void PaintView::paintMarks(QPainter& painter) const {
    if (!m_scene.asked)
        return;
    const PaintTarget& target = m_scene.problem->target;
    const PaintCell& cell = *m_scene.asked;
    if (cell.query >= target.queries || cell.key >= target.keys)
        return;
    for (std::size_t matrix = 0; matrix < m_geometry.matrices.size(); ++matrix) {
        if (matrix > 0 && (m_matrices[matrix - 1].rows == 0 || !m_matrices[matrix - 1].isPairs ||
                           m_geometry.matrices[matrix].isEmpty()))
            continue;
        const QRectF rect =
            m_geometry.cellRect(static_cast<PaintGeometry::Matrix>(matrix), cell.query, cell.key)
                .adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::black, 3));
        painter.drawRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5));
        painter.setPen(QPen(Qt::white, 2));
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

} // namespace headscope
