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
    const QBrush masked = markBrush(CellMark::Masked, theme);
    const QBrush padding = markBrush(CellMark::Padding, theme);
    const QRectF bounds = geometry.bounds();
    // One fill under all cells; hatched cells are transparent in the image above it.
    painter.fillRect(bounds,
                     fine ? QBrush(markStyle(CellMark::Masked, theme).flat) : QBrush(theme.window));
    if (fine) {
        painter.fillRect(paddingRect(geometry, panel),
                         QColor(markStyle(CellMark::Padding, theme).flat));
        return;
    }
    painter.save();
    painter.setBrushOrigin(bounds.topLeft());
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            const CellMark mark = panel.markOf(row, column);
            if (mark == CellMark::Masked || mark == CellMark::Padding)
                painter.fillRect(geometry.cellRect(row, column),
                                 mark == CellMark::Masked ? masked : padding);
        }
    }
    painter.restore();
}

void paintDropped(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                  const Theme& theme, double textScale) {
    const double pixels = std::min(15 * textScale, 0.9 * geometry.pitchY);
    if (!panel.beforeDropout || pixels < 8)
        return;
    painter.setFont(numberFont(pixels));
    painter.setPen(theme.secondary);
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (panel.markOf(row, column) == CellMark::Dropped)
                painter.drawText(geometry.cellRect(row, column), Qt::AlignCenter,
                                 QString(QChar(droppedSign)));
        }
    }
}

/// The type of values: five figures, and a sign where they may have one, of 0.6 em each. It
/// shrinks with the cell until it could not be read.
double valuePixels(const MatrixGeometry& geometry, const CellColours& colours, double textScale) {
    const double glyphs = colours.range.low < 0 ? 6 : 5;
    return std::min(13 * textScale, (geometry.pitchX - 7) / glyphs / 0.6);
}

void paintValues(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const CellColours& colours, double textScale) {
    if (!valuesFit(geometry, colours, textScale))
        return;
    painter.setFont(numberFont(valuePixels(geometry, colours, textScale)));
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (panel.markOf(row, column) != CellMark::None)
                continue;
            const float value = panel.matrix(row, column);
            painter.setPen(textColourOn(colourOf(colours.map, colours.range, value)));
            painter.drawText(geometry.cellRect(row, column), Qt::AlignCenter, cellText(value, 5));
        }
    }
}

} // namespace

bool valuesFit(const MatrixGeometry& geometry, const CellColours& colours, double textScale) {
    return valuePixels(geometry, colours, textScale) >= 9.5 && geometry.pitchY >= 16;
}

QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned) {
    const Index rows = panel.matrix.size(0);
    const Index columns = panel.matrix.size(1);
    const QRgb dropped = markStyle(CellMark::Dropped, theme(colours.theme)).flat;
    QImage image(static_cast<int>(turned ? rows : columns),
                 static_cast<int>(turned ? columns : rows), QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            const Index row = turned ? x : y;
            const Index column = turned ? y : x;
            switch (panel.markOf(row, column)) {
            case CellMark::None:
                line[x] = colourOf(colours.map, colours.range, panel.matrix(row, column));
                break;
            case CellMark::Dropped: line[x] = dropped; break;
            case CellMark::Masked:
            case CellMark::Padding: line[x] = qRgba(0, 0, 0, 0); break;
            }
        }
    }
    return image;
}

void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const QImage& cells, const CellColours& colours, bool values, double textScale) {
    const Theme& themed = theme(colours.theme);
    if (panel.hasMarks())
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
    paintDropped(painter, geometry, panel, themed, textScale);
    if (values)
        paintValues(painter, geometry, panel, colours, textScale);
}

QRectF paddingRect(const MatrixGeometry& geometry, const MatrixPanel& panel) {
    const Index rows = panel.matrix.size(0);
    if (panel.turned || panel.paddingFrom >= rows)
        return {};
    return geometry.cellRect(panel.paddingFrom, 0) |
           geometry.cellRect(rows - 1, panel.matrix.size(1) - 1);
}

QBrush markBrush(CellMark mark, const Theme& theme) {
    const MarkStyle style = markStyle(mark, theme);
    if (style.step == 0)
        return QColor(style.flat);
    constexpr int side = 8; // a multiple of every step
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(style.ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(style.lines), 1));
    for (double shift = -side; shift <= side; shift += style.step)
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1));
    painter.end();
    return QBrush(tile);
}

namespace {
struct LegendSizes {
    double side;
    double behindSwatch;
    double between;
};

LegendSizes legendSizes(double textScale) {
    return {14 * textScale, 6 * textScale, 16 * textScale};
}

QFont legendFont(double textScale) {
    return textFont(13 * textScale);
}
} // namespace

double markNamesWidth(std::span<const CellMark> marks, double textScale) {
    const LegendSizes sizes = legendSizes(textScale);
    const QFontMetricsF metrics(legendFont(textScale));
    double width = 0;
    for (const CellMark mark : marks)
        width += sizes.side + sizes.behindSwatch + metrics.horizontalAdvance(markName(mark)) +
                 sizes.between;
    return width;
}

QRectF paintMarkNames(QPainter& painter, QRectF space, std::span<const CellMark> marks,
                      const Theme& theme, double textScale) {
    const auto [side, behindSwatch, between] = legendSizes(textScale);
    painter.setFont(legendFont(textScale));
    painter.setPen(theme.secondary);
    const QFontMetricsF metrics(painter.font());
    for (const CellMark mark : marks) {
        const QString name = markName(mark);
        const double width = side + behindSwatch + metrics.horizontalAdvance(name);
        if (width > space.width())
            break;
        const QRectF swatch(space.left(), space.center().y() - side / 2, side, side);
        painter.setBrushOrigin(swatch.topLeft());
        painter.fillRect(swatch, markBrush(mark, theme));
        painter.setBrushOrigin(0, 0);
        if (mark == CellMark::Dropped)
            painter.drawText(swatch, Qt::AlignCenter, QString(QChar(droppedSign)));
        painter.drawText(space.adjusted(side + behindSwatch, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        space.setLeft(space.left() + width + between);
    }
    return space;
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
