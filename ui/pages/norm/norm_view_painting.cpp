// SPDX-License-Identifier: GPL-3.0-or-later
// How the norm looks; what it does is in norm_view.cpp.
#include "pages/norm/norm_view.h"
#include "painters/matrix_geometry.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

void NormView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPicture(painter);
}

void NormView::paintPicture(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    if (m_geometry.sides.empty())
        return;
    const std::optional<Target> asked = m_hover ? m_hover : askedTarget();
    for (std::size_t side = 0; side < m_geometry.sides.size(); ++side)
        paintSide(painter, side, asked);
    paintColourBar(painter);
}

void NormView::paintCells(QPainter& painter, const CellGrid& grid, const Tensor& values,
                          bool coloured, bool byColumn) const {
    const Theme& colours = theme(m_scene.display.theme);
    const bool written = m_scene.display.valuesInCells || !coloured;
    const std::optional<NormType> type = typeFor(grid, m_scene.display.textScale);
    if (type)
        painter.setFont(numberFont(type->pixels));
    for (Index row = 0; row < grid.rows; ++row) {
        for (Index column = 0; column < grid.columns; ++column) {
            const float value =
                values.rank() == 1 ? values(byColumn ? column : row) : values(row, column);
            const QRectF cell = grid.cell(row, column);
            QColor ink = colours.text;
            if (coloured) {
                const QRgb fill = colourOf(ColourMap::RedBlue, m_range, value);
                painter.fillRect(cell, QColor::fromRgb(fill));
                ink = textColourOn(fill);
            }
            if (!type || !written)
                continue;
            painter.setPen(ink);
            painter.drawText(cell, Qt::AlignCenter, cellText(value, type->characters));
        }
    }
}

void NormView::paintLabels(QPainter& painter, const NormSide& side,
                           const std::optional<Target>& asked) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const CellGrid& grid = side.matrix;
    const double line = 18 * s;
    painter.setPen(colours.secondary);
    if (!side.columnAxis.isEmpty())
        drawMathText(painter, side.columnAxis, Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("d_{model} →"), textFont(13 * s));
    const Index stepDown = labelStep(grid.cellHeight + grid.gapY, line * 0.9);
    for (Index row = 0; row < grid.rows; ++row) {
        const bool marked = asked && asked->row == row && asked->name == m_shown;
        if (row % stepDown != 0 && !marked)
            continue;
        painter.setFont(textFont(13 * s, marked ? QFont::DemiBold : QFont::Normal));
        painter.setPen(colours.text);
        const QRectF cell = grid.row(row);
        drawElidedText(painter,
                       QRectF(side.rowLabels.left(), cell.center().y() - line / 2,
                              side.rowLabels.width(), line),
                       Qt::AlignRight | Qt::AlignVCenter, m_rowLabels.value(row));
    }
    const Index stepAlong = labelStep(grid.cellWidth + grid.gapX, 24 * s);
    for (Index column = 0; column < grid.columns; ++column) {
        if (column % stepAlong != 0)
            continue;
        painter.setFont(numberFont(12 * s));
        painter.setPen(colours.secondary);
        const QRectF cell = grid.column(column);
        painter.drawText(QRectF(cell.center().x() - 30 * s, side.columnLabels.top(), 60 * s,
                                side.columnLabels.height()),
                         Qt::AlignCenter, QString::number(column + 1));
    }
}

