// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_geometry.h"

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
constexpr double topMargin = 26;
constexpr double betweenPlots = 40;
constexpr double toSteps = 17;
constexpr double toFilm = 17;
constexpr double toWords = 8;
constexpr double toDivider = 19;
constexpr double toTitle = 18;
constexpr double toKeys = 24;
constexpr double toMatrix = 18;
constexpr double toLegend = 13;
constexpr double bottomMargin = 17;
constexpr double fixedHeight = topMargin + betweenPlots + toSteps + toFilm + toWords + toDivider +
                               toTitle + toKeys + toMatrix + toLegend + bottomMargin;

constexpr double axisLeft = 126;
constexpr double axisRight = 58; ///< from the right edge
constexpr double matrixLeft = 98;
constexpr double betweenMatrices = 40;
constexpr double pagePadding = 24;
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

void TrainGeometry::placeTime(const TrainExtent& extent, double highLoss, double highAccuracy,
                              double row, double before, double behind) {
    const double s = extent.scale;
    const double across = std::max(60.0, timeRight - (before + behind) * s);
    double y = topMargin * s;
    const auto down = [&](double by) { return std::exchange(y, y + by * s); };
    loss = QRectF(before * s, y, across, highLoss * s);
    down(highLoss + betweenPlots);
    accuracy = QRectF(before * s, y, across, highAccuracy * s);
    down(highAccuracy + toSteps);
    stepsY = y;
    down(toFilm);
    filmTop = y;
    rowPitch = row * s;
    down(row * extent.heads + toWords);
    wordsY = y;

    pixelsPerStep = across / static_cast<double>(std::max<Index>(1, extent.steps));
    columnEvery = std::max<Index>(1, extent.every);
    while (static_cast<double>(columnEvery) * pixelsPerStep < columnPitch * s &&
           columnEvery < extent.steps)
        columnEvery += std::max<Index>(1, extent.every);
    const double cellHeight = std::min(9 * s, (rowPitch - 5 * s) / extent.queries);
    picture =
        QSizeF(std::min(12 * s, 48 * s / extent.keys) * extent.keys, cellHeight * extent.queries);
}

TrainGeometry TrainGeometry::of(const TrainExtent& extent) {
    if (extent.presented)
        return presented(extent);
    const double s = extent.scale;
    const Flexible flexible = fitted(extent);
    TrainGeometry g;
    g.scale = s;
    g.heads = extent.heads;
    const double width = extent.room.width();
    g.timeRight = width;
    g.placeTime(extent, flexible.loss, flexible.accuracy, flexible.row, axisLeft, axisRight);
    double y = g.wordsY;
    const auto down = [&](double by) { return std::exchange(y, y + by * s); };
    down(toDivider);
    g.divider = std::round(y);
    down(toTitle);
    g.titleY = g.answerTitleY = y;
    down(toKeys);
    g.keysY = g.answerHeadY = y;
    down(toMatrix);

    double answer = std::clamp(0.34 * width, narrowestAnswer * s, widestAnswer * s);
    const double matrices = width - (matrixLeft + 2 * betweenMatrices + pagePadding) * s - answer;
    const double cellWidth = std::clamp(matrices / 2 / extent.keys, 2.0, widestCell * s);
    const double matrixWidth = cellWidth * extent.keys;
    const double matrixHeight = rowsHeight(flexible.cell, extent.queries) * s;
    g.left = {.origin = {matrixLeft * s, std::round(y)},
              .rows = extent.queries,
              .columns = extent.keys,
              .pitchX = cellWidth,
              .pitchY = matrixHeight / extent.queries};
    g.right = g.left;
    g.right.origin.rx() += matrixWidth + betweenMatrices * s;
    // What is left beside narrow matrices is the answer's.
    const double answerLeft = g.right.bounds().right() + betweenMatrices * s;
    g.answer = QRectF(answerLeft, g.left.origin.y(),
                      std::min(width - pagePadding * s - answerLeft, 1.3 * widestAnswer * s),
                      matrixHeight);
    g.rowAxisY = g.left.origin.y() + matrixHeight / 2;
    y = g.left.origin.y() + matrixHeight;
    down(toLegend);
    g.legendY = y;
    down(bottomMargin);
    g.height = y;
    return g;
}

TrainGeometry TrainGeometry::presented(const TrainExtent& extent) {
    const double s = extent.scale;
    const double width = extent.room.width() / s;
    const double height = extent.room.height() / s;
    TrainGeometry g;
    g.scale = s;
    g.heads = extent.heads;
    // The time at the left, growing with the room; what is said of the head at the right.
    constexpr double timePart = 0.56;
    constexpr double presentedAxis = 136;
    const double fixed = topMargin + betweenPlots + toSteps + toFilm + toWords + bottomMargin;
    const double rows = height - fixed;
    const double row = std::clamp(0.62 * rows / extent.heads, tightest.row, 1.5 * roomiest.row);
    const double plots = std::clamp(rows - row * extent.heads, 2 * tightest.accuracy, 260.0);
    g.timeRight = std::round(timePart * width) * s;
    g.placeTime(extent, 0.6 * plots, 0.4 * plots, row, presentedAxis, 36);
    g.divider = g.timeRight;

    g.headsLeft = g.timeRight;
    const double left = g.headsLeft + pagePadding * s;
    const double right = (width - pagePadding) * s;
    double y = 22 * s;
    g.titleY = y;
    g.sentence = QRectF(left, y + 20 * s, right - left, 58 * s);
    const double matrixTop =
        std::round(g.sentence.bottom() + std::max(32 * s, extent.keyLabelHeight + 6 * s));
    g.keysY = matrixTop - toMatrix * s;
    // The answer keeps the rows that it has, where the matrix is not the larger picture.
    constexpr double answerRow = 20;
    constexpr int fewQueries = 6;
    const double part = extent.queries > fewQueries ? 0.09 : 0.3;
    const double answers =
        extent.answers > 0 ? std::min(answerRow * extent.answers, part * height) + 54 : 0;
    const double room =
        std::max(60.0, height - matrixTop / s - answers - 2 * toLegend - bottomMargin);
    const double labels = 78;
    const double cellWidth = std::min((right - left) / s - labels, 3.0 * room) / extent.keys;
    const double cellHeight = std::min(room / extent.queries, std::max(36.0, 0.8 * cellWidth));
    g.left = {.origin = {left + labels * s, matrixTop},
              .rows = extent.queries,
              .columns = extent.keys,
              .pitchX = std::min(cellWidth, 2.2 * cellHeight) * s,
              .pitchY = cellHeight * s};
    g.rowAxisY = g.left.bounds().center().y();
    g.legendY = g.left.bounds().bottom() + toLegend * s;
    y = g.legendY + 28 * s;
    g.answerTitleY = y;
    g.answerHeadY = y + 20 * s;
    g.answer = QRectF(left, g.answerHeadY + 12 * s, right - left,
                      extent.answers > 0 ? (answers - 54) * s : 0);
    g.height = std::max(g.wordsY + bottomMargin * s, g.answer.bottom() + 4 * s);
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

} // namespace headscope
