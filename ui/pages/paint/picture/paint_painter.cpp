// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_painter.h"

#include "pages/paint/paint_words.h"
#include "pages/paint/picture/paint_colour_bars.h"
#include "pages/paint/picture/paint_labels.h"
#include "pages/paint/picture/paint_weights.h"
#include "painters/fitted_text.h"
#include "painters/number_type.h"
#include "scene/panels/cell_mark.h"
#include "scene/value_scale.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

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

void PaintPainter::paint() const {
    paintTitles();
    paintAxes(m_painter, m_picture);
    paintLabels(m_painter, m_picture);
    paintTarget();
    if (m_picture.opens()) {
        paintMarks();
        return paintOpening();
    }
    for (std::size_t place = 0; place < m_picture.matrices.size(); ++place)
        paintMatrix(place);
    paintMarks();
    paintColourBars(m_painter, m_picture);
    if (m_picture.isPresented())
        return paintVerdict();
    m_painter.setPen(theme(m_picture.scene.display.theme).hairline);
    const double y = std::round(m_picture.geometry.curvesTitle.top() - 10) + 0.5;
    m_painter.drawLine(QPointF(m_picture.geometry.curvesTitle.left(), y),
                       QPointF(m_picture.area.right(), y));
    paintWeights(m_painter, m_picture);
}

void PaintPainter::paintTitles() const {
    const Theme& colours = theme(m_picture.scene.display.theme);
    const double scale = m_picture.textScale();
    const auto title = [&](const QRectF& rect, const QString& name, const QString& note,
                           bool atPlayhead) {
        QFont font = textFont(15 * scale, QFont::DemiBold);
        const double least = m_picture.isPresented() ? 14 * scale : 11;
        while (font.pixelSize() - 1 >= least && mathTextWidth(name, font) > rect.width())
            font.setPixelSize(font.pixelSize() - 1);
        m_painter.setPen(colours.text);
        drawMathText(m_painter, rect, Qt::AlignLeft | Qt::AlignVCenter, name, font);
        const double used = mathTextWidth(name, font) + 8;
        m_painter.setFont(textFont(12 * scale, atPlayhead ? QFont::DemiBold : QFont::Normal));
        m_painter.setPen(atPlayhead ? colours.accent : colours.secondary);
        if (m_painter.fontMetrics().horizontalAdvance(note) + used <= rect.width())
            m_painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, note);
    };
    title(m_picture.geometry.titles[0], tr("You paint"), tr("target"), false);
    if (m_picture.opens())
        return;
    for (std::size_t i = 0; i < m_picture.matrices.size(); ++i) {
        if (!m_picture.geometry.titles[i + 1].isEmpty())
            title(m_picture.geometry.titles[i + 1], m_picture.matrices[i].title,
                  m_picture.matrices[i].note, m_picture.matrices[i].atPlayhead);
    }
    if (m_picture.isPresented())
        return; // the curves say by their axis what they are of
    m_painter.setPen(colours.text);
    m_painter.setFont(textFont(15 * scale, QFont::DemiBold));
    QRectF line = m_picture.geometry.curvesTitle;
    const QString distance = tr("Distance to the painting");
    m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, distance);
    line.setLeft(line.left() + m_painter.fontMetrics().horizontalAdvance(distance) + 10);
    m_painter.setPen(colours.secondary);
    m_painter.setFont(textFont(12 * scale));
    const QString unit = tr("KL in bits, mean of the painted rows");
    const bool fits = m_painter.fontMetrics().horizontalAdvance(unit) <= line.width();
    drawElidedText(m_painter, line, Qt::AlignLeft | Qt::AlignVCenter,
                   fits ? unit : tr("KL in bits", "where there is little room"));
}

/// Where the head will be shown.
void PaintPainter::paintOpening() const {
    const double scale = m_picture.textScale();
    QRectF room = m_picture.geometry.matrices[PaintGeometry::Head];
    room.setRight(m_picture.area.right());
    m_painter.setPen(theme(m_picture.scene.display.theme).text);
    drawFitted(m_painter, room, textFont(18 * scale, QFont::DemiBold),
               openingSentence(m_picture.scene), (m_picture.isPresented() ? 10.2 : 13) * scale);
}

