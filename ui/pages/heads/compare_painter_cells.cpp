// SPDX-License-Identifier: GPL-3.0-or-later
// Matrices, and what their rows and columns come to.
#include "pages/heads/compare_painter.h"

#include "figure/figure_painter.h"
#include "pages/heads/compare_words.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void ComparePainter::hatch(const std::vector<QRectF>& region, CellMark mark) {
    const MarkStyle style = markStyle(mark, m_theme);
    if (style.step > 0)
        m_canvas.hatch(region, style.ground, style.lines, style.step, 1);
}

void ComparePainter::matrix(const MatrixGeometry& geometry, const MatrixPanel& panel,
                            const CompareImages::Picture& picture, const CellColours& colours) {
    paintEdge(m_canvas, geometry.bounds(), colours.map, colours.theme, s());
    if (!picture.image.isNull())
        return m_canvas.cellImage(figureMatrix(geometry.pooled(picture.factor)), picture.image);
    std::vector<QRectF> masked;
    std::vector<QRectF> padding;
    std::vector<QRgb> cells;
    const QRgb dropped = markStyle(CellMark::Dropped, m_theme).flat;
    for (Index row = 0; row < geometry.rows; ++row) {
        for (Index column = 0; column < geometry.columns; ++column) {
            const CellMark mark = panel.markOf(row, column);
            if (mark == CellMark::Masked)
                masked.push_back(geometry.cellRect(row, column));
            if (mark == CellMark::Padding)
                padding.push_back(geometry.cellRect(row, column));
            cells.push_back(mark == CellMark::None      ? colourOf(colours.map, colours.range,
                                                                   panel.matrix(row, column), row)
                            : mark == CellMark::Dropped ? dropped
                                                        : QRgb{0});
        }
    }
    hatch(masked, CellMark::Masked);
    hatch(padding, CellMark::Padding);
    m_canvas.cells(figureMatrix(geometry), cells);
    if (m_look.values && geometry.pitchX >= compareDigitPitch * s())
        values(geometry, panel, cells, &colours == &m_content.differenceColours);
    paintHeldPins(m_canvas, panel, figureMatrix(geometry), cells);
}

void ComparePainter::values(const MatrixGeometry& geometry, const MatrixPanel& panel,
                            const std::vector<QRgb>& cells, bool difference) {
    const int glyphs = m_content.weights ? 4 : 5;
    const double pixels = std::min(13.0, std::floor((geometry.pitchX - 4) / glyphs / 0.6 / s()));
    std::size_t place = 0;
    for (Index row = 0; row < geometry.rows; ++row) {
        for (Index column = 0; column < geometry.columns; ++column) {
            const QRgb ground = cells[place++];
            if (panel.markOf(row, column) != CellMark::None)
                continue;
            const float value = panel.matrix(row, column);
            writeIn(geometry.cellRect(row, column),
                    difference ? differenceText(value) : cellText(value, 4), textColourOn(ground),
                    {.pixels = pixels, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
        }
    }
}

void ComparePainter::corners() {
    const MatrixGeometry& matrix = m_geometry.difference;
    if (matrix.pitchX < 8)
        return;
    const double side = std::min(10 * s(), matrix.pitchX * .3);
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            if (!isMaskedInOne(m_content.difference(), row, column))
                continue;
            const QRectF cell = matrix.cellRect(row, column);
            corner(cell.topRight(), side);
        }
    }
}

void ComparePainter::corner(QPointF topRight, double side) {
    m_canvas.polygon({topRight - QPointF(side, 0), topRight, topRight + QPointF(0, side)},
                     m_theme.secondary.rgb());
}

