// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double matrixGap = 23;
constexpr double largestCell = 34;
constexpr double smallestCell = 4;
constexpr double titleHeight = 26;
constexpr double barHeight = 24;
constexpr double axisWidth = 16;   ///< of "query", written upwards
constexpr double leastLabels = 44; ///< "key →" stands over them
constexpr double plotGap = 24;
constexpr double leastPlot = 150;
constexpr double longestColumnLabel = 64;
constexpr double weightsLead = 30; ///< square and number of the feature
constexpr double weightsArrow = 26;
constexpr double normWidth = 46;
constexpr Index mostWeightRows = 12; ///< of W_Q and W_K together that have room
constexpr Index mostWeightColumns = 8;

MatrixGeometry gridIn(const QRectF& whole, Index rows, Index columns, QSizeF pitch,
                      bool turned = false) {
    MatrixGeometry grid{.origin = whole.topLeft(),
                        .rows = rows,
                        .columns = columns,
                        .pitchX = pitch.width(),
                        .pitchY = pitch.height(),
                        .turned = turned};
    grid.setGap(grid.smallerPitch() >= 8 ? 1 : 0);
    return grid;
}

} // namespace

MatrixGeometry PaintGeometry::cellsIn(const QRectF& whole, Index rows, Index columns) const {
    const double most = cells[Target].pitchX;
    return gridIn(whole, rows, columns,
                  {std::min(2 * most, whole.width() / static_cast<double>(columns)),
                   std::min(most, whole.height() / static_cast<double>(rows))});
}

std::optional<PaintCell> PaintGeometry::cellAt(QPointF point, Matrix* matrix) const {
    for (const Matrix each : {Target, Head, Difference}) {
        if (!matrices[each].contains(point))
            continue;
        if (matrix)
            *matrix = each;
        return nearest(each, point); // a stroke along the right or lower edge is on the last cells
    }
    return std::nullopt;
}

PaintCell PaintGeometry::nearest(Matrix matrix, QPointF point) const {
    const MatrixGeometry::Position cell = cells[matrix].nearest(point);
    return {cell.row, cell.column};
}

namespace {

/// The painting and the head as large as they can be, with numbers; at the right, or where that is
/// no room below, the verdict, the asked cell in a sentence and the way of the descent.
PaintGeometry layoutPresented(const PaintRoom& room) {
    PaintGeometry at;
    const double s = room.textScale;
    const QRectF& area = room.area;
    const auto rows = static_cast<double>(room.turned ? room.keys : room.queries);
    const auto columns = static_cast<double>(room.turned ? room.queries : room.keys);
    const double axis = axisWidth * s;
    const double labels = axis + std::clamp(room.rowLabelWidth + 8, leastLabels * s, 110 * s);
    const double title = titleHeight * s;
    const double flat = 24 * s;
    const double bar = barHeight * s;
    const double gap = matrixGap * s;
    constexpr double paneWidth = 240;
    constexpr double leastWide = 840; ///< from so wide on, in units of type, words stand beside
    const bool beside = area.width() >= leastWide * s;
    const double pane = beside ? (paneWidth + matrixGap) * s : 0;
    const double bottom = (beside ? 96 : 112) * s;
    const double across = (area.width() - pane - labels - gap) / (2 * columns);
    const double down = (area.height() - title - flat - bar - bottom) / rows;
    double cell = std::max(smallestCell, std::floor(std::min(across, down)));
    at.uprightLabels = room.columnLabelWidth > cell + 1;
    if (at.uprightLabels) {
        const double upright = std::min(room.columnLabelWidth + 6, longestColumnLabel * s);
        cell = std::max(smallestCell, std::floor(std::min(across, down - (upright - flat) / rows)));
    }
    const double labelHeight =
        at.uprightLabels ? std::min(room.columnLabelWidth + 6, longestColumnLabel * s) : flat;
    const double width = cell * columns;
    const double top = area.top() + title + labelHeight;
    for (std::size_t i = 0; i < 2; ++i) {
        const double x = area.left() + labels + static_cast<double>(i) * (width + gap);
        at.titles[i] = {x, area.top(), width, title};
        at.matrices[i] = {x, top, width, cell * rows};
        at.cells[i] = gridIn(at.matrices[i], room.queries, room.keys, {cell, cell}, room.turned);
        at.bars[i] = {x, at.matrices[i].bottom() + 4, width, bar - 4};
    }
    at.columnLabelTop = area.top() + title;
    at.rowLabels = {area.left() + axis, top, labels - axis, cell * rows};
    at.rowAxisX = area.left() + axis / 2;

    const double left = at.matrices[1].right() + gap;
    const auto placeDifference = [&](double y) {
        const double wide = area.right() - left;
        const double named = room.differenceNamed ? flat : 0;
        const double side = std::floor(
            std::min(wide / columns, (at.matrices[0].bottom() - y - title - named) / rows));
        constexpr double leastCell = 9;
        if (side < leastCell * s)
            return;
        at.titles[2] = {left, y, wide, title};
        at.matrices[2] = {left, y + title + named, side * columns, side * rows};
        at.cells[2] = gridIn(at.matrices[2], room.queries, room.keys, {side, side}, room.turned);
        at.bars[2] = {left, at.matrices[2].bottom() + 4, wide, bar - 4};
    };
    const double lower = at.bars[0].bottom() + 6 * s;
    if (beside) {
        const double wide = area.right() - left;
        at.verdict = {left, area.top(), wide, title};
        at.source = {left, at.verdict.bottom(), wide, 22 * s};
        at.sentence = {left, at.source.bottom() + 6 * s, wide, 66 * s};
        placeDifference(at.sentence.bottom() + 6 * s);
        at.curvesTitle = {area.left(), lower, at.rowLabels.width() + axis, title};
        at.curves = {at.matrices[0].left(), lower, left - gap - at.matrices[0].left(),
                     area.bottom() - lower};
    } else {
        placeDifference(area.top());
        const double half = at.matrices[1].left() - area.left() - gap;
        at.verdict = {area.left(), lower, half, title};
        at.source = {area.left(), at.verdict.bottom(), half, 20 * s};
        at.sentence = {area.left(), at.source.bottom() + 2 * s, half,
                       area.bottom() - at.source.bottom() - 2 * s};
        at.curves = {at.matrices[1].left(), lower, area.right() - at.matrices[1].left(),
                     area.bottom() - lower};
    }
    at.height = area.bottom();
    return at;
}

} // namespace

