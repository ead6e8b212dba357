// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <QRectF>

#include <cmath>
#include <optional>

namespace headscope {

/// Cells with a gap of their own in each direction, so that what belongs together
/// can stand together: rows of a layer norm, columns of a batch norm.
struct CellGrid {
    QPointF origin;
    Index rows = 0;
    Index columns = 0;
    double cellWidth = 1;
    double cellHeight = 1;
    double gapX = 1;
    double gapY = 1;

    QRectF cell(Index row, Index column) const {
        return {origin.x() + static_cast<double>(column) * (cellWidth + gapX),
                origin.y() + static_cast<double>(row) * (cellHeight + gapY), cellWidth, cellHeight};
    }
    QRectF row(Index row) const { return cell(row, 0) | cell(row, columns - 1); }
    QRectF column(Index column) const { return cell(0, column) | cell(rows - 1, column); }
    QRectF bounds() const { return rows > 0 ? row(0) | row(rows - 1) : QRectF(origin, QSizeF()); }

    struct Position {
        Index row = 0;
        Index column = 0;
        bool operator==(const Position&) const = default;
    };
    /// Gaps belong to the cell before them.
    std::optional<Position> cellAt(QPointF point) const {
        const double x = (point.x() - origin.x()) / (cellWidth + gapX);
        const double y = (point.y() - origin.y()) / (cellHeight + gapY);
        if (x < 0 || y < 0 || x >= static_cast<double>(columns) || y >= static_cast<double>(rows))
            return std::nullopt;
        return Position{static_cast<Index>(y), static_cast<Index>(x)};
    }
};

} // namespace headscope
