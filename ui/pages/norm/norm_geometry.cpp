// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double within = 1;       ///< gap between cells that one mean was taken of
constexpr double between = 7;      ///< and between the others, where there is room
constexpr double leastBetween = 3; ///< where digits need the room more
constexpr double numberWidth = 44; ///< of a cell in which five characters can be read
constexpr double wholePixels = 4;  ///< smaller cells need not stand on the pixel grid
constexpr double leastRow = 14;    ///< in which digits can be read; words make way for it
constexpr Index fewRows = 10;      ///< as long as there are no more rows than that

/// How large cells and the wide gap between them become in so much space.
struct Pitch {
    double cell = 1;
    double gap = between;
};

Pitch pitchFor(double space, Index cells, double largest) {
    const auto count = static_cast<double>(cells);
    Pitch pitch;
    pitch.gap = std::min(between, 0.2 * space / count);
    // Cells come first: the gap takes what they do not need.
    if ((space - (count - 1) * pitch.gap) / count < std::min(largest, numberWidth))
        pitch.gap = std::min(leastBetween, pitch.gap);
    pitch.cell = std::min(largest, (space - (count - 1) * pitch.gap) / count);
    if (pitch.cell >= wholePixels) {
        pitch.cell = std::floor(pitch.cell);
        pitch.gap = std::max(within, std::floor(pitch.gap));
    }
    return pitch;
}

/// The widths of mean and variance beside the rows of a layer norm.
double besideRows(double s) {
    return 16 * s + 2 * 56 * s + 4 * s;
}

/// How high everything but the matrix is.
struct Heights {
    double title = 0;
    double explanation = 0;
    double axis = 0;
    double value = 0; ///< of a row of values below the matrix
    double gap = 0;   ///< between matrix, means and parameters

    double above(double s) const { return title + explanation + axis + 20 * s; }
    double below(double s) const { return 4 * (value + 4 * s) + 2 * gap; }
};

/// Low areas do without what explains the most obvious things.
Heights heightsFor(const NormGeometryInput& in, double height) {
    const double s = in.textScale;
    Heights heights{28 * s, 26 * s, 18 * s, 24 * s, 12 * s};
    const double wanted = leastRow * s * static_cast<double>(std::min(in.rows, fewRows));
    const auto low = [&] { return height - heights.above(s) - heights.below(s) < wanted; };
    if (low()) {
        heights.value = 20 * s;
        heights.gap = 8 * s;
    }
    for (double* const spared : {&heights.explanation, &heights.axis}) {
        if (low())
            *spared = 0;
    }
    return heights;
}

/// Cells of that size with gaps of their own, so that what belongs together can stand together:
/// rows of a layer norm, columns of a batch norm.
MatrixGeometry gridAt(QPointF origin, Index rows, Index columns, QSizeF cell, double gapX,
                      double gapY) {
    MatrixGeometry grid{origin, rows, columns, cell.width() + gapX, cell.height() + gapY};
    grid.gapX = gapX;
    grid.gapY = gapY;
    return grid;
}

NormSide layoutSide(const NormGeometryInput& in, const QRectF& area, double wide, bool layer) {
    const double s = in.textScale;
    const double line = 20 * s;
    NormSide side;
    side.layer = layer;
    const double left = area.left() + in.labelWidth + 10 * s;
    // What is taken of rows stands beside them, what is taken of columns below them.
    const Heights heights = heightsFor(in, area.height());
    const double top = area.top() + heights.above(s);
    const double tall = std::max(1.0, area.height() - heights.above(s) - heights.below(s));
    // The same cells on both sides, as if both had the wide gaps in both directions.
    const Pitch across = pitchFor(wide, in.columns, 64 * s);
    const Pitch down = pitchFor(tall, in.rows, 40 * s);
    const double cellWidth = across.cell;
    const double cellHeight = down.cell;
    const double gapX = layer ? std::min(within, across.gap) : across.gap;
    const double gapY = layer ? down.gap : std::min(within, down.gap);
    side.title = QRectF(area.left(), area.top(), area.width(), heights.title);
    if (heights.explanation > 0)
        side.explanation = QRectF(area.left(), side.title.bottom(), area.width() - 16 * s, 24 * s);
    if (heights.axis > 0)
        side.columnAxis = QRectF(left, top - line - heights.axis, wide, heights.axis);
    side.columnLabels = QRectF(left, top - line, wide, line);
    side.matrix = gridAt({left, top}, in.rows, in.columns, {cellWidth, cellHeight}, gapX, gapY);
    const QRectF cells = side.matrix.bounds();
    side.columnLabels.setWidth(cells.width());
    side.rowLabels = QRectF(area.left(), top, in.labelWidth, cells.height());
    const double value = 56 * s;
    const double high = std::min({cellHeight, 24 * s, heights.value});
    double below = cells.bottom() + heights.gap;
    if (layer) {
        side.mean = gridAt({cells.right() + 16 * s, top}, in.rows, 1, {value, cellHeight}, 0, gapY);
        side.variance = side.mean;
        side.variance.origin.rx() += value + 4 * s;
    } else {
        const double height = std::max(line, high);
        side.mean = gridAt({left, below}, 1, in.columns, {cellWidth, height}, gapX, 0);
        side.variance = side.mean;
        side.variance.origin.ry() += height + 4 * s;
        below += 2 * (height + 4 * s);
    }
    below += heights.gap;
    const double height = std::max(line, high);
    side.gain = gridAt({left, below}, 1, in.columns, {cellWidth, height}, gapX, 0);
    side.shift = side.gain;
    side.shift.origin.ry() += height + 4 * s;
    return side;
}

} // namespace

std::optional<NumberType> typeFor(const MatrixGeometry& grid, double textScale) {
    const auto withInset = [&](double inset) {
        return numberType({.cell = grid.cellRect(0, 0).size(),
                           .smallest = {0, 13},
                           .inset = inset,
                           .most = 13 * textScale,
                           .least = 9},
                          {5, 4, 3}, 1);
    };
    // Free of the frame of a locked cell, which takes so much of it; else at its edge.
    const std::optional<NumberType> free = withInset(6);
    return free ? free : withInset(3);
}

NormGeometry layoutNorm(const NormGeometryInput& in) {
    NormGeometry geometry;
    if (in.rows == 0 || in.columns == 0 || in.sides.empty())
        return geometry;
    const double s = in.textScale;
    const QRectF area = in.area.adjusted(0, 0, 0, -40 * s);
    // Both matrices are alike, so that they can be compared; only beside the rows of a
    // layer norm stands something more.
    const double gap = 32 * s;
    const double label = in.labelWidth + 10 * s;
    const bool alone = in.sides.size() == 1;
    const double wide = alone ? area.width() - label - (in.sides.front() ? besideRows(s) : 0)
                              : (area.width() - gap - 2 * label - besideRows(s)) / 2;
    double left = area.left();
    for (const bool layer : in.sides) {
        const double width = label + wide + (layer ? besideRows(s) : 0);
        geometry.sides.push_back(
            layoutSide(in, QRectF(left, area.top(), width, area.height()), wide, layer));
        left += width + gap;
    }
    if (alone) {
        QRectF& title = geometry.sides.front().title;
        geometry.offer =
            QRectF(area.right() - in.offerWidth, title.top(), in.offerWidth, title.height());
        title.setRight(geometry.offer.left() - 16 * s);
    }
    geometry.colourBar = QRectF(geometry.sides.front().matrix.origin.x(), in.area.bottom() - 30 * s,
                                in.area.right() - geometry.sides.front().matrix.origin.x(), 30 * s);
    return geometry;
}

} // namespace headscope
