// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/matrix_painter.h"

#include "scene/panels/typed_number_mark.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr Index mostSingleCells = 20000; ///< above, the image is stretched at once

bool drawsSingleCells(const MatrixGeometry& geometry, const CellSpan& part) {
    return geometry.gapX > 0 && part.cells() <= mostSingleCells;
}

/// Calls `paint(row, column, mark)` for the cells of a part.
template <class Paint> void eachCell(const MatrixPanel& panel, const CellSpan& part, Paint paint) {
    for (Index row = part.firstRow; row < part.endRow; ++row) {
        for (Index column = part.firstColumn; column < part.endColumn; ++column)
            paint(row, column, panel.markOf(row, column));
    }
}

void paintHatch(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                const CellSpan& part, const Theme& theme) {
    const bool fine = geometry.pitchX < smallestHatchedPitch;
    const auto brushOf = [&](CellMark mark) {
        return fine ? QBrush(QColor(markStyle(mark, theme).flat)) : markBrush(mark, theme);
    };
    const QBrush masked = brushOf(CellMark::Masked);
    const QBrush padding = brushOf(CellMark::Padding);
    const QRectF bounds = geometry.rectOf(part);
    painter.save();
    painter.setBrushOrigin(geometry.bounds().topLeft());
    if (drawsSingleCells(geometry, part)) {
        painter.fillRect(bounds, theme.window); // between the cells
        eachCell(panel, part, [&](Index row, Index column, CellMark mark) {
            if (mark == CellMark::Masked || mark == CellMark::Padding)
                painter.fillRect(geometry.cellRect(row, column),
                                 mark == CellMark::Masked ? masked : padding);
        });
    } else {
        // One fill under all cells; hatched cells are transparent in the image above it.
        painter.fillRect(bounds, masked);
        painter.fillRect(paddingRect(geometry, panel) & bounds, padding);
    }
    painter.restore();
}

/// A frame along the inside of a rectangle, of whole pixels.
void paintFrame(QPainter& painter, const QRectF& rect, double width, const QColor& colour) {
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), colour);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), colour);
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), colour);
    painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), colour);
}

void paintDropped(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                  const CellSpan& part, const Theme& theme, DigitSizes digits) {
    const double pixels = std::min(1.15 * digits.most, 0.9 * geometry.pitchY);
    if (!panel.beforeDropout || pixels < 8)
        return;
    painter.setFont(numberFont(pixels));
    painter.setPen(theme.secondary);
    eachCell(panel, part, [&](Index row, Index column, CellMark mark) {
        if (mark == CellMark::Dropped)
            painter.drawText(geometry.cellRect(row, column), Qt::AlignCenter,
                             QString(QChar(droppedSign)));
    });
}

void paintValues(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const CellSpan& part, const CellColours& colours, DigitSizes digits) {
    const std::optional<NumberType> type = valueType(geometry, colours, digits);
    if (!type)
        return;
    const QFont font = numberFont(type->pixels);
    painter.setFont(font);
    // All figures are equally wide: placed by hand they need no layout, which costs most.
    const QFontMetricsF metrics(font);
    const double figure = metrics.horizontalAdvance(u'0');
    const double baseline = (metrics.ascent() - metrics.descent()) / 2;
    // Half a number at the edge of what is seen would be another number.
    const QRectF seen = painter.hasClipping() ? painter.clipBoundingRect() : geometry.bounds();
    eachCell(panel, part, [&](Index row, Index column, CellMark mark) {
        if (mark != CellMark::None)
            return;
        const float value = panel.matrix(row, column);
        const QString text = cellText(value, type->characters, nearOneOf(panel.name));
        const QPointF centre = geometry.cellRect(row, column).center();
        const double half = figure * static_cast<double>(text.size()) / 2;
        if (centre.x() - half < seen.left() || centre.x() + half > seen.right() ||
            centre.y() - type->pixels * 0.36 < seen.top() ||
            centre.y() + type->pixels * 0.36 > seen.bottom())
            return;
        QColor ink =
            textColourOn(colourOf(colours.map, colours.range, value, panel.scaleRow(row, column)));
        if (std::fabs(value) < digits.quietBelow)
            ink.setAlphaF(0.55F);
        painter.setPen(ink);
        painter.drawText(centre + QPointF(-half, baseline), text);
    });
}