/// In presentation mode, in the place of the panel at the side.
void PaintPainter::paintVerdict() const {
    const Theme& colours = theme(m_picture.scene.display.theme);
    const double scale = m_picture.textScale();
    m_painter.setPen(colours.text);
    const QString verdict = verdictTitle(m_picture.scene);
    QFont font = textFont(18 * scale, QFont::DemiBold);
    while (font.pixelSize() - 1 >= 14 * scale &&
           mathTextWidth(verdict, font) > m_picture.geometry.verdict.width())
        font.setPixelSize(font.pixelSize() - 1);
    drawMathText(m_painter, m_picture.geometry.verdict, Qt::AlignLeft | Qt::AlignVCenter, verdict,
                 font);
    m_painter.setPen(colours.secondary);
    const double least = 10.2 * scale;
    drawFitted(m_painter, m_picture.geometry.source, textFont(12 * scale),
               verdictSource(m_picture.scene), least);
    m_painter.setPen(colours.text);
    if (m_picture.scene.asked)
        drawFitted(m_painter, m_picture.geometry.sentence, textFont(14 * scale),
                   cellSentence(m_picture.scene, *m_picture.scene.asked), least);
    if (m_picture.geometry.curvesTitle.isEmpty())
        return;
    m_painter.setPen(colours.secondary);
    drawFitted(m_painter, m_picture.geometry.curvesTitle, textFont(12 * scale),
               tr("KL in bits", "where there is little room"), least);
}

void PaintPainter::paintTarget() const {
    const Theme& colours = theme(m_picture.scene.display.theme);
    const PaintTarget& target = m_picture.scene.problem->target;
    const ValueScale shares = spread({0, 1}, m_picture.scene.display);
    const MatrixGeometry& cells = m_picture.geometry.cells[PaintGeometry::Target];
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key) {
            const QRectF rect = cells.cellRect(query, key);
            if (!target.allows(query, key))
                hatch(m_painter, rect, CellMark::Masked, colours);
            else if (!target.isPainted(query))
                hatch(m_painter, rect, CellMark::Padding, colours);
            else
                m_painter.fillRect(rect, QColor(colourOf(m_picture.scene.display.map, shares,
                                                         target.at(query, key), 0)));
        }
    }
}

void PaintPainter::paintCell(const QRectF& rect, QRgb colour, double value) const {
    m_painter.fillRect(rect, QColor(colour));
    m_painter.setPen(textColourOn(colour));
    if (m_picture.isPresented()) {
        // Readable from the last row, or none.
        const double least = 10.2 * m_picture.textScale();
        const auto airy =
            numberPixels({.cell = rect.size(),
                          .smallest = {presentedNumberCell * m_picture.textScale(), 1.2 * least},
                          .most = 14 * m_picture.textScale(),
                          .em = 0.675},
                         4);
        if (!airy)
            return;
        m_painter.setFont(numberFont(std::max(*airy, least)));
        m_painter.drawText(rect, Qt::AlignCenter,
                           cellText(static_cast<float>(value), value < 0 ? 3 : 4));
        return;
    }
    const auto pixels =
        numberPixels({.cell = rect.size(),
                      .smallest = {36, 14},
                      .most = std::min(13 * m_picture.scene.display.textScale, rect.height() - 3),
                      .em = 0.95},
                     4);
    if (!pixels)
        return;
    m_painter.setFont(numberFont(*pixels));
    m_painter.drawText(rect, Qt::AlignCenter, cellText(static_cast<float>(value), 4));
}

