// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double largestPitch = 56;
constexpr double gapBetween = 24; ///< between two matrices
constexpr int mostRows = 4;       ///< of the list of cells, in two columns

struct Sizes {
    double s;
    double titleHeight = 34 * s;
    double editsHeight = 34 * s;
    double choiceHeight = 36 * s;
    double receivedHeight = 24 * s;
    double barHeight = 34 * s;
    double movedWidth = 76 * s;
    double outputWidth = 124 * s;
    double lineHeight = 23 * s;
    double bottomHeight = 12 * s + 24 * s + mostRows * lineHeight;
};

/// The cells from there on.
MatrixGeometry matrixAt(QPointF origin, Index rows, Index columns, double pitch) {
    MatrixGeometry matrix;
    matrix.origin = origin;
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.pitchX = matrix.pitchY = pitch;
    matrix.setGap(pitch >= 6 ? 1 : 0);
    return matrix;
}

void placeMost(CompareGeometry& geometry, const Sizes& sizes, const QRectF& room) {
    const double gap = gapBetween * sizes.s;
    geometry.mostTitle = QRectF(room.left(), room.top(), room.width(), 24 * sizes.s);
    const double width = (room.width() - gap) / 2;
    for (int i = 0; i < 2 * mostRows; ++i)
        geometry.most.emplace_back(room.left() + (i / mostRows) * (width + gap),
                                   geometry.mostTitle.bottom() + (i % mostRows) * sizes.lineHeight,
                                   width, sizes.lineHeight);
}

void placeHeads(CompareGeometry& geometry, const CompareGeometryInput& in, const Sizes& sizes,
                const QRectF& room) {
    geometry.headsTitle = QRectF(room.left(), room.top(), room.width(), 24 * sizes.s);
    const double height = room.bottom() - geometry.headsTitle.bottom();
    const auto longer = static_cast<double>(std::max(in.rows, in.columns));
    const double beside = 52 * sizes.s; // badge and number
    const int most = std::max(1, static_cast<int>(room.width() / (beside + 40 * sizes.s)));
    const int shown = std::min(in.heads, most);
    const double pitchX = std::min(room.width() / shown, 160 * sizes.s);
    const double side = std::min({height, pitchX - beside, longer * 9 * sizes.s});
    const double pitch = MatrixGeometry::drawnPitch(side / longer);
    for (int i = 0; i < shown; ++i) {
        CompareThumbnail small;
        const double left = room.left() + i * pitchX;
        const double top = geometry.headsTitle.bottom();
        small.frame = QRectF(left - 6, top - 4, pitchX - 2, side + 8);
        small.matrix = matrixAt({left, top}, in.rows, in.columns, pitch);
        small.matrix.setGap(pitch >= 5 ? 1 : 0);
        const double beyond = small.matrix.bounds().right() + 8;
        small.badge = QRectF(beyond, top, 18 * sizes.s, 18 * sizes.s);
        small.value = QRectF(beyond, top + 22 * sizes.s, beside - 8, 18 * sizes.s);
        geometry.heads.push_back(small);
    }
}

} // namespace

namespace {
/// What of the measures beside the rows is shown.
struct MeasureColumns {
    bool moved = false;
    bool output = false;

    double width(const Sizes& sizes) const {
        return (moved ? sizes.movedWidth : 0) + (output ? sizes.outputWidth : 0) +
               (moved || output ? 8 * sizes.s : 0);
    }
};
} // namespace

