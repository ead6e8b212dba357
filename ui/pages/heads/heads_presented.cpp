// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_presented.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

constexpr double wantedCell = 88;     ///< wide, so that three decimals have room
constexpr double wantedPane = 704;    ///< of what stands beside the matrix
constexpr double narrowestPane = 420; ///< where the cells need the width more
constexpr double paneGap = 56;
constexpr double widestText = 900;
constexpr double largestSmall = 230; ///< side of a small head
constexpr double sumWidth = 84;      ///< of "Σ row" and "1.00", beside the rows
constexpr double partWidth = 92;     ///< the same with "in view", of a part of the rows
constexpr double sumHeight = 40;     ///< below them, where they are columns

/// Cells as high as the room lets them; the width follows the digits. Where none fit, square.
MatrixGeometry cellsIn(const QRectF& room, const HeadsGeometryInput& in) {
    const double u = in.unit;
    MatrixGeometry cells =
        MatrixGeometry::fitted(room.adjusted(0, 0, -headGaps(in), 0), in.rows, in.columns,
                               std::numeric_limits<double>::infinity(), in.turned);
    const double across = static_cast<double>(cells.across());
    const double down = static_cast<double>(cells.down());
    const double wide = std::floor((room.width() - headGaps(in)) / across);
    const double high = std::floor(room.height() / down);
    if (wide < presented::digitCellWidth * u || high < presented::digitCellHeight * u)
        return groupedByHead(cells, in);
    // Not so long in one direction that a row cannot be followed any more.
    cells.pitchX = std::floor(std::min(wide, 1.35 * high));
    cells.pitchY = std::floor(std::min(high, 1.6 * cells.pitchX));
    cells.setGap(std::max(1.0, std::round(2 * u)));
    return groupedByHead(cells, in);
}

struct Grid {
    int columns = 1;
    double side = 0;
    double title = 0; ///< height of what stands over a small head; 0: there is no room
};

/// The columns with which small heads become largest.
Grid chooseGrid(const HeadsGeometryInput& in, const QSizeF& room) {
    const double u = in.unit;
    Grid best;
    // With badge and number, with a badge alone, with nothing.
    for (const double title : {presented::headTitle * u, presented::badgeTitle * u, 0.0}) {
        for (int columns = 1; columns <= in.panels; ++columns) {
            const int rows = (in.panels + columns - 1) / columns;
            // Side by side a title needs room for its number.
            const double wide = room.width() / columns;
            if (title >= presented::headTitle * u && wide < 120 * u)
                break;
            const double side =
                std::min({wide - 20 * u, room.height() / rows - title - 12 * u, largestSmall * u});
            if (side > best.side * 1.02)
                best = {columns, side, title};
        }
        if (best.side >= 48 * u)
            break;
    }
    best.side = std::max(best.side, 4.0);
    return best;
}

void placeHeads(HeadsGeometry& geometry, const HeadsGeometryInput& in, const QRectF& space) {
    const double u = in.unit;
    geometry.thumbnailTitle = QRectF(space.left(), space.top(), space.width(), 36 * u);
    const QRectF room = space.adjusted(-10 * u, 40 * u, 0, 0);
    const Grid grid = chooseGrid(in, room.size());
    const int rows = (in.panels + grid.columns - 1) / grid.columns;
    const double wide =
        std::min(room.width() / grid.columns, std::max(grid.side, 110 * u) + 24 * u);
    const double high = std::min(room.height() / rows, grid.side + grid.title + 14 * u);
    for (int i = 0; i < in.panels; ++i) {
        Thumbnail head;
        head.frame = QRectF(room.left() + (i % grid.columns) * wide,
                            room.top() + (i / grid.columns) * high, wide, high);
        const double x = head.frame.left() + 10 * u;
        head.title = QRectF(x, head.frame.top() + 2 * u, wide - 20 * u, grid.title);
        const QRectF cells(x, head.title.bottom() + 2 * u, std::min(grid.side, wide - 20 * u),
                           std::min(grid.side, high - grid.title - 10 * u));
        head.matrix = MatrixGeometry::fitted(cells, in.rows, in.columns, 64 * u, in.turned);
        geometry.thumbnails.push_back(head);
    }
}