void PaintPainter::paintMatrix(std::size_t place) const {
    const Theme& colours = theme(m_picture.scene.display.theme);
    const PaintTarget& target = m_picture.scene.problem->target;
    const PaintMatrix& matrix = m_picture.matrices[place];
    if (m_picture.geometry.matrices[place + 1].isEmpty())
        return;
    const ValueScale scale = spread(matrix.range, m_picture.scene.display);
    const auto colourAt = [&](double value) {
        return colourOf(matrix.map, scale, static_cast<float>(value), 0);
    };
    if (!matrix.isPairs) {
        paintRows(place);
        return;
    }
    for (Index query = 0; query < matrix.rows; ++query) {
        // A row that nobody painted asks for nothing, so there is no difference either.
        const bool counts = !matrix.isOfPaint || target.isPainted(query);
        for (Index key = 0; key < matrix.columns; ++key) {
            const QRectF rect = m_picture.geometry.cells[place + 1].cellRect(query, key);
            if (!target.allows(query, key) || !counts) {
                hatch(m_painter, rect, counts ? CellMark::Masked : CellMark::Padding, colours);
                continue;
            }
            const double value = matrix.values[target.place(query, key)];
            const QRgb colour = colourAt(value);
            paintCell(rect, colour, value);
            if (matrix.marksPaint && target.at(query, key) > 0 && rect.width() >= 8) {
                QPainterPath corner(rect.topRight());
                const double size = std::min(8.0, rect.width() / 3);
                corner.lineTo(rect.right(), rect.top() + size);
                corner.lineTo(rect.right() - size, rect.top());
                m_painter.setRenderHint(QPainter::Antialiasing);
                m_painter.fillPath(corner, textColourOn(colour));
                m_painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
}

void PaintPainter::paintRows(std::size_t place) const {
    const Theme& colours = theme(m_picture.scene.display.theme);
    const double scale = m_picture.textScale();
    const PaintMatrix& matrix = m_picture.matrices[place];
    const ValueScale colouring = spread(matrix.range, m_picture.scene.display);
    QRectF whole = m_picture.geometry.matrices[place + 1];
    // Where its rows are not those that stand at the left, it has labels of its own.
    const bool own = m_picture.scene.isTurned() || matrix.rowLabels != m_picture.scene.queryLabels;
    if (own)
        whole.setLeft(whole.left() + 48 * scale);
    m_painter.setFont(textFont(12 * scale));
    m_painter.setPen(colours.secondary);
    const MatrixGeometry cells = m_picture.geometry.cellsIn(whole, matrix.rows, matrix.columns);
    drawMathText(m_painter,
                 QRectF(whole.left(), whole.top() - 20 * scale, whole.width(), 18 * scale),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 tr("%1 columns, %2").arg(qint64{matrix.columns}).arg(matrix.columnName),
                 textFont((m_picture.isPresented() ? 14 : 12) * scale));
    const double high = std::max(1.0, cells.pitchY - cells.gapY);
    const auto every = std::max<Index>(1, static_cast<Index>(std::ceil(14 * scale / high)));
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            const double value =
                matrix.values[static_cast<std::size_t>(row * matrix.columns + column)];
            paintCell(cells.cellRect(row, column),
                      colourOf(matrix.map, colouring, static_cast<float>(value), 0), value);
        }
        if (!own || row % every != 0)
            continue;
        const QRectF cell = cells.cellRect(row, 0);
        m_painter.setFont(textFont(12 * scale));
        m_painter.setPen(colours.text);
        drawElidedText(
            m_painter,
            QRectF(whole.left() - 48 * scale, cell.top() - 4, 44 * scale, cell.height() + 8),
            Qt::AlignRight | Qt::AlignVCenter, matrix.rowLabels.value(row));
    }
}

void PaintPainter::paintMarks() const {
    if (!m_picture.scene.asked)
        return;
    const PaintTarget& target = m_picture.scene.problem->target;
    const PaintCell& cell = *m_picture.scene.asked;
    if (cell.query >= target.queries || cell.key >= target.keys)
        return;
    for (const auto matrix :
         {PaintGeometry::Target, PaintGeometry::Head, PaintGeometry::Difference}) {
        if (!m_picture.isOnGrid(matrix) || m_picture.geometry.matrices[matrix].isEmpty())
            continue;
        const QRectF rect = m_picture.geometry.cells[matrix]
                                .cellRect(cell.query, cell.key)
                                .adjusted(0.5, 0.5, -0.5, -0.5);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(Qt::black, 3));
        m_painter.drawRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5));
        m_painter.setPen(QPen(Qt::white, 2));
        m_painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

} // namespace headscope
