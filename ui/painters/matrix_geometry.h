// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/cell_span.h"

#include <QRectF>

#include <optional>

namespace headscope {

/// Where the cells of one drawn matrix lie. Rows and columns are those of the
/// tensor; `turned` draws rows across and columns down.
struct MatrixGeometry {
    QPointF origin;
    Index rows = 0;
    Index columns = 0;
    double pitchX = 1; ///< from one cell's left edge to the next one's
    double pitchY = 1;
    double gapX = 0; ///< empty space between two cells, part of the pitch
    double gapY = 0;
    bool turned = false;
    Index groupSize = 0; ///< so many columns stand together, as those of one head; 0: all
    double groupGap = 0; ///< empty space between two such groups

    struct Position {
        Index row = 0;
        Index column = 0;
        bool operator==(const Position&) const = default;
    };

    /// All of it.
    CellSpan span() const { return {0, rows, 0, columns}; }
    /// The cells that have a part inside a rectangle.
    CellSpan spanIn(const QRectF& space) const;
    /// Where those cells lie, without the last gaps.
    QRectF rectOf(const CellSpan& span) const {
        return cellRect(span.firstRow, span.firstColumn)
            .united(cellRect(span.endRow - 1, span.endColumn - 1));
    }

    double smallerPitch() const { return pitchX < pitchY ? pitchX : pitchY; }
    Index across() const { return turned ? rows : columns; }
    Index down() const { return turned ? columns : rows; }
    QRectF bounds() const {
        return {origin, QSizeF(across() * pitchX - gapX + shiftAcross(across() - 1),
                               down() * pitchY - gapY)};
    }
    /// The same place with `factor` × `factor` cells as one.
    MatrixGeometry pooled(Index factor) const;
    /// The same gap in both directions.
    void setGap(double gap) { gapX = gapY = gap; }
    /// The cell without the gap.
    QRectF cellRect(Index row, Index column) const {
        const Index x = turned ? row : column;
        const Index y = turned ? column : row;
        return {origin.x() + x * pitchX + shiftAcross(x), origin.y() + y * pitchY, pitchX - gapX,
                pitchY - gapY};
    }
    QRectF rowRect(Index row) const { return rectOf({row, row + 1, 0, columns}); }
    QRectF columnRect(Index column) const { return rectOf({0, rows, column, column + 1}); }
    /// The cell under a point; gaps belong to the cell before them.
    std::optional<Position> cellAt(QPointF point) const;
    /// The cell nearest to a point, where places are in no groups.
    Position nearest(QPointF point) const;
    /// Centre of what stands at place i along the horizontal or vertical side.
    double centreAcross(Index i) const {
        return origin.x() + i * pitchX + shiftAcross(i) + (pitchX - gapX) / 2;
    }
    double centreDown(Index i) const { return origin.y() + i * pitchY + (pitchY - gapY) / 2; }

    /// How far the groups before it move the i-th place across to the right.
    double shiftAcross(Index i) const {
        return groupSize > 0 && !turned && i >= 0 ? static_cast<double>(i / groupSize) * groupGap
                                                  : 0;
    }
    /// The pitch that is drawn where this one is wanted: whole pixels where a cell has room
    /// for them, so that gaps are equally wide.
    static double drawnPitch(double wanted);
    /// The same cells from `origin` on with another pitch, and the gap that suits it.
    MatrixGeometry withPitch(QPointF from, double pitch) const;
    /// Square cells, as large as fit into `space` but at most `maxPitch`, in a
    /// pitch that is drawn.
    static MatrixGeometry fitted(const QRectF& space, Index rows, Index columns, double maxPitch,
                                 bool turned);
};

/// Every how-many-th label can be written so that neighbours stay `needed` apart.
Index labelStep(double pitch, double needed);

} // namespace headscope