/// A row or column of a matrix as it lies in memory.
struct Line {
    const float* values = nullptr;
    Index stride = 0;
    float operator[](Index i) const { return values[i * stride]; }
};

Line lineOf(const Tensor& matrix, Index row, Index column, bool alongRows) {
    return {matrix.data() + row * matrix.stride(0) + column * matrix.stride(1),
            matrix.stride(alongRows ? 0 : 1)};
}

} // namespace

void paintTypedMark(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                    const CellSpan& part, const CellColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const auto cellRect = [&](Index row, Index column) { return geometry.cellRect(row, column); };
    for (const auto& [row, column, mark] : typedNumberPins(panel, cellRect)) {
        if (row < part.firstRow || row >= part.endRow || column < part.firstColumn ||
            column >= part.endColumn)
            continue;
        painter.setBrush(textColourOn(colourOf(
            colours.map, colours.range, panel.matrix(row, column), panel.scaleRow(row, column))));
        painter.drawPolygon(mark.data(), static_cast<int>(mark.size()));
    }
    painter.restore();
}

// Five characters and a sign where there may be one; fewer in small cells, where very large ones
// take "1e12". The type shrinks with the cell until it could not be read.
std::optional<NumberType> valueType(const MatrixGeometry& geometry, const CellColours& colours,
                                    DigitSizes digits) {
    const ValueScale& range = colours.range;
    const int isSigned = range.low < 0 ? 1 : 0;
    const int fewest = std::max(-range.low, range.high) < 1e9 ? 3 : 4;
    NumberRoom room{.cell = {geometry.pitchX, geometry.pitchY},
                    .smallest = {0, 16},
                    .most = std::min(digits.most, 0.66 * geometry.pitchY),
                    .least = digits.least};
    for (const int characters : {5, 4, 3}) {
        room.inset = std::max(characters == 5 ? 7.0 : 4.0, 0.1 * geometry.pitchX);
        if (const auto pixels = numberPixels(room, std::max(fewest, characters + isSigned)))
            return NumberType{characters, *pixels};
    }
    return std::nullopt;
}

QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned) {
    return cellImage(panel, colours, turned, {0, panel.matrix.size(0), 0, panel.matrix.size(1)});
}

QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned,
                 const CellSpan& part) {
    const QRgb dropped = markStyle(CellMark::Dropped, theme(colours.theme)).flat;
    QImage image(static_cast<int>(turned ? part.rows() : part.columns()),
                 static_cast<int>(turned ? part.columns() : part.rows()),
                 QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height(); ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Index row = part.firstRow + (turned ? 0 : y);
        const Index column = part.firstColumn + (turned ? y : 0);
        const Line values = lineOf(panel.matrix, row, column, turned);
        const Line may = panel.mayAttend ? lineOf(*panel.mayAttend, row, column, turned) : Line{};
        const Line before =
            panel.beforeDropout ? lineOf(*panel.beforeDropout, row, column, turned) : Line{};
        for (int x = 0; x < image.width(); ++x)
            pixels[x] = colourOf(colours.map, colours.range, values[x],
                                 panel.scaleRow(row + (turned ? x : 0), column + (turned ? 0 : x)));
        // As MatrixPanel::markOf(): what goes before comes last.
        for (int x = 0; before.values && x < image.width(); ++x) {
            if (values[x] == 0.0F && before[x] > 0.0F)
                pixels[x] = dropped;
        }
        for (int x = 0; may.values && x < image.width(); ++x) {
            if (may[x] == 0.0F)
                pixels[x] = 0;
        }
        // Padding: the rows from some on, or the columns where rows are keys.
        if (turned == panel.turned && panel.isPadding(row, column)) {
            std::fill_n(pixels, image.width(), QRgb{0});
        } else if (turned != panel.turned) {
            const Index first = panel.turned ? part.firstColumn : part.firstRow;
            for (Index x = std::max<Index>(0, panel.paddingFrom - first); x < image.width(); ++x)
                pixels[x] = 0;
        }
    }
    return image;
}

void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const QImage& cells, const CellColours& colours, bool values, DigitSizes digits) {
    paintMatrix(painter, geometry, panel, geometry.span(), cells, colours, values, digits);
}

