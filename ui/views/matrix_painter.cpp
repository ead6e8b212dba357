// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/matrix_painter.h"

#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

constexpr double smallestHatchedPitch = 4; ///< below, masked cells get the hatch's colour
constexpr Index mostSingleCells = 20000;   ///< above, the image is stretched at once

bool drawsSingleCells(const MatrixGeometry& geometry) {
    return geometry.gap > 0 && geometry.rows * geometry.columns <= mostSingleCells;
}

void paintHatch(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                const Theme& theme) {
    const bool fine = geometry.pitchX < smallestHatchedPitch;
    const QBrush hatch = hatchBrush(theme);
    const QRectF bounds = geometry.bounds();
    // One fill under all cells; masked cells are transparent in the image above it.
    painter.fillRect(bounds, fine ? QBrush(theme.hatchLight) : QBrush(theme.window));
    if (fine)
        return;
    painter.save();
    painter.setBrushOrigin(bounds.topLeft());
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (panel.isMasked(row, column))
                painter.fillRect(geometry.cellRect(row, column), hatch);
        }
    }
    painter.restore();
}

void paintValues(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const CellColours& colours, double textScale) {
    // Five figures, and a sign where values may have one, of 0.6 em each; the type
    // shrinks with the cell until it could not be read.
    const double glyphs = colours.range.low < 0 ? 6 : 5;
    const double pixels = std::min(13 * textScale, (geometry.pitchX - 7) / glyphs / 0.6);
    if (pixels < 9.5 || geometry.pitchY < 16)
        return;
    painter.setFont(numberFont(pixels));
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (panel.isMasked(row, column))
                continue;
            const float value = panel.matrix(row, column);
            painter.setPen(textColourOn(colourOf(colours.map, colours.range, value)));
            painter.drawText(geometry.cellRect(row, column), Qt::AlignCenter, cellText(value, 5));
        }
    }
}

} // namespace

QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned) {
    const Index rows = panel.matrix.size(0);
    const Index columns = panel.matrix.size(1);
    QImage image(static_cast<int>(turned ? rows : columns),
                 static_cast<int>(turned ? columns : rows), QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            const Index row = turned ? x : y;
            const Index column = turned ? y : x;
            line[x] = panel.isMasked(row, column)
                          ? qRgba(0, 0, 0, 0)
                          : colourOf(colours.map, colours.range, panel.matrix(row, column));
        }
    }
    return image;
}

void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const QImage& cells, const CellColours& colours, bool values, double textScale) {
    const Theme& themed = theme(colours.theme);
    if (panel.mayAttend)
        paintHatch(painter, geometry, panel, themed);
    if (drawsSingleCells(geometry)) {
        for (int y = 0; y < cells.height(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(cells.constScanLine(y));
            for (int x = 0; x < cells.width(); ++x) {
                if (qAlpha(line[x]) == 0)
                    continue;
                const QRectF cell =
                    geometry.turned ? geometry.cellRect(x, y) : geometry.cellRect(y, x);
                painter.fillRect(cell, QColor::fromRgb(line[x]));
            }
        }
    } else {
        painter.drawImage(geometry.bounds(), cells);
    }
    if (values)
        paintValues(painter, geometry, panel, colours, textScale);
}

QBrush hatchBrush(const Theme& theme) {
    QImage tile(8, 8, QImage::Format_ARGB32_Premultiplied);
    tile.fill(theme.window);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hatch, 1));
    for (const int shift : {-8, 0, 8})
        painter.drawLine(QPointF(shift - 1, 9), QPointF(shift + 9, -1));
    painter.end();
    return QBrush(tile);
}

namespace {
/// A frame along the inside of a rectangle, of whole pixels.
void paintFrame(QPainter& painter, const QRectF& rect, double width, const QColor& colour) {
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), colour);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), colour);
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), colour);
    painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), colour);
}

void paintDoubleFrame(QPainter& painter, const QRectF& cell, double outer, double inner) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF around = cell.adjusted(-outer + 1, -outer + 1, outer - 1, outer - 1);
    paintFrame(painter, around, outer, Qt::black);
    paintFrame(painter, around.adjusted(outer, outer, -outer, -outer), inner, Qt::white);
    painter.restore();
}
} // namespace

void paintLockFrame(QPainter& painter, const QRectF& cell) {
    const bool small = cell.width() < 16;
    paintDoubleFrame(painter, cell, small ? 2 : 3, small ? 1 : 2);
}

void paintHoverFrame(QPainter& painter, const QRectF& cell) {
    paintDoubleFrame(painter, cell, 1, 1);
}

} // namespace headscope
