// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

// Of 1920 × 1080.
constexpr double stripHeight = 132;
constexpr double paneWidth = 704;
constexpr double marginRight = 64;
constexpr double marginLeft = 76;
constexpr double topOfCells = 96;
constexpr double mostRowWords = 300;
constexpr double mostUpright = 240;
constexpr double sumsWidth = 84;
constexpr double cellWidth = 90; ///< with the gap of 2
constexpr Index fewTokens = 12;  ///< so many have digits in their cells
constexpr Index fewColumns = 6;  ///< so many may have wider cells

} // namespace

QRectF SlideGeometry::rowWord(Index row) const {
    const QRectF cell = cells.cellRect(row, 0);
    return {marginLeft * unit, cell.top(), cells.origin.x() - (marginLeft + 10) * unit,
            cell.height()};
}

QRectF SlideGeometry::columnWord(Index column, Index columns) const {
    const QRectF cell = cells.cellRect(0, column);
    const double high = upright > 0 ? upright : 50 * unit;
    return {cell.left(), cell.top() - 6 * unit - high, cell.width() * static_cast<double>(columns),
            high};
}

QRectF SlideGeometry::corner() const {
    return {marginLeft * unit, 6 * unit, cells.origin.x() - (marginLeft + 14) * unit, 80 * unit};
}

QRectF SlideGeometry::rowSum(Index row) const {
    const QRectF last = cells.cellRect(row, cells.columns - 1);
    return {last.right() + 10 * unit, last.top(), 90 * unit, last.height()};
}

double slideUnit(QSizeF size) {
    const double across = size.width() / 1920;
    return std::min(across, (size.height() + stripHeight * across) / 1080);
}

SlideGeometry layOutSlide(QSizeF size, Index rows, Index columns, double rowWords,
                          double columnWords) {
    SlideGeometry geometry;
    const double u = slideUnit(size);
    geometry.unit = u;
    geometry.question = QRectF(size.width() - (paneWidth + marginRight) * u, 24 * u, paneWidth * u,
                               size.height() - 56 * u);
    geometry.picture = QSizeF(geometry.question.left() - 8 * u, size.height());
    if (rows < 1 || columns < 1)
        return geometry;
    MatrixGeometry& cells = geometry.cells;
    cells.rows = rows;
    cells.columns = columns;
    cells.origin =
        QPointF(std::round(marginLeft * u + std::min(rowWords + 30 * u, mostRowWords * u)),
                std::round(topOfCells * u));
    const double across = geometry.question.left() - (sumsWidth + 24) * u - cells.origin.x();
    // As high as the screen lets them be; the width follows the digits.
    const double widest = columns <= fewColumns ? 1.6 * cellWidth : cellWidth;
    cells.pitchX = std::max(1.0, std::min(widest * u, across / static_cast<double>(columns)));
    if (columnWords > cells.pitchX - 8 * u && cells.pitchX > 1.2 * smallestSlideWord * u) {
        geometry.upright = std::min(columnWords + 8 * u, mostUpright * u);
        cells.origin.setY(std::max(cells.origin.y(), std::round(geometry.upright + 12 * u)));
    }
    const double down = size.height() - 32 * u - cells.origin.y();
    cells.pitchY = std::max(1.0, std::min(2 * cellWidth * u, down / static_cast<double>(rows)));
    if (columns <= fewTokens && rows > fewTokens)
        cells.pitchY = std::min(cells.pitchY, cells.pitchX);
    cells.pitchY = std::min(cells.pitchY, 1.4 * cells.pitchX);
    if (cells.pitchX >= 8 && cells.pitchY >= 8) {
        cells.pitchX = std::floor(cells.pitchX);
        cells.pitchY = std::floor(cells.pitchY);
    }
    cells.setGap(cells.smallerPitch() >= 12 ? std::max(1.0, std::round(2 * u)) : 0);
    return geometry;
}

} // namespace headscope
