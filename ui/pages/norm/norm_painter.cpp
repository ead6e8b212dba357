// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_painter.h"

#include "painters/matrix_geometry.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "words/math_text.h"
#include "words/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

void NormPainter::paint() const {
    m_painter.fillRect(m_area, theme(m_picture.scene().display.theme).base);
    if (m_picture.geometry().sides.empty())
        return;
    for (std::size_t side = 0; side < m_picture.geometry().sides.size(); ++side)
        paintSide(side);
    paintColourBar();
}

void NormPainter::paintCells(const CellGrid& grid, const Tensor& values, bool coloured,
                             bool byColumn) const {
    const Theme& colours = theme(m_picture.scene().display.theme);
    const bool written = m_picture.scene().display.valuesInCells || !coloured;
    const std::optional<NormType> type = typeFor(grid, m_picture.scene().display.textScale);
    if (type)
        m_painter.setFont(numberFont(type->pixels));
    for (Index row = 0; row < grid.rows; ++row) {
        for (Index column = 0; column < grid.columns; ++column) {
            const float value =
                values.rank() == 1 ? values(byColumn ? column : row) : values(row, column);
            const QRectF cell = grid.cell(row, column);
            QColor ink = colours.text;
            if (coloured) {
                const QRgb fill = colourOf(ColourMap::RedBlue, m_picture.range(), value);
                m_painter.fillRect(cell, QColor::fromRgb(fill));
                ink = textColourOn(fill);
            }
            if (!type || !written)
                continue;
            m_painter.setPen(ink);
            m_painter.drawText(cell, Qt::AlignCenter, cellText(value, type->characters));
        }
    }
}

void NormPainter::paintLabels(const NormSide& side) const {
    const Theme& colours = theme(m_picture.scene().display.theme);
    const double s = m_picture.scene().display.textScale;
    const CellGrid& grid = side.matrix;
    const double line = 18 * s;
    m_painter.setPen(colours.secondary);
    if (!side.columnAxis.isEmpty())
        drawMathText(m_painter, side.columnAxis, Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("d_{model} →"), textFont(13 * s));
    const Index stepDown = labelStep(grid.cellHeight + grid.gapY, line * 0.9);
    for (Index row = 0; row < grid.rows; ++row) {
        const bool marked = m_asked && m_asked->row == row && m_asked->name == m_picture.shown();
        if (row % stepDown != 0 && !marked)
            continue;
        m_painter.setFont(textFont(13 * s, marked ? QFont::DemiBold : QFont::Normal));
        m_painter.setPen(colours.text);
        const QRectF cell = grid.row(row);
        drawElidedText(m_painter,
                       QRectF(side.rowLabels.left(), cell.center().y() - line / 2,
                              side.rowLabels.width(), line),
                       Qt::AlignRight | Qt::AlignVCenter, m_picture.rowLabels().value(row));
    }
    const Index stepAlong = labelStep(grid.cellWidth + grid.gapX, 24 * s);
    for (Index column = 0; column < grid.columns; ++column) {
        if (column % stepAlong != 0)
            continue;
        m_painter.setFont(numberFont(12 * s));
        m_painter.setPen(colours.secondary);
        const QRectF cell = grid.column(column);
        m_painter.drawText(QRectF(cell.center().x() - 30 * s, side.columnLabels.top(), 60 * s,
                                  side.columnLabels.height()),
                           Qt::AlignCenter, QString::number(column + 1));
    }
}

