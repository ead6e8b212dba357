// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_geometry.h"

#include "pages/heads/heads_presented.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

constexpr double cellPitch = 48;        ///< of the enlarged matrix, where there is just enough room
constexpr double largestCellPitch = 96; ///< where there is more
constexpr double thumbnailPitch = 13;
constexpr double largestThumbnailPitch = 26; ///< where the enlarged one has all that it can use
constexpr double widestGap = 120;            ///< between both; wider ones are closed
constexpr double smallestLabelScale = 0.72;  ///< of column labels, before they stand
constexpr double thumbnailPadding = 12;
constexpr double smallestTokenPitch = 14; ///< below, positions stand alone
constexpr double positionLine = 15;       ///< of the positions under the tokens
constexpr double headGap = 3;             ///< between the columns of two heads
constexpr double bracketHeight = 24;      ///< over them

struct ThumbnailGrid {
    int columns = 1;
    double side = 0;        ///< room for the longer side of a head's small matrix
    double summarySide = 0; ///< of mean and max, which share one row below
    double width = 0;
};

/// The enlarged matrix gets its room first; the small ones are as large as the
/// rest allows, in as few columns as serve that.
ThumbnailGrid chooseGrid(const HeadsGeometryInput& in, double height, double titleHeight,
                         double mainWidth,
                         double widest = std::numeric_limits<double>::infinity()) {
    const double s = in.textScale;
    const double longer = static_cast<double>(std::max(in.rows, in.columns));
    const double room = std::clamp(in.area.width() - mainWidth, 110 * s, in.area.width() * 0.45);
    // A wide screen has room for large ones in two columns.
    const double large = std::min(longer * largestThumbnailPitch * s, room / 2 - 40 * s);
    const double wanted = std::max(
        {64 * s, std::min(longer * thumbnailPitch * s, 150 * s), std::min(large, 260 * s)});
    ThumbnailGrid grid;
    const int heads = in.panels - in.summaries;
    if (in.summaries > 0) {
        grid.summarySide =
            std::min({60 * s, wanted, room / 2 - 1.5 * thumbnailPadding, height * 0.2});
        height -= grid.summarySide + titleHeight + thumbnailPadding;
    }
    for (int columns = 1; columns <= 8; ++columns) {
        if (columns > 1 && columns * (64 * s + 2 * thumbnailPadding) > widest)
            break;
        const int rows = (heads + columns - 1) / columns;
        const double side = std::min({wanted, height / rows - titleHeight - thumbnailPadding,
                                      room / columns - 2 * thumbnailPadding - in.jobWidth});
        if (columns == 1 || side > grid.side * 1.1) {
            grid.columns = columns;
            grid.side = side;
        }
        if (side >= wanted)
            break;
    }
    grid.side = std::max(grid.side, 12.0);
    const double titles = grid.columns == 1 ? 124 * s : 64 * s; // "head 1" and a value beside it
    grid.width = grid.columns * (std::max(grid.side + in.jobWidth, titles) + 2 * thumbnailPadding);
    grid.width = std::max(grid.width, 2 * (grid.summarySide + 1.5 * thumbnailPadding));
    // However many heads there are, the enlarged one keeps half of the view.
    grid.width = std::min(grid.width, in.area.width() * 0.5);
    return grid;
}

Thumbnail thumbnailAt(const HeadsGeometryInput& in, const QRectF& frame, double side,
                      double titleHeight, double jobWidth = 0) {
    Thumbnail thumbnail;
    thumbnail.frame = frame;
    const double x = frame.left() + thumbnailPadding;
    thumbnail.title = QRectF(x, frame.top() + 2, frame.width() - thumbnailPadding - 8, titleHeight);
    const QRectF room(x, frame.top() + titleHeight + 4,
                      std::min(side, frame.width() - thumbnailPadding - 8 - jobWidth),
                      std::min(side, frame.height() - titleHeight - 8));
    thumbnail.matrix = MatrixGeometry::fitted(room, in.rows, in.columns,
                                              largestThumbnailPitch * in.textScale, in.turned);
    if (jobWidth > 0) {
        const double left = thumbnail.matrix.bounds().right() + 8;
        thumbnail.job =
            QRectF(left, room.top(), frame.right() - 4 - left, frame.bottom() - room.top());
    }
    return thumbnail;
}

