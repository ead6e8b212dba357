// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// Sizes that give way where the window is low, and grow where it is high.
struct Flexible {
    double loss, accuracy, row, cell;
};
constexpr Flexible tightest{44, 30, 34, 19};
constexpr Flexible designed{78, 52, 50, 29};
constexpr Flexible roomiest{130, 86, 58, 36};

Flexible mixed(const Flexible& a, const Flexible& b, double t) {
    const auto mix = [t](double from, double to) { return from + (to - from) * t; };
    return {mix(a.loss, b.loss), mix(a.accuracy, b.accuracy), mix(a.row, b.row),
            mix(a.cell, b.cell)};
}

// Distances that stay, in logical pixels.
constexpr double top = 26;
constexpr double betweenPlots = 40;
constexpr double toSteps = 17;
constexpr double toFilm = 17;
constexpr double toWords = 8;
constexpr double toDivider = 19;
constexpr double toTitle = 18;
constexpr double toKeys = 24;
constexpr double toMatrix = 18;
constexpr double toLegend = 13;
constexpr double bottom = 17;
constexpr double fixedHeight = top + betweenPlots + toSteps + toFilm + toWords + toDivider +
                               toTitle + toKeys + toMatrix + toLegend + bottom;

constexpr double axisLeft = 126;
constexpr double axisRight = 58; ///< from the right edge
constexpr double matrixLeft = 98;
constexpr double betweenMatrices = 40;
constexpr double padding = 24;
constexpr double widestCell = 48;
constexpr double widestAnswer = 296;
constexpr double narrowestAnswer = 188;
constexpr double columnPitch = 54;

/// A long matrix shows its rows in the room that ten of the design's have.
double rowsHeight(double cell, int rows) {
    return std::min(cell * rows, std::max(cell * 6, 9.0 * std::min(rows, 20)));
}

double heightOf(const Flexible& flexible, const TrainExtent& extent) {
    return fixedHeight + flexible.loss + flexible.accuracy + flexible.row * extent.heads +
           rowsHeight(flexible.cell, extent.queries);
}

Flexible fitted(const TrainExtent& extent) {
    const double room = extent.room.height() / extent.scale;
    const auto between = [&](const Flexible& low, const Flexible& high) {
        const double from = heightOf(low, extent);
        const double to = heightOf(high, extent);
        return mixed(low, high, to > from ? std::clamp((room - from) / (to - from), 0.0, 1.0) : 1);
    };
    return room < heightOf(designed, extent) ? between(tightest, designed)
                                             : between(designed, roomiest);
}

} // namespace

TrainGeometry TrainGeometry::of(const TrainExtent& extent) {
    const double s = extent.scale;
    const Flexible flexible = fitted(extent);
    TrainGeometry g;
    g.scale = s;
    g.heads = extent.heads;
    const double width = extent.room.width();
    const double across = std::max(60.0, width - (axisLeft + axisRight) * s);
    double y = top * s;
    const auto down = [&](double by) { return std::exchange(y, y + by * s); };
    g.loss = QRectF(axisLeft * s, y, across, flexible.loss * s);
    down(flexible.loss + betweenPlots);
    g.accuracy = QRectF(axisLeft * s, y, across, flexible.accuracy * s);
    down(flexible.accuracy + toSteps);
    g.stepsY = y;
    down(toFilm);
    g.filmTop = y;
    g.rowPitch = flexible.row * s;
    down(flexible.row * extent.heads + toWords);
    g.wordsY = y;
    down(toDivider);
    g.divider = std::round(y);
    down(toTitle);
    g.titleY = y;
    down(toKeys);
    g.keysY = y;
    down(toMatrix);

    g.pixelsPerStep = across / static_cast<double>(std::max<Index>(1, extent.steps));
    g.columnEvery = std::max<Index>(1, extent.every);
    while (static_cast<double>(g.columnEvery) * g.pixelsPerStep < columnPitch * s &&
           g.columnEvery < extent.steps)
        g.columnEvery += std::max<Index>(1, extent.every);
    const double cellHeight = std::min(9 * s, (g.rowPitch - 5 * s) / extent.queries);
    g.picture =
        QSizeF(std::min(12 * s, 48 * s / extent.keys) * extent.keys, cellHeight * extent.queries);

    double answer = std::clamp(0.34 * width, narrowestAnswer * s, widestAnswer * s);
    const double matrices = width - (matrixLeft + 2 * betweenMatrices + padding) * s - answer;
    const double cellWidth = std::clamp(matrices / 2 / extent.keys, 2.0, widestCell * s);
    const double matrixWidth = cellWidth * extent.keys;
    const double matrixHeight = rowsHeight(flexible.cell, extent.queries) * s;
    g.cell = QSizeF(cellWidth, matrixHeight / extent.queries);
    g.left = QRectF(matrixLeft * s, std::round(y), matrixWidth, matrixHeight);
    g.right = g.left.translated(matrixWidth + betweenMatrices * s, 0);
    // What is left beside narrow matrices is the answer's.
    const double answerLeft = g.right.right() + betweenMatrices * s;
    g.answer =
        QRectF(answerLeft, g.left.top(),
               std::min(width - padding * s - answerLeft, 1.3 * widestAnswer * s), matrixHeight);
    y = g.left.bottom();
    down(toLegend);
    g.legendY = y;
    down(bottom);
    g.height = y;
    return g;
}

QRectF TrainGeometry::pictureAt(int head, double step) const {
    const QPointF centre(xOf(step), filmTop + (head + 0.5) * rowPitch - 2 * scale);
    return {centre.x() - picture.width() / 2, centre.y() - picture.height() / 2, picture.width(),
            picture.height()};
}

QRectF TrainGeometry::rowOf(int head, double width) const {
    return {0, filmTop + head * rowPitch - 2 * scale, width, rowPitch};
}

QRectF TrainGeometry::cellAt(const QRectF& matrix, int row, int column) const {
    return {matrix.left() + column * cell.width(), matrix.top() + row * cell.height(), cell.width(),
            cell.height()};
}

} // namespace headscope