void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const CellSpan& part, const QImage& cells, const CellColours& colours, bool values,
                 DigitSizes digits) {
    const Theme& themed = theme(colours.theme);
    paintEdge(painter, geometry.rectOf(part), colours.map, colours.theme);
    if (panel.hasMarks())
        paintHatch(painter, geometry, panel, part, themed);
    if (drawsSingleCells(geometry, part)) {
        for (int y = 0; y < cells.height(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(cells.constScanLine(y));
            for (int x = 0; x < cells.width(); ++x) {
                if (qAlpha(line[x]) == 0)
                    continue;
                const Index row = part.firstRow + (geometry.turned ? x : y);
                const Index column = part.firstColumn + (geometry.turned ? y : x);
                painter.fillRect(geometry.cellRect(row, column), QColor::fromRgb(line[x]));
            }
        }
    } else {
        painter.drawImage(geometry.rectOf(part), cells);
    }
    if (const auto edge = edgeColour(colours.map, colours.theme)) // plots clip what is around
        paintFrame(painter, geometry.bounds(), 1, QColor(*edge));
    paintDropped(painter, geometry, panel, part, themed, digits);
    if (values)
        paintValues(painter, geometry, panel, part, colours, digits);
    if (!panel.typedNumbers.empty())
        paintTypedMark(painter, geometry, panel, part, colours);
}

void paintEdge(QPainter& painter, const QRectF& rect, ColourMap map, ThemeKind kind) {
    if (const auto edge = edgeColour(map, kind))
        painter.fillRect(rect.adjusted(-1, -1, 1, 1), QColor::fromRgb(*edge));
}

void paintRamp(QPainter& painter, const QRectF& bar, ColourMap map) {
    constexpr int levels = 256;
    const std::vector<QRgb> ramp = colourRamp(map, levels);
    painter.drawImage(
        bar, QImage(reinterpret_cast<const uchar*>(ramp.data()), levels, 1, QImage::Format_RGB32));
}

double ColourKey::width(const QFont& font) const {
    const QFontMetricsF metrics(font);
    return metrics.horizontalAdvance(ends.first) + bar.width() + 2 * gap +
           metrics.horizontalAdvance(ends.second);
}

void paintColourKey(QPainter& painter, const QRectF& line, const ColourKey& key, ColourMap map,
                    std::optional<ThemeKind> ground) {
    constexpr int flags = Qt::AlignLeft | Qt::AlignVCenter;
    const double low = QFontMetricsF(painter.font()).horizontalAdvance(key.ends.first);
    const QRectF bar({line.left() + low + key.gap, line.center().y() - key.bar.height() / 2},
                     key.bar);
    painter.drawText(line, flags, key.ends.first);
    if (ground)
        paintEdge(painter, bar, map, *ground);
    paintRamp(painter, bar, map);
    painter.drawText(line.translated(bar.right() + key.gap - line.left(), 0), flags,
                     key.ends.second);
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
    return style.step == 0 ? QBrush(QColor(style.flat)) : hatchBrush(style);
}

QBrush hatchBrush(const MarkStyle& style) {
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
std::array<CellFrame, 2> doubleFrame(const QRectF& cell, double outer, double inner) {
    const QRectF around = cell.adjusted(-outer + 1, -outer + 1, outer - 1, outer - 1);
    return {{{around, outer, qRgb(0, 0, 0)},
             {around.adjusted(outer, outer, -outer, -outer), inner, qRgb(255, 255, 255)}}};
}

void paintFrames(QPainter& painter, const std::array<CellFrame, 2>& frames) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const CellFrame& frame : frames)
        paintFrame(painter, frame.box, frame.width, frame.colour);
    painter.restore();
}
} // namespace

std::array<CellFrame, 2> lockFrames(const QRectF& cell) {
    const bool small = cell.width() < 16;
    return doubleFrame(cell, small ? 2 : 3, small ? 1 : 2);
}

std::array<CellFrame, 2> hoverFrames(const QRectF& cell) {
    return doubleFrame(cell, 1, 1);
}

void paintLockFrame(QPainter& painter, const QRectF& cell) {
    paintFrames(painter, lockFrames(cell));
}

void paintHoverFrame(QPainter& painter, const QRectF& cell) {
    paintFrames(painter, hoverFrames(cell));
}

} // namespace headscope