PaintGeometry layoutPaint(const PaintRoom& room) {
    if (room.presented)
        return layoutPresented(room);
    PaintGeometry at;
    const double scale = room.textScale;
    const double axis = axisWidth * scale;
    const double labels =
        axis + std::clamp(room.rowLabelWidth + 8, leastLabels * scale, 110 * scale);
    const auto rows = static_cast<double>(room.turned ? room.keys : room.queries);
    const auto columns = static_cast<double>(room.turned ? room.queries : room.keys);
    const double across = (room.area.width() - labels - 2 * matrixGap) / (3 * columns);
    const double upright = std::min(room.columnLabelWidth + 6, longestColumnLabel * scale);
    const double flat = 22 * scale;
    const double heads = titleHeight * scale + barHeight * scale;
    // The curves keep their least height; what is left is for the matrices.
    const double down =
        (room.area.height() - heads - flat - plotGap - 30 * scale - leastPlot * scale) / rows;
    const double cell = std::clamp(std::floor(std::min(across, std::max(down, 14.0))), smallestCell,
                                   largestCell * scale);
    at.uprightLabels = room.columnLabelWidth > cell + 1;
    const double labelHeight = at.uprightLabels ? upright : flat;

    double y = room.area.top();
    const double width = cell * columns;
    // Where height is the shorter side, the gaps take what the width leaves.
    const double gap = std::clamp((room.area.width() - labels - 3 * width) / 2, matrixGap, 60.0);
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = room.area.left() + labels + static_cast<double>(i) * (width + gap);
        at.titles[i] = {x, y, width, titleHeight * scale};
        at.matrices[i] = {x, y + titleHeight * scale + labelHeight, width, cell * rows};
        at.cells[i] = gridIn(at.matrices[i], room.queries, room.keys, {cell, cell}, room.turned);
        at.bars[i] = {x, at.matrices[i].bottom() + 4, width, barHeight * scale - 4};
    }
    at.columnLabelTop = y + titleHeight * scale;
    at.rowLabels = {room.area.left() + axis, at.matrices[0].top(), labels - axis, cell * rows};
    at.rowAxisX = room.area.left() + axis / 2;
    y = at.bars[0].bottom() + plotGap;

    const double left = room.area.left();
    const double bottom = std::max(room.area.bottom(), y + (30 + leastPlot) * scale);
    const Index weightRows = room.queryWidth + room.keyWidth;
    const bool showsWeights = weightRows <= mostWeightRows && room.keyDim <= mostWeightColumns &&
                              room.area.width() >= 560;
    double curvesWidth = room.area.width();
    if (showsWeights) {
        const double most = std::min(room.area.width() * 0.42, 348 * scale);
        const double norms = normWidth * scale;
        const double columnsOfBoth = 2 * static_cast<double>(room.keyDim);
        at.weightCellWidth =
            std::min(50 * scale, (most - weightsLead - weightsArrow - norms) / columnsOfBoth);
        const double room4 = bottom - y - (30 + 18 + 24 + 10) * scale;
        at.weightCellHeight =
            std::clamp(room4 / static_cast<double>(weightRows), 14.0, 26.0 * scale);
        const double used = weightsLead + weightsArrow + columnsOfBoth * at.weightCellWidth;
        const double x = room.area.right() - used - norms;
        at.normLeft = room.area.right() - norms;
        curvesWidth = x - left - 28;
        at.weightsTitle = {x, y, used + norms, 26 * scale};
        const double one = at.weightCellWidth * static_cast<double>(room.keyDim);
        double top = y + (30 + 18) * scale;
        for (std::size_t i = 0; i < 4; i += 2) {
            const auto count = static_cast<double>(i == 0 ? room.queryWidth : room.keyWidth);
            const double high = count * at.weightCellHeight;
            at.weights[i] = {x + weightsLead, top, one, high};
            at.weights[i + 1] = {x + weightsLead + one + weightsArrow, top, one, high};
            top += high + 10 * scale;
        }
        at.weightsBar = {x + weightsLead, top, used - weightsLead, 20 * scale};
    }
    at.curvesTitle = {left, y, curvesWidth, 26 * scale};
    at.curves = {left, y + 28 * scale, curvesWidth, bottom - y - 28 * scale};
    at.height = std::max(at.curves.bottom(), at.weightsBar.bottom());
    return at;
}

} // namespace headscope
