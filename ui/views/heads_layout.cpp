// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heads_layout.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double cellPitch = 48; ///< of the enlarged matrix at most, at text scale 1
constexpr double thumbnailPitch = 13;

struct ThumbnailGrid {
    int columns = 0;
    double side = 0; ///< room for the longer side of a small matrix
    double width = 0;
};

/// As few columns as leave the small matrices readable.
ThumbnailGrid chooseGrid(const HeadsLayoutInput& in, double height, double titleHeight) {
    const double longer = static_cast<double>(std::max(in.rows, in.columns));
    const double wanted = std::max(64.0, std::min(longer * thumbnailPitch * in.textScale, 150.0));
    const double padding = 12;
    ThumbnailGrid best;
    for (int columns = 1; columns <= 6; ++columns) {
        const int rows = (in.panels + columns - 1) / columns;
        const double byHeight = height / rows - titleHeight - padding;
        const double byWidth = (in.area.width() * 0.46) / columns - 2 * padding;
        const double side = std::min({wanted, byHeight, byWidth});
        if (columns == 1 || side > best.side * 1.15)
            best = {columns, side, columns * (std::max(side, 72 * in.textScale) + 2 * padding)};
        if (side >= wanted)
            break;
    }
    best.side = std::max(best.side, 12.0);
    return best;
}

void placeThumbnails(HeadsLayout& layout, const HeadsLayoutInput& in, const QRectF& space,
                     const ThumbnailGrid& grid, double titleHeight) {
    const int rows = (in.panels + grid.columns - 1) / grid.columns;
    const double pitchX = space.width() / grid.columns;
    const double pitchY = std::min(space.height() / rows, grid.side + titleHeight + 12);
    for (int i = 0; i < in.panels; ++i) {
        Thumbnail thumbnail;
        const double x = space.left() + (i % grid.columns) * pitchX;
        const double y = space.top() + (i / grid.columns) * pitchY;
        thumbnail.frame = QRectF(x, y, pitchX, pitchY);
        thumbnail.title = QRectF(x + 12, y + 2, pitchX - 20, titleHeight);
        const QRectF room(x + 12, y + titleHeight + 4, std::min(grid.side, pitchX - 20),
                          pitchY - titleHeight - 12);
        thumbnail.matrix = MatrixGeometry::fitted(room, in.rows, in.columns,
                                                  thumbnailPitch * in.textScale, in.turned);
        layout.thumbnails.push_back(thumbnail);
    }
}

} // namespace

HeadsLayout layoutHeads(const HeadsLayoutInput& in) {
    HeadsLayout layout;
    const double s = in.textScale;
    const double line = 20 * s;
    QRectF area = in.area;

    if (in.panels > 1 && !in.solo) {
        const double titleHeight = 26 * s;
        const ThumbnailGrid grid = chooseGrid(in, area.height() - line - 4, titleHeight);
        const QRectF side(area.right() - grid.width, area.top(), grid.width, area.height());
        layout.thumbnailTitle = QRectF(side.left() + 12, side.top() + 4 * s, side.width() - 12, line);
        placeThumbnails(layout, in, side.adjusted(0, line + 8, 0, 0), grid, titleHeight);
        area.setRight(side.left() - 16);
    }

    const double titleHeight = 32 * s;
    layout.title = QRectF(area.left(), area.top(), area.width(), titleHeight);

    const Index across = in.turned ? in.rows : in.columns;
    const double axisWidth = 24 * s;
    const double labelWidth = std::min(in.rowLabelWidth + 10, area.width() * 0.25);
    const double sumWidth = in.sums ? 62 * s : 0;
    const double barHeight = 44 * s;
    const double sumHeight = in.sums ? 58 * s : 0;
    const double left = area.left() + axisWidth + labelWidth;
    const double axisTop = layout.title.bottom() + 8 * s;

    // The labels of the columns lie where they fit, else they stand; standing
    // ones take height from the cells, so both are tried with the pitch they leave.
    const auto matrixFor = [&](double labelHeight) {
        const double top = axisTop + line + labelHeight + 2;
        const QRectF room(left, top, area.right() - left - sumWidth,
                          area.bottom() - top - sumHeight - barHeight);
        return MatrixGeometry::fitted(room.width() > 8 && room.height() > 8
                                          ? room
                                          : QRectF(left, top, 8, 8),
                                      in.rows, in.columns, cellPitch * s, in.turned);
    };
    double labelHeight = 26 * s;
    layout.matrix = matrixFor(labelHeight);
    layout.columnLabelsUpright = in.columnLabelWidth + 4 > layout.matrix.pitchX && across > 1;
    if (layout.columnLabelsUpright) {
        labelHeight = std::clamp(in.columnLabelWidth + 10, 26 * s, 96 * s);
        layout.matrix = matrixFor(labelHeight);
    }

    const QRectF cells = layout.matrix.bounds();
    const double wide = std::max(cells.width(), std::min(area.right() - left - sumWidth, 360 * s));
    layout.columnAxis = QRectF(left, axisTop, wide, line);
    layout.columnLabels = QRectF(left, axisTop + line, cells.width(), labelHeight);
    layout.rowAxis = QRectF(area.left(), cells.top(), axisWidth, cells.height());
    layout.rowLabels = QRectF(left - labelWidth, cells.top(), labelWidth - 8, cells.height());
    if (in.sums) {
        layout.rowSums = QRectF(cells.right() + 8, cells.top(), sumWidth - 8, cells.height());
        layout.columnSums = QRectF(left, cells.bottom() + 4 * s, cells.width(), 22 * s);
        layout.columnBars = QRectF(left, layout.columnSums.bottom(), cells.width(), 28 * s);
    }
    layout.colourBar = QRectF(left, cells.bottom() + sumHeight + 12 * s, wide, 30 * s);
    return layout;
}

} // namespace headscope
