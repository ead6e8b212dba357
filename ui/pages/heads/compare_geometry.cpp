// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double largestPitch = 40;
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
    matrix.gap = pitch >= 6 ? 1 : 0;
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
        small.matrix.gap = pitch >= 5 ? 1 : 0;
        const double beyond = small.matrix.bounds().right() + 8;
        small.badge = QRectF(beyond, top, 18 * sizes.s, 18 * sizes.s);
        small.value = QRectF(beyond, top + 22 * sizes.s, beside - 8, 18 * sizes.s);
        geometry.heads.push_back(small);
    }
}

} // namespace

CompareGeometry layoutCompare(const CompareGeometryInput& in) {
    CompareGeometry geometry;
    const double s = in.textScale;
    const Sizes sizes{s};
    const QRectF& area = in.area;
    const double gap = gapBetween * s;
    geometry.together = in.controls && area.width() < leastWidthForThree * s;
    const int matrices = 1 + (geometry.together ? 0 : 1) + (in.difference ? 1 : 0);

    const double label = std::clamp(in.rowLabelWidth + 14 * s, 56 * s, area.width() * 0.2);
    const double top = sizes.titleHeight + (in.edits ? sizes.editsHeight : 0) + sizes.choiceHeight;
    double below = (in.weights ? sizes.receivedHeight : 8 * s) + sizes.barHeight;
    const bool bottom =
        in.difference && area.height() - top - below - sizes.bottomHeight > 0.42 * area.height();
    if (bottom)
        below += sizes.bottomHeight + 8 * s;
    const auto columns = static_cast<double>(std::max(in.columns, in.columnsB));
    const auto rows = static_cast<double>(std::max(in.rows, in.rowsB));
    const auto pitchFor = [&](double columnLabels, double beside) {
        const double wide =
            (area.width() - label - (matrices - 1) * gap - beside) / (matrices * columns);
        const double high = (area.height() - top - columnLabels - below) / rows;
        return MatrixGeometry::drawnPitch(std::max(0.05, std::min({wide, high, largestPitch * s})));
    };
    // What rows moved needs less than digits in the cells do.
    constexpr double digits = 26;
    bool moved = in.difference && in.weights;
    bool output = in.difference && in.output;
    const auto beside = [&] {
        return (moved ? sizes.movedWidth : 0) + (output ? sizes.outputWidth : 0) +
               (moved || output ? 8 * s : 0);
    };
    const double lying = 26 * s;
    double labels = lying;
    double pitch = pitchFor(labels, beside());
    if (output && pitch < digits * s) {
        output = false;
        if (pitchFor(labels, beside()) < digits * s) // it does not help
            output = in.output && area.width() > 700 * s;
        pitch = pitchFor(labels, beside());
    }
    if (in.columnLabelWidth > pitch - 4 && columns > 1) {
        geometry.columnLabelsUpright = true;
        labels = std::clamp(in.columnLabelWidth + 10 * s, lying, 90 * s);
        pitch = pitchFor(labels, beside());
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
        geometry.edits = QRectF(area.left(), y, area.width() - 140 * s, sizes.editsHeight);
        geometry.pin = QRectF(area.right() - 130 * s, y + 3 * s, 130 * s, 28 * s);
        y += sizes.editsHeight;
    }

    const double left = std::round(area.left() + label);
    const double width = columns * pitch;
    const double cellsTop = std::round(y + sizes.choiceHeight + labels);
    const auto choice = [&](double x, QRectF& badge, QRectF& menu) {
        badge = QRectF(x, y + 4 * s, 26 * s, 26 * s);
        menu = QRectF(x + 34 * s, y + 2 * s, std::max(120 * s, width - 34 * s), 30 * s);
    };
    double x = left;
    choice(x, geometry.badgeA, geometry.choiceA);
    geometry.a = matrixAt({x, cellsTop}, in.rows, in.columns, pitch);
    geometry.swap = QRectF(x + width + 2, y + 4 * s, gap - 4, 26 * s);
    if (geometry.together) {
        // Both menus over the one place; the second one begins where there is room.
        const double half = std::max(120 * s, (width - 68 * s - gap) / 2);
        geometry.choiceA.setWidth(half);
        geometry.swap.moveLeft(geometry.choiceA.right() + 2);
        geometry.badgeB = QRectF(geometry.swap.right() + 4, y + 4 * s, 26 * s, 26 * s);
        geometry.choiceB = QRectF(geometry.badgeB.right() + 8 * s, y + 2 * s, half, 30 * s);
        geometry.b = matrixAt({x, cellsTop}, in.rowsB, in.columnsB, pitch);
    } else {
        x += width + gap;
        choice(x, geometry.badgeB, geometry.choiceB);
        geometry.b = matrixAt({x, cellsTop}, in.rowsB, in.columnsB, pitch);
    }
    double right = x + width;
    if (in.difference) {
        x = std::max(x + width, geometry.choiceB.right()) + gap;
        geometry.differenceTitle = QRectF(x, y, std::max(width, 200 * s), sizes.choiceHeight);
        geometry.difference = matrixAt({x, cellsTop}, in.rows, in.columns, pitch);
        right = x + width;
    }
    geometry.columnLabelTop = cellsTop - labels;
    geometry.columnLabelHeight = labels;
    const double cellsHeight = rows * pitch;
    geometry.axes = QRectF(area.left(), cellsTop - std::max(labels, 40 * s), label - 8 * s,
                           std::max(labels, 40 * s));
    geometry.rowLabels = QRectF(area.left(), cellsTop, label - 8 * s, cellsHeight);
    if (moved) {
        geometry.moved = QRectF(right + 8 * s, cellsTop, sizes.movedWidth, cellsHeight);
        right = geometry.moved.right();
    }
    if (output) {
        geometry.output =
            QRectF(right + (moved ? 0 : 8 * s), cellsTop, sizes.outputWidth, cellsHeight);
    }
    y = cellsTop + cellsHeight;
    if (in.weights) {
        geometry.received = QRectF(area.left(), y, right - area.left(), sizes.receivedHeight);
        y += sizes.receivedHeight;
    } else {
        y += 8 * s;
    }
    geometry.bar = QRectF(left, y + 8 * s, width, sizes.barHeight - 8 * s);
    if (in.difference)
        geometry.differenceBar =
            QRectF(geometry.difference.origin.x(), y + 8 * s, width, sizes.barHeight - 8 * s);
    const double legendLeft = geometry.together ? geometry.bar.right() : geometry.b.origin.x();
    geometry.legend =
        QRectF(legendLeft, y + 8 * s, geometry.together ? gap : width, sizes.barHeight - 8 * s);
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