/// The room beside the rows for their words and positions.
double rowLabelRoom(const HeadsGeometryInput& in) {
    const double position = in.rowPositionWidth > 0 ? in.rowPositionWidth + 10 * in.textScale : 0;
    return std::min(in.rowLabelWidth + position + 10, in.area.width() * 0.3);
}

/// Of the longer side of the matrix.
double minimapSide(const HeadsGeometryInput& in) {
    const double s = in.textScale;
    return std::floor(std::min(std::clamp(in.area.height() * 0.26, 56 * s, 176 * s),
                               std::max(48.0, in.area.width() * 0.3)));
}

} // namespace

void placeMinimap(HeadsGeometry& geometry, const HeadsGeometryInput& in, const QRectF& space,
                  double side) {
    const double s = in.textScale;
    const double left = std::round(space.left() + thumbnailPadding);
    geometry.minimapTitle = QRectF(left, space.top() + 4 * s, space.right() - left, 20 * s);
    const double wide = std::min(side, space.right() - left - 8);
    const QRectF room(left, std::round(geometry.minimapTitle.bottom() + 6 * s), wide, wide);
    geometry.minimap =
        MatrixGeometry::fitted(room, in.rows, in.columns, thumbnailPitch * s, in.turned);
}

double headGaps(const HeadsGeometryInput& in) {
    if (in.columnsOfHead <= 0 || in.turned || in.zoom)
        return 0;
    return headGap * std::max(in.presented ? in.unit : in.textScale, 1.0) *
           static_cast<double>(in.columns / in.columnsOfHead - 1);
}

MatrixGeometry groupedByHead(MatrixGeometry matrix, const HeadsGeometryInput& in) {
    constexpr Index mostCells = 20000; // more are one picture, which has no gaps
    const double gaps = headGaps(in);
    if (gaps <= 0 || matrix.gapX <= 0 || matrix.rows * matrix.columns > mostCells)
        return matrix;
    matrix.groupSize = in.columnsOfHead;
    matrix.groupGap = gaps / static_cast<double>(in.columns / in.columnsOfHead - 1);
    return matrix;
}

QRectF viewportOf(const MatrixGeometry& matrix, const QRectF& room) {
    const QSizeF size = matrix.bounds().size();
    constexpr double hair = 1e-6;
    return {room.topLeft(),
            QSizeF(std::min(std::ceil(size.width() - hair), std::floor(room.width())),
                   std::min(std::ceil(size.height() - hair), std::floor(room.height())))};
}

MatrixGeometry zoomedMatrix(const MatrixGeometry& whole, const MatrixZoom& zoom,
                            const QRectF& room) {
    MatrixGeometry matrix = whole.withPitch(room.topLeft(), zoom.pitch);
    if (matrix.pitchX <= whole.pitchX)
        return whole;
    const QRectF seen = viewportOf(matrix, room);
    const QRectF all = matrix.bounds();
    const auto hidden = [](double place, double pitch, double most) {
        return std::clamp(std::round(place * pitch), 0.0, std::max(0.0, most));
    };
    matrix.origin -= QPointF(
        hidden(whole.turned ? zoom.row : zoom.column, matrix.pitchX, all.width() - seen.width()),
        hidden(whole.turned ? zoom.column : zoom.row, matrix.pitchY, all.height() - seen.height()));
    return matrix;
}