CompareGeometry layoutCompare(const CompareGeometryInput& in) {
    CompareGeometry geometry;
    const double s = in.textScale;
    const Sizes sizes{s};
    const QRectF& area = in.area;
    const double gap = gapBetween * s;
    const double least = in.presented ? leastWidthPresented : leastWidthForThree;
    geometry.together = in.controls && area.width() < least * s;
    const int matrices = 1 + (geometry.together ? 0 : 1) + (in.difference ? 1 : 0);

    const double label = std::clamp(in.rowLabelWidth + 14 * s, 56 * s, area.width() * 0.2);
    // Two menus over one place need a line of their own.
    const double heading = geometry.together ? 26 * s : 0;
    const double top =
        sizes.titleHeight + (in.edits ? sizes.editsHeight : 0) + sizes.choiceHeight + heading;
    double below = (in.weights ? sizes.receivedHeight : 8 * s) + sizes.barHeight;
    const double bottomHeight = sizes.bottomHeight + 8 * s;
    bool bottom =
        in.difference && area.height() - top - below - bottomHeight + 8 * s > 0.42 * area.height();
    if (bottom)
        below += bottomHeight;
    const auto columns = static_cast<double>(std::max(in.columns, in.columnsB));
    const auto rows = static_cast<double>(std::max(in.rows, in.rowsB));
    const auto roomFor = [&](const MeasureColumns& columnsShown) {
        return (area.width() - label - (matrices - 1) * gap - columnsShown.width(sizes)) / matrices;
    };
    const auto pitchFor = [&](double columnLabels, const MeasureColumns& columnsShown) {
        const double high = (area.height() - top - columnLabels - below) / rows;
        return MatrixGeometry::drawnPitch(
            std::max(0.05, std::min({roomFor(columnsShown) / columns, high, largestPitch * s})));
    };
    // What rows moved needs less than digits in the cells do.
    constexpr double digits = 26;
    MeasureColumns columnsShown;
    columnsShown.moved = in.difference && in.weights && area.width() > 560 * s;
    columnsShown.output = in.difference && in.output && area.width() > 700 * s;
    const double lying = 26 * s;
    double labels = lying;
    if (in.presented && bottom) {
        const double beneath = pitchFor(labels, columnsShown);
        below -= bottomHeight;
        bottom = pitchFor(labels, columnsShown) <= beneath;
        below += bottom ? bottomHeight : 0;
    }
    if (columnsShown.output && pitchFor(labels, columnsShown) < digits * s) {
        const MeasureColumns without{columnsShown.moved, false};
        if (pitchFor(labels, without) >= digits * s) // it helps
            columnsShown = without;
    }
    double pitch = pitchFor(labels, columnsShown);
    if (in.columnLabelWidth > pitch - 4 && columns > 1) {
        geometry.columnLabelsUpright = true;
        labels = std::clamp(in.columnLabelLength + 12 * s, lying, 90 * s);
        pitch = pitchFor(labels, columnsShown);
    }

    double y = area.top();
    geometry.badge = QRectF(area.left(), y + 3 * s, 26 * s, 26 * s);
    const double measureWidth = std::min(220 * s, area.width() * 0.25);
    geometry.title =
        QRectF(geometry.badge.right() + 12 * s, y,
               area.width() - measureWidth - geometry.badge.width() - 24 * s, sizes.titleHeight);
    geometry.measure = QRectF(area.right() - measureWidth, y, measureWidth, sizes.titleHeight);
    y += sizes.titleHeight;
    if (in.edits) {
        const double pin = std::min(160 * s, area.width() * 0.3);
        geometry.edits = QRectF(area.left(), y, area.width() - pin - 10 * s, sizes.editsHeight);
        geometry.pin = QRectF(area.right() - pin, y + 3 * s, pin, 28 * s);
        y += sizes.editsHeight;
    }

    const double left = std::round(area.left() + label);
    const double width = columns * pitch;
    // A narrow matrix still has room for its menu and its colour bar.
    const double block = std::max(width, std::min(170 * s, roomFor(columnsShown)));
    const double cellsTop = std::round(y + sizes.choiceHeight + heading + labels);
    const auto choice = [&](double x, double room, QRectF& badge, QRectF& menu) {
        badge = QRectF(x, y + 4 * s, 26 * s, 26 * s);
        menu = QRectF(x + 34 * s, y + 2 * s, room - 34 * s, 30 * s);
    };
    geometry.a = matrixAt({left, cellsTop}, in.rows, in.columns, pitch);
    double x = left;
    if (geometry.together) {
        const double half = (area.width() - gap) / 2;
        choice(area.left(), half, geometry.badgeA, geometry.choiceA);
        choice(area.left() + half + gap, half, geometry.badgeB, geometry.choiceB);
        geometry.b = matrixAt({left, cellsTop}, in.rowsB, in.columnsB, pitch);
        geometry.sharedTitle = QRectF(left, y + sizes.choiceHeight, block, heading);
    } else {
        choice(x, block, geometry.badgeA, geometry.choiceA);
        x += std::round(block + gap);
        choice(x, block, geometry.badgeB, geometry.choiceB);
        geometry.b = matrixAt({x, cellsTop}, in.rowsB, in.columnsB, pitch);
    }
    geometry.swap = QRectF(geometry.choiceA.right() + 2, y + 4 * s, gap - 4, 26 * s);
    if (in.difference) {
        x += std::round(block + gap);
        geometry.differenceTitle = QRectF(x, y + heading + (geometry.together ? 10 * s : 0), block,
                                          sizes.choiceHeight - (geometry.together ? 10 * s : 0));
        geometry.difference = matrixAt({x, cellsTop}, in.rows, in.columns, pitch);
    }
    const double right = x + block;
    geometry.columnLabelTop = cellsTop - labels;
    geometry.columnLabelHeight = labels;
    const double cellsHeight = rows * pitch;
    const double corner = std::max(labels, 40 * s);
    geometry.axes = QRectF(area.left(), cellsTop - corner, label - 8 * s, corner);
    geometry.rowLabels = QRectF(area.left(), cellsTop, label - 8 * s, cellsHeight);
    // Beside the cells, where those are narrower than their block.
    double measures = std::min(right, geometry.difference.bounds().right() + 1) + 8 * s;
    if (columnsShown.moved) {
        geometry.moved = QRectF(measures, cellsTop, sizes.movedWidth, cellsHeight);
        measures = geometry.moved.right();
    }
    if (columnsShown.output)
        geometry.output = QRectF(measures, cellsTop, sizes.outputWidth, cellsHeight);
    y = cellsTop + cellsHeight;
    if (in.weights) {
        geometry.received = QRectF(area.left(), y, right - area.left(), sizes.receivedHeight);
        y += sizes.receivedHeight;
    } else {
        y += 8 * s;
    }
    const double barHeight = sizes.barHeight - 8 * s;
    geometry.bar = QRectF(left, y + 8 * s, block, barHeight);
    if (in.difference)
        geometry.differenceBar =
            QRectF(geometry.difference.origin.x(), y + 8 * s, block, barHeight);
    if (!geometry.together)
        geometry.legend = QRectF(geometry.b.origin.x(), y + 8 * s, block, barHeight);
    y += sizes.barHeight;
    if (bottom) {
        geometry.rule = std::round(y + 4 * s);
        const double from = y + 12 * s;
        const double to = std::min(area.bottom(), from + 24 * s + mostRows * sizes.lineHeight);
        // The heads stand below B − A, where that leaves enough for the list.
        const double divide =
            std::clamp(geometry.difference.origin.x(), area.left() + area.width() * 0.45,
                       area.left() + area.width() * 0.62);
        placeMost(geometry, sizes, {area.left(), from, divide - area.left() - gap, to - from});
        placeHeads(geometry, in, sizes, {divide, from, area.right() - divide, to - from});
    }
    return geometry;
}

} // namespace headscope