void ComparePainter::rows() {
    const MatrixGeometry& matrix = m_geometry.difference;
    const Index step = labelStep(matrix.pitchY, 15 * s());
    const double head = m_geometry.columnLabelTop + m_geometry.columnLabelHeight;
    const auto heading = [&](const QRectF& column, const QString& name, const QString& formula) {
        write({column.right(), head - 22 * s()}, name, m_theme.text,
              {.pixels = 12, .anchor = FigureAnchor::End});
        write({column.right(), head - 6 * s()}, formula, m_theme.secondary,
              {.pixels = 11, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    };
    if (!m_geometry.moved.isEmpty())
        heading(m_geometry.moved, CompareWords::tr("row moved"), QStringLiteral("½ Σ|B−A|"));
    if (!m_geometry.output.isEmpty())
        heading(m_geometry.output, CompareWords::tr("output moved"), QStringLiteral("‖B−A‖÷‖A‖"));
    double largest = 0;
    for (const double moved : m_content.outputMoved) {
        if (std::isfinite(moved))
            largest = std::max(largest, moved);
    }
    for (Index row = 0; row < matrix.rows; row += step) {
        const auto place = static_cast<std::size_t>(row);
        const QRectF cell = matrix.cellRect(row, 0);
        const bool asked = m_look.asked && m_look.asked->query == row;
        const Look number{.anchor = FigureAnchor::End, .bold = asked, .font = FigureFont::Number};
        const auto line = [&](const QRectF& column) {
            return QRectF(column.left(), cell.top(), column.width(), cell.height());
        };
        if (!m_geometry.moved.isEmpty())
            writeIn(line(m_geometry.moved), percentText(m_content.difference().rowMoved[place]),
                    m_theme.text, number);
        if (m_geometry.output.isEmpty() || place >= m_content.outputMoved.size())
            continue;
        const double moved = m_content.outputMoved[place];
        writeIn(line(m_geometry.output),
                std::isnan(moved) ? QStringLiteral("–") : outputText(moved), m_theme.text, number);
        const double room = m_geometry.output.width() - 72 * s();
        if (largest > 0 && std::isfinite(moved) && room > 12)
            m_canvas.fill({m_geometry.output.left() + 14 * s(), cell.center().y() - 6 * s(),
                           room * moved / largest, 12 * s()},
                          asked ? m_theme.accent.rgb() : m_theme.neutralBar.rgb());
    }
}

QString ComparePainter::outputText(double moved) {
    return moved < 10 ? QStringLiteral("%1 %").arg(std::lround(moved * 100))
                      : shortText(moved) + u'×';
}

QString ComparePainter::receivedText(float change) {
    if (std::abs(change) < 1)
        return differenceText(change);
    return (change > 0 ? u'+' : QChar(0x2212)) + cellText(std::abs(change), 3);
}

void ComparePainter::received() {
    if (m_geometry.received.isEmpty())
        return;
    writeIn({m_geometry.rowLabels.left(), m_geometry.received.top(), m_geometry.rowLabels.width(),
             m_geometry.received.height()},
            CompareWords::tr("received"), m_theme.secondary,
            {.pixels = 12, .anchor = FigureAnchor::End});
    const auto row = [&](const MatrixGeometry& matrix, const std::vector<double>& values,
                         bool isSigned) {
        if (matrix.pitchX < compareDigitPitch * s())
            return;
        // Four figures of 0.6 em each, and a gap to the next number.
        const double pixels = std::clamp((matrix.pitchX / s() - 4) / 4 / 0.6, 9.5, 11.0);
        for (Index column = 0; column < matrix.columns; ++column) {
            const QRectF cell = matrix.cellRect(0, column);
            const auto value = static_cast<float>(values[static_cast<std::size_t>(column)]);
            const bool asked = m_look.asked && m_look.asked->key == column;
            writeIn({cell.left(), m_geometry.received.top(), cell.width(),
                     m_geometry.received.height()},
                    isSigned ? receivedText(value) : cellText(value, 4),
                    asked ? m_theme.text : m_theme.secondary,
                    {.pixels = pixels,
                     .anchor = FigureAnchor::Middle,
                     .bold = asked,
                     .font = FigureFont::Number});
        }
    };
    if (!m_geometry.together || m_look.showsA)
        row(m_geometry.a, m_content.a.received, false);
    if (!m_geometry.together || !m_look.showsA)
        row(placeOfB(), partOfB().received, false);
    if (m_content.hasDifference())
        row(m_geometry.difference, m_content.difference().received, true);
}

} // namespace headscope