namespace {

void placeThumbnails(HeadsGeometry& geometry, const HeadsGeometryInput& in, const QRectF& space,
                     const ThumbnailGrid& grid, double titleHeight) {
    const int heads = in.panels - in.summaries;
    const int rows = (heads + grid.columns - 1) / grid.columns;
    const double pitchX = space.width() / grid.columns;
    const double summaryHeight =
        in.summaries > 0 ? grid.summarySide + titleHeight + thumbnailPadding : 0;
    const double pitchY = std::min((space.height() - summaryHeight) / rows,
                                   grid.side + titleHeight + thumbnailPadding);
    for (int i = 0; i < heads; ++i)
        geometry.thumbnails.push_back(
            thumbnailAt(in,
                        QRectF(space.left() + (i % grid.columns) * pitchX,
                               space.top() + (i / grid.columns) * pitchY, pitchX, pitchY),
                        grid.side, titleHeight, in.jobWidth));
    for (int i = 0; i < in.summaries; ++i)
        geometry.thumbnails.push_back(thumbnailAt(
            in,
            QRectF(space.left() + i * space.width() / in.summaries, space.top() + rows * pitchY,
                   space.width() / in.summaries, summaryHeight),
            grid.summarySide, titleHeight));
}

/// Where the enlarged matrix leaves much more than a gap to the small ones, they come nearer.
void closeGap(HeadsGeometry& geometry, double gap, double scale) {
    if (gap <= widestGap * scale)
        return;
    const double shift = -std::floor(gap - widestGap * scale / 2);
    for (QRectF* rect : {&geometry.thumbnailTitle, &geometry.minimapTitle})
        rect->translate(shift, 0);
    geometry.minimap.origin.rx() += shift;
    for (Thumbnail& thumbnail : geometry.thumbnails) {
        thumbnail.frame.translate(shift, 0);
        thumbnail.title.translate(shift, 0);
        thumbnail.job.translate(shift, 0);
        thumbnail.matrix.origin.rx() += shift;
    }
    geometry.title.setRight(geometry.title.right() + shift);
    geometry.caption.setRight(geometry.caption.right() + shift);
}

HeadsGeometry layoutOnce(const HeadsGeometryInput& in) {
    if (in.presented)
        return layoutPresentedHeads(in);
    HeadsGeometry geometry;
    const double s = in.textScale;
    const double line = 20 * s;
    QRectF area = in.area;

    QRectF side; // minimap and thumbnails
    const double mapHeight = in.zoom ? minimapSide(in) + line + 16 * s : 0;
    if (in.panels > 1 && !in.solo) {
        const double titleHeight = 26 * s;
        const double across = static_cast<double>(in.turned ? in.rows : in.columns);
        const double down = static_cast<double>(in.turned ? in.columns : in.rows);
        // Cells are square: more width than the height allows would stay empty.
        const double high = std::max(0.0, area.height() - 200 * s) / down;
        const auto widthWith = [&](double pitch) {
            return 24 * s + rowLabelRoom(in) + across * std::min(pitch * s, high) +
                   (in.sums ? 62 * s : 0) + 24;
        };
        constexpr double plenty = 420; // for the small ones, beside cells as large as they get
        const double most = widthWith(largestCellPitch);
        const double mainWidth = area.width() - most >= plenty * s ? most : widthWith(cellPitch);
        const double height = area.height() - line - 8;
        ThumbnailGrid grid = chooseGrid(in, height, titleHeight, mainWidth);
        // The minimap takes height from the small ones, not width from the enlarged one.
        if (in.zoom)
            grid = chooseGrid(in, height - mapHeight, titleHeight, mainWidth,
                              std::max(grid.width, area.width() * 0.3));
        constexpr double smallestSide = 24;
        if (in.zoom && grid.side < smallestSide * s)
            grid = chooseGrid(in, height - mapHeight, titleHeight, mainWidth, area.width() * 0.45);
        side = QRectF(area.right() - grid.width, area.top(), grid.width, area.height());
        geometry.thumbnailTitle =
            QRectF(side.left() + 12, side.top() + mapHeight + 4 * s, side.width() - 12, line);
        placeThumbnails(geometry, in, side.adjusted(0, mapHeight + line + 8, 0, 0), grid,
                        titleHeight);
    } else if (in.zoom) {
        const double width = minimapSide(in) + 2 * thumbnailPadding;
        side = QRectF(area.right() - width, area.top(), width, area.height());
    }
    if (!side.isEmpty())
        area.setRight(side.left() - 16);
    if (in.zoom)
        placeMinimap(geometry, in, side, minimapSide(in));

    const double titleHeight = 32 * s;
    geometry.title = QRectF(area.left(), area.top(), area.width(), titleHeight);

    const Index across = in.turned ? in.rows : in.columns;
    const double axisWidth = 24 * s;
    const double labelWidth = rowLabelRoom(in);
    const double sumWidth = in.sums ? 62 * s : 0;
    const double barHeight = 44 * s;
    // In a low window the matrix needs what the bars of the sums would take.
    constexpr double barsHeight = 28;
    const bool hasBars = in.sums && area.height() >= 400 * s;
    const double sumHeight = in.sums ? (30 + (hasBars ? barsHeight : 0)) * s : 0;
    const double left = std::round(area.left() + axisWidth + labelWidth);
    geometry.caption = QRectF(left, geometry.title.bottom(), area.right() - left, in.captionHeight);
    const double axisTop = std::round(geometry.caption.bottom() + 8 * s);

    const double brackets = headGaps(in) > 0 ? bracketHeight * s : 0;

    // The labels of the columns lie where they fit, else they stand; standing
    // ones take height from the cells, so both are tried with the pitch they leave.
    QRectF room;
    double wholePitch = 0;
    const auto matrixFor = [&](double labelHeight) {
        const double top = std::round(axisTop + line + brackets + labelHeight + 2);
        room = QRectF(left, top, area.right() - left - sumWidth,
                      area.bottom() - top - sumHeight - barHeight);
        if (room.width() <= 8 || room.height() <= 8)
            room = QRectF(left, top, 8, 8);
        const MatrixGeometry whole =
            groupedByHead(MatrixGeometry::fitted(room.adjusted(0, 0, -headGaps(in), 0), in.rows,
                                                 in.columns, largestCellPitch * s, in.turned),
                          in);
        wholePitch = whole.pitchX;
        return in.zoom ? zoomedMatrix(whole, *in.zoom, room) : whole;
    };
    const bool positioned = in.columnPositionWidth > 0;
    const double lying = (!positioned               ? 26
                          : in.columnLabelWidth > 0 ? 26 + positionLine
                                                    : 20) *
                             s +
                         in.glossHeight;
    double labelHeight = lying;
    geometry.matrix = matrixFor(labelHeight);
    // Labels keep 3 pixels from the edges of their column.
    const double fit =
        (geometry.matrix.pitchX - geometry.matrix.gapX - 7) / std::max(1.0, in.columnLabelWidth);
    const bool positionsFit =
        geometry.matrix.pitchX - geometry.matrix.gapX - 4 >= in.columnPositionWidth;
    const auto hasTokens = [&] {
        return !positioned || (geometry.matrix.pitchX >= smallestTokenPitch * s &&
                               (in.columnLabelWidth > 0 || positionsFit));
    };
    geometry.columnTokens = hasTokens();
    geometry.columnLabelsUpright = geometry.columnTokens && across > 1 &&
                                   (fit < smallestLabelScale || (positioned && !positionsFit));
    if (!geometry.columnLabelsUpright && geometry.columnTokens)
        geometry.columnLabelScale = std::clamp(fit, smallestLabelScale, 1.0);
    if (geometry.columnLabelsUpright) {
        const double position = positioned ? in.columnPositionWidth + 8 * s : 0;
        labelHeight = std::clamp(in.columnLabelWidth + 10 + position, 26 * s, 96 * s + position);
        geometry.matrix = matrixFor(labelHeight);
        // What they take from the cells may leave too little for them.
        geometry.columnTokens = hasTokens();
    }
    if (!geometry.columnTokens && geometry.columnLabelsUpright) {
        geometry.columnLabelsUpright = false;
        labelHeight = lying;
        geometry.matrix = matrixFor(labelHeight);
    }
    geometry.rowTokens =
        in.rowPositionWidth <= 0 || geometry.matrix.pitchY >= smallestTokenPitch * s;

    geometry.viewport = viewportOf(geometry.matrix, room);
    geometry.zoomed = geometry.matrix.pitchX > wholePitch;
    const QRectF cells = geometry.viewport;
    const double wide = std::max(cells.width(), std::min(area.right() - left - sumWidth, 360 * s));
    geometry.columnAxis = QRectF(left, axisTop, wide, line);
    geometry.columnLabels = QRectF(left, axisTop + line + brackets, cells.width(), labelHeight);
    if (geometry.matrix.groupSize > 0)
        geometry.headBrackets = QRectF(left, axisTop + line, cells.width(), brackets);
    geometry.rowAxis = QRectF(area.left(), cells.top(), axisWidth, cells.height());
    geometry.rowLabels = QRectF(left - labelWidth, cells.top(), labelWidth - 8, cells.height());
    if (in.sums) {
        geometry.rowSums = QRectF(cells.right() + 8, cells.top(), sumWidth - 8, cells.height());
        geometry.columnSums = QRectF(left, cells.bottom() + 4 * s, cells.width(), 22 * s);
        if (hasBars)
            geometry.columnBars =
                QRectF(left, geometry.columnSums.bottom(), cells.width(), barsHeight * s);
    }
    geometry.colourBar = QRectF(left, cells.bottom() + sumHeight + 12 * s,
                                std::min(area.right() - left, std::max(wide, 560 * s)), 30 * s);
    geometry.note = QRectF(left, geometry.colourBar.bottom() + 16 * s,
                           std::min(area.right() - left, 560 * s), 0);
    geometry.note.setBottom(std::max(geometry.note.top(), area.bottom()));
    if (!geometry.thumbnails.empty()) {
        const double used = std::max({cells.right() + sumWidth, geometry.colourBar.right(),
                                      geometry.note.right(), geometry.columnAxis.right()});
        closeGap(geometry, side.left() - 16 - used, s);
    }
    return geometry;
}
} // namespace