void NormView::paintSide(QPainter& painter, std::size_t index,
                         const std::optional<Target>& asked) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const NormSide& laid = m_geometry.sides[index];
    const Side& side = m_sides[index];
    const bool chosen = side.scope == m_scene.selection.scope;

    painter.setFont(textFont(20 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    const QString title = sideTitle(side);
    painter.drawText(laid.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double taken = QFontMetricsF(painter.font()).horizontalAdvance(title) + 14 * s;
    painter.setPen(colours.secondary);
    for (const QString& words : subtitles()) {
        if (mathTextWidth(words, textFont(14 * s)) > laid.title.width() - taken)
            continue;
        drawMathText(painter, laid.title.adjusted(taken, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     words, textFont(14 * s));
        break;
    }
    const auto paintWords = [&](const QRectF& place, Qt::Alignment alignment,
                                const QString& words) {
        if (place.isEmpty())
            return;
        painter.setFont(fittedFont(textFont(13 * s), words, place.width(), 11 * s));
        drawElidedText(painter, place, alignment | Qt::AlignVCenter, words);
    };
    paintWords(laid.explanation, Qt::AlignLeft,
               side.layer ? tr("Each row by itself: one token, all its features.")
               : m_scene.run->batch() > 1
                   ? tr("Each column by itself: one feature, all tokens of all sequences.")
                   : tr("Each column by itself: one feature, all tokens."));

    paintLabels(painter, laid, asked);
    paintCells(painter, laid.matrix, side.values, true, false);
    for (const auto& [grid, values] :
         {std::pair(&laid.mean, &side.mean), std::pair(&laid.variance, &side.variance)}) {
        if (values->isEmpty())
            continue;
        const Stage ofMean = side.root ? Stage::MeanSquare : Stage::Mean;
        const bool shown = (grid == &laid.mean && m_scene.selection.stage == ofMean) ||
                           (grid == &laid.variance && m_scene.selection.stage == Stage::Variance);
        if (shown)
            painter.fillRect(grid->bounds(), colours.accentTint);
        paintCells(painter, *grid, *values, false, false);
    }
    for (const auto& [grid, values] :
         {std::pair(&laid.gain, &side.gain), std::pair(&laid.shift, &side.shift)}) {
        if (values->isEmpty())
            continue;
        const bool written = typeFor(*grid, s).has_value(); // else they are colours as the rest is
        painter.setPen(colours.controlBorder);
        painter.setBrush(Qt::NoBrush);
        for (Index column = 0; column < grid->columns && written; ++column)
            painter.drawRect(grid->cell(0, column).adjusted(0.5, 0.5, -0.5, -0.5));
        paintCells(painter, *grid, *values, !written, true);
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
        painter.setFont(textFont(14 * s, QFont::DemiBold));
        painter.setPen(colours.text);
        painter.drawText(place, above ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter, sign);
    };
    letter(laid.mean, side.root ? QStringLiteral("m") : QStringLiteral("μ"), side.layer);
    letter(laid.variance, QStringLiteral("σ²"), side.layer);
    letter(laid.gain, QStringLiteral("γ"), false);
    letter(laid.shift, QStringLiteral("β"), false);

    if (!asked)
        return;
    // The same cell on both sides: what a mean was taken of is a row here, a column there.
    const bool parameter =
        asked->name == TensorName::NormGain || asked->name == TensorName::NormShift;
    const bool hasRow = asked->name == m_shown || (m_sides[asked->side].layer && !parameter);
    const bool hasColumn = asked->name == m_shown || !m_sides[asked->side].layer || parameter;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(chosen ? colours.accent : colours.secondary, 2));
    const bool rowFits = side.layer && hasRow && asked->row < laid.matrix.rows;
    const bool columnFits =
        (!side.layer || parameter) && hasColumn && asked->column < laid.matrix.columns;
    if (rowFits) {
        painter.drawRect(laid.matrix.row(asked->row).adjusted(-2, -2, 2, 2));
        const QRectF means = laid.mean.row(asked->row);
        painter.drawRect(side.root ? means : means.united(laid.variance.row(asked->row)));
    }
    if (columnFits && !side.layer)
        painter.drawRect(laid.matrix.column(asked->column).adjusted(-2, -2, 2, 2));
    if (columnFits && !side.layer && !parameter)
        painter.drawRect(
            laid.mean.column(asked->column).united(laid.variance.column(asked->column)));
    if (parameter && gridOf({index, asked->name, 0, 0}).rows > 0)
        painter.drawRect(gridOf({index, asked->name, 0, asked->column}).cell(0, asked->column));
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (asked->name == m_shown) {
        const QRectF cell = laid.matrix.cell(asked->row, asked->column);
        if (m_scene.selection.locked && !m_hover)
            paintLockFrame(painter, cell);
        else
            paintHoverFrame(painter, cell);
    }
}

void NormView::paintColourBar(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const QFont font = numberFont(13 * s);
    const QString low = rangeText(m_range.low);
    const QString high = rangeText(m_range.high);
    const QRectF area = m_geometry.colourBar;
    const double lowWidth = QFontMetricsF(font).horizontalAdvance(low);
    const QRectF bar(area.left() + lowWidth + 8, area.center().y() - 6 * s,
                     std::min(220 * s, area.width() / 5), 12 * s);
    QImage ramp(256, 1, QImage::Format_RGB32);
    for (int i = 0; i < 256; ++i)
        ramp.setPixel(i, 0, colourAt(ColourMap::RedBlue, i / 255.0));
    painter.drawImage(bar, ramp);
    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(QRectF(area.left(), area.top(), lowWidth + 2, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(bar.right() + 8, area.top(), 90 * s, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    painter.setPen(colours.secondary);
    const double taken = 8 + QFontMetricsF(font).horizontalAdvance(high) + 16 * s;
    const QRectF rest(bar.right() + taken, area.top(), area.right() - bar.right() - taken,
                      area.height());
    const bool edited = !m_forPaper && isEditable();
    if (!edited && m_sides.size() < 2)
        return;
    const QString words = !edited ? tr("one range for both")
                          : m_sides.size() > 1
                              ? tr("one range for both; γ and β: double-click to edit")
                              : tr("γ and β: double-click to edit");
    painter.setFont(fittedFont(textFont(13 * s), words, rest.width(), 11 * s));
    drawElidedText(painter, rest, Qt::AlignRight | Qt::AlignVCenter, words);
}

} // namespace headscope
