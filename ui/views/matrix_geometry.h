// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

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
    double gap = 0; ///< empty space between two cells, part of the pitch
    bool turned = false;

    struct Position {
        Index row = 0;
        Index column = 0;
        bool operator==(const Position&) const = default;
    };

    Index across() const { return turned ? rows : columns; }
    Index down() const { return turned ? columns : rows; }
    QRectF bounds() const {
        return {origin, QSizeF(across() * pitchX - gap, down() * pitchY - gap)};
    }
    /// The same place with `factor` × `factor` cells as one.
    MatrixGeometry pooled(Index factor) const;
    /// The cell without the gap.
    QRectF cellRect(Index row, Index column) const;
    /// The cell under a point; gaps belong to the cell before them.
    std::optional<Position> cellAt(QPointF point) const;
    /// Centre of what stands at place i along the horizontal or vertical side.
    double centreAcross(Index i) const { return origin.x() + i * pitchX + (pitchX - gap) / 2; }
    double centreDown(Index i) const { return origin.y() + i * pitchY + (pitchY - gap) / 2; }

    /// Square cells, as large as fit into `space` but at most `maxPitch`; whole
    /// pixels where a cell has room for them, so that gaps are equally wide.
    static MatrixGeometry fitted(const QRectF& space, Index rows, Index columns, double maxPitch,
                                 bool turned);
};

/// Every how-many-th label can be written so that neighbours stay `needed` apart.
Index labelStep(double pitch, double needed);

} // namespace headscope