void placePane(HeadsGeometry& geometry, const HeadsGeometryInput& in, QRectF pane) {
    const double u = in.unit;
    pane.setWidth(std::min(pane.width(), widestText * u));
    const auto line = [&](double top, double height) {
        return QRectF(pane.left(), top, pane.width(), height);
    };
    geometry.title = line(pane.top() + 20 * u, 56 * u);
    geometry.subtitle = line(geometry.title.bottom() + 2 * u, 44 * u);
    geometry.colourBar = line(pane.bottom() - 44 * u, 44 * u);
    const double top = geometry.subtitle.bottom() + 20 * u;
    QRectF rest = line(top, geometry.colourBar.top() - 20 * u - top);
    geometry.sentence = line(top, std::min(216 * u, rest.height() * 0.42));
    geometry.note = geometry.sentence;
    rest.setTop(geometry.sentence.bottom() + 20 * u);
    if (in.zoom) {
        const double side =
            std::min({rest.height() - 34 * in.textScale, pane.width() * 0.4, 300 * u});
        placeMinimap(geometry, in, rest.adjusted(-12, 0, 0, 0), std::max(24.0, side));
        rest.setLeft(rest.left() + std::max(24.0, side) + 32 * u);
    }
    if (in.panels > 1)
        placeHeads(geometry, in, rest);
}

} // namespace

HeadsGeometry layoutPresentedHeads(const HeadsGeometryInput& in) {
    HeadsGeometry geometry;
    const double u = in.unit;
    const QRectF& area = in.area;
    const auto across = static_cast<double>(in.turned ? in.rows : in.columns);
    const double labels =
        std::max(std::min(in.rowLabelWidth + 14 * u, area.width() * 0.2), in.cornerWidth) + 16 * u;
    const double left = std::round(area.left() + labels);
    // What says that a row sums to 1 stands at its end.
    const double sumsBeside = in.sums && !in.turned ? (in.zoom ? partWidth : sumWidth) * u : 0;
    const double sumsBelow = in.sums && in.turned ? sumHeight * u : 0;
    const double pane =
        std::clamp(area.right() - left - sumsBeside - paneGap * u - across * wantedCell * u,
                   narrowestPane * u, wantedPane * u);

    QRectF room;
    MatrixGeometry whole;
    // The corner has two lines, "key →" over "query ↓"; the words above the columns stand there.
    constexpr double cornerHeight = 84;
    const auto place = [&](double labelHeight) {
        const double top = std::round(area.top() + std::max(cornerHeight * u, labelHeight) + 6 * u);
        room =
            QRectF(left, top, std::max(8.0, area.right() - pane - paneGap * u - sumsBeside - left),
                   std::max(8.0, area.bottom() - sumsBelow - top));
        whole = cellsIn(room, in);
        geometry.matrix = in.zoom ? zoomedMatrix(whole, *in.zoom, room) : whole;
    };
    double labelHeight = 46 * u;
    place(labelHeight);
    const double fit =
        (geometry.matrix.pitchX - geometry.matrix.gapX - 7) / std::max(1.0, in.columnLabelWidth);
    constexpr double smallest = presented::least / presented::column;
    if (fit < smallest && across > 1) {
        geometry.columnLabelsStacked = in.stackedHeight > 0;
        geometry.columnLabelsUpright = !geometry.columnLabelsStacked;
        const double needed = (geometry.columnLabelsStacked
                                   ? in.stackedHeight
                                   : in.columnLabelWidth * presented::small / presented::column) +
                              12 * u;
        labelHeight = std::clamp(needed, 46 * u, 200 * u);
        place(labelHeight);
    } else {
        geometry.columnLabelScale = std::clamp(fit, smallest, 1.0);
    }
    geometry.viewport = viewportOf(geometry.matrix, room);
    geometry.zoomed = geometry.matrix.pitchX > whole.pitchX;
    const QRectF cells = geometry.viewport;
    geometry.columnLabels =
        QRectF(left, cells.top() - 4 * u - labelHeight, cells.width(), labelHeight);
    geometry.columnAxis =
        QRectF(area.left(), cells.top() - 86 * u, left - area.left() - 12 * u, 40 * u);
    if (geometry.matrix.groupSize > 0)
        geometry.headBrackets =
            QRectF(left, geometry.columnLabels.top() - 34 * u, cells.width(), 32 * u);
    geometry.rowAxis = geometry.columnAxis.translated(0, 40 * u);
    geometry.rowLabels =
        QRectF(area.left(), cells.top(), left - area.left() - 8 * u, cells.height());
    if (sumsBeside > 0)
        geometry.rowSums = QRectF(cells.right(), cells.top(), sumsBeside, cells.height());
    if (sumsBelow > 0)
        geometry.columnSums = QRectF(left, cells.bottom(), cells.width(), sumsBelow);
    const double paneLeft = std::round(cells.right() + sumsBeside + paneGap * u);
    placePane(geometry, in, QRectF(QPointF(paneLeft, area.top()), area.bottomRight()));
    return geometry;
}

} // namespace headscope
