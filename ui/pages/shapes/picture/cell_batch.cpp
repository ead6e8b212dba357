// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/cell_batch.h"

#include "pages/shapes/picture/number_cache.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The pixel at which an edge lies: the same for both cells that share it, whatever
/// rounding made of their sums.
double pixelOf(double edge) {
    return std::floor(edge + 0.5 + 1e-6);
}

/// Neighbours stay apart by a line as long as cells are more than that; smaller ones
/// touch, without seams.
QRectF withoutGap(const QRectF& cell) {
    QRectF rect = cell;
    if (cell.width() >= 6) {
        rect.setRight(cell.right() - 1);
    } else {
        rect.setLeft(pixelOf(cell.left()));
        rect.setRight(pixelOf(cell.right()));
    }
    if (cell.height() >= 6) {
        rect.setBottom(cell.bottom() - 1);
    } else {
        rect.setTop(pixelOf(cell.top()));
        rect.setBottom(pixelOf(cell.bottom()));
    }
    return rect;
}

QColor ghostColour(QRgb colour) {
    QColor ghost(colour);
    ghost.setAlphaF(0.55F);
    return ghost;
}

} // namespace

void CellBatch::addFilled(QRgb fill, const QRectF& cell) {
    m_filled[fill].push_back(withoutGap(cell));
}

void CellBatch::add(Index element, const QRectF& cell) {
    const QRgb fill = m_style->fill(element);
    addFilled(fill, cell);
    if (m_style->numbersFit(cell.size()))
        m_numbers.push_back({cell, m_style->text(element, cell.width()), fill});
}

void CellBatch::addValue(float value, QRgb fill, const QRectF& cell) {
    addFilled(fill, cell);
    if (m_style->numbersFit(cell.size()))
        m_numbers.push_back({cell, m_style->text(value, cell.width()), fill});
}

void CellBatch::addGhost(QRgb colour, const QRectF& cell) {
    // Outlines of small cells would be a surface of their colour: these are only faint.
    if (std::min(cell.width(), cell.height()) < 8) {
        m_filled[m_style->theme().hairline.rgb()].push_back(withoutGap(cell));
        return;
    }
    m_ghosts[colour].push_back(withoutGap(cell).adjusted(0.5, 0.5, -0.5, -0.5));
}

void CellBatch::paint(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& [colour, cells] : m_ghosts) {
        QPen pen(ghostColour(colour), 1);
        if (std::min(cells.front().width(), cells.front().height()) >= 12)
            pen.setDashPattern({3, 3});
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRects(cells.data(), static_cast<int>(cells.size()));
    }
    painter.setPen(Qt::NoPen);
    for (const auto& [colour, cells] : m_filled) {
        painter.setBrush(QColor(colour));
        painter.drawRects(cells.data(), static_cast<int>(cells.size()));
    }
    if (!m_numbers.empty()) {
        NumberCache numbers(painter);
        for (const Number& number : m_numbers)
            numbers.draw(number.cell, number.text, m_style->numberFont(number.cell.size()),
                         textColourOn(number.fill));
    }
    painter.restore();
}

void paintFocusFrame(QPainter& painter, const QRectF& cell, bool locked) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = withoutGap(cell);
    const double width = cell.width() >= 12 ? 2 : 1;
    painter.setPen(
        QPen(Qt::black, width + (locked ? 3 : 2), Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(inner);
    painter.setPen(QPen(Qt::white, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(inner);
    painter.restore();
}

} // namespace headscope