namespace {

/// The small matrices show what is seen of the enlarged one, in the room of a whole one.
void showRegion(HeadsGeometry& geometry) {
    const CellSpan seen = geometry.matrix.spanIn(geometry.viewport);
    for (Thumbnail& thumbnail : geometry.thumbnails) {
        MatrixGeometry& matrix = thumbnail.matrix;
        thumbnail.viewport = matrix.bounds();
        if (!geometry.zoomed || seen.cells() <= 0)
            continue;
        const QRectF room = thumbnail.viewport;
        const auto across = static_cast<double>(matrix.turned ? seen.rows() : seen.columns());
        const auto down = static_cast<double>(matrix.turned ? seen.columns() : seen.rows());
        matrix =
            matrix.withPitch(room.topLeft(), std::min(room.width() / across, room.height() / down));
        matrix.setGap(0);
        const QPointF first = matrix.cellRect(seen.firstRow, seen.firstColumn).topLeft();
        matrix.origin += room.topLeft() - first;
        thumbnail.viewport = matrix.rectOf(seen) & room;
    }
}

} // namespace

HeadsGeometry layoutHeads(const HeadsGeometryInput& in) {
    HeadsGeometry geometry = layoutOnce(in);
    if (in.zoom && !geometry.zoomed) {
        HeadsGeometryInput whole = in;
        whole.zoom.reset();
        geometry = layoutOnce(whole);
    }
    showRegion(geometry);
    return geometry;
}

} // namespace headscope