void NormPainter::paintSide(std::size_t index) const {
    const Theme& colours = theme(m_picture.scene().display.theme);
    const double s = m_picture.scene().display.textScale;
    const NormSide& laid = m_picture.geometry().sides[index];
    const NormBlock& side = m_picture.sides()[index];
    const bool chosen = side.scope == m_picture.scene().selection.scope;

    m_painter.setFont(textFont(20 * s, QFont::DemiBold));
    m_painter.setPen(colours.text);
    const QString title = m_picture.sideTitle(side);
    m_painter.drawText(laid.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double taken = QFontMetricsF(m_painter.font()).horizontalAdvance(title) + 14 * s;
    m_painter.setPen(colours.secondary);
    for (const QString& words : m_picture.subtitles()) {
        if (mathTextWidth(words, textFont(14 * s)) > laid.title.width() - taken)
            continue;
        drawMathText(m_painter, laid.title.adjusted(taken, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, words, textFont(14 * s));
        break;
    }
    const auto paintWords = [&](const QRectF& place, Qt::Alignment alignment,
                                const QString& words) {
        if (place.isEmpty())
            return;
        m_painter.setFont(fittedFont(textFont(13 * s), words, place.width(), 11 * s));
        drawElidedText(m_painter, place, alignment | Qt::AlignVCenter, words);
    };
    paintWords(laid.explanation, Qt::AlignLeft,
               side.layer ? tr("Each row by itself: one token, all its features.")
               : m_picture.scene().run->batch() > 1
                   ? tr("Each column by itself: one feature, all tokens of all sequences.")
                   : tr("Each column by itself: one feature, all tokens."));

    paintLabels(laid);
    paintCells(laid.matrix, side.values, true, false);
    for (const auto& [grid, values] :
         {std::pair(&laid.mean, &side.mean), std::pair(&laid.variance, &side.variance)}) {
        if (values->isEmpty())
            continue;
        const Stage ofMean = side.root ? Stage::MeanSquare : Stage::Mean;
        const bool shown =
            (grid == &laid.mean && m_picture.scene().selection.stage == ofMean) ||
            (grid == &laid.variance && m_picture.scene().selection.stage == Stage::Variance);
        if (shown)
            m_painter.fillRect(grid->bounds(), colours.accentTint);
        paintCells(*grid, *values, false, false);
    }
    for (const auto& [grid, values] :
         {std::pair(&laid.gain, &side.gain), std::pair(&laid.shift, &side.shift)}) {
        if (values->isEmpty())
            continue;
        const bool written = typeFor(*grid, s).has_value(); // else they are colours as the rest is
        m_painter.setPen(colours.controlBorder);
        m_painter.setBrush(Qt::NoBrush);
        for (Index column = 0; column < grid->columns && written; ++column)
            m_painter.drawRect(grid->cell(0, column).adjusted(0.5, 0.5, -0.5, -0.5));
        paintCells(*grid, *values, !written, true);
    }

    // The letters of what was taken, where it stands.
    const auto letter = [&](const CellGrid& grid, const QString& sign, bool above) {
        if (grid.rows == 0 || (above && !typeFor(grid, s))) // too low for what it would head
            return;
        const QRectF first = grid.cell(0, 0);
        const QRectF place = above ? QRectF(first.left(), laid.columnLabels.top(), first.width(),
                                            laid.columnLabels.height())
                                   : QRectF(laid.rowLabels.left(), first.center().y() - 10 * s,
                                            laid.rowLabels.width(), 20 * s);
        m_painter.setFont(textFont(14 * s, QFont::DemiBold));
        m_painter.setPen(colours.text);
        m_painter.drawText(place, above ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter,
                           sign);
    };
    letter(laid.mean, side.root ? QStringLiteral("m") : QStringLiteral("μ"), side.layer);
    letter(laid.variance, QStringLiteral("σ²"), side.layer);
    letter(laid.gain, QStringLiteral("γ"), false);
    letter(laid.shift, QStringLiteral("β"), false);

    if (!m_asked)
        return;
    // The same cell on both sides: what a mean was taken of is a row here, a column there.
    const bool parameter = m_asked->isParameter();
    const bool hasRow = m_asked->name == m_picture.shown() ||
                        (m_picture.sides()[m_asked->side].layer && !parameter);
    const bool hasColumn =
        m_asked->name == m_picture.shown() || !m_picture.sides()[m_asked->side].layer || parameter;
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(chosen ? colours.accent : colours.secondary, 2));
    const bool rowFits = side.layer && hasRow && m_asked->row < laid.matrix.rows;
    const bool columnFits =
        (!side.layer || parameter) && hasColumn && m_asked->column < laid.matrix.columns;
    if (rowFits) {
        m_painter.drawRect(laid.matrix.row(m_asked->row).adjusted(-2, -2, 2, 2));
        const QRectF means = laid.mean.row(m_asked->row);
        m_painter.drawRect(side.root ? means : means.united(laid.variance.row(m_asked->row)));
    }
    if (columnFits && !side.layer)
        m_painter.drawRect(laid.matrix.column(m_asked->column).adjusted(-2, -2, 2, 2));
    if (columnFits && !side.layer && !parameter)
        m_painter.drawRect(
            laid.mean.column(m_asked->column).united(laid.variance.column(m_asked->column)));
    if (parameter && m_picture.gridOf({index, m_asked->name, 0, 0}).rows > 0)
        m_painter.drawRect(
            m_picture.gridOf({index, m_asked->name, 0, m_asked->column}).cell(0, m_asked->column));
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_asked->name == m_picture.shown()) {
        const QRectF cell = laid.matrix.cell(m_asked->row, m_asked->column);
        if (m_locked)
            paintLockFrame(m_painter, cell);
        else
            paintHoverFrame(m_painter, cell);
    }
}

void NormPainter::paintColourBar() const {
    const Theme& colours = theme(m_picture.scene().display.theme);
    const double s = m_picture.scene().display.textScale;
    const QFont font = numberFont(13 * s);
    const QString low = rangeText(m_picture.range().low);
    const QString high = rangeText(m_picture.range().high);
    const QRectF area = m_picture.geometry().colourBar;
    const double lowWidth = QFontMetricsF(font).horizontalAdvance(low);
    const QRectF bar(area.left() + lowWidth + 8, area.center().y() - 6 * s,
                     std::min(220 * s, area.width() / 5), 12 * s);
    paintRamp(m_painter, bar, ColourMap::RedBlue);
    m_painter.setFont(font);
    m_painter.setPen(colours.text);
    m_painter.drawText(QRectF(area.left(), area.top(), lowWidth + 2, area.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, low);
    m_painter.drawText(QRectF(bar.right() + 8, area.top(), 90 * s, area.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, high);
    m_painter.setPen(colours.secondary);
    const double taken = 8 + QFontMetricsF(font).horizontalAdvance(high) + 16 * s;
    const QRectF rest(bar.right() + taken, area.top(), area.right() - bar.right() - taken,
                      area.height());
    const bool edited = !m_forPaper && m_picture.isEditable();
    if (!edited && m_picture.sides().size() < 2)
        return;
    const QString words = !edited ? tr("one range for both")
                          : m_picture.sides().size() > 1
                              ? tr("one range for both; γ and β: double-click to edit")
                              : tr("γ and β: double-click to edit");
    m_painter.setFont(fittedFont(textFont(13 * s), words, rest.width(), 11 * s));
    drawElidedText(m_painter, rest, Qt::AlignRight | Qt::AlignVCenter, words);
}

} // namespace headscope
