// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_geometry.h"

namespace headscope {

// How a person looks closer at the enlarged matrix. All are functions of the layout that is
// shown; what they give is for HeadsGeometryInput::zoom, and nothing is the whole matrix.

/// Cells do not become larger; times the text's scale.
inline constexpr double largestZoomedPitch = 96;

/// The cells `factor` times as large; what is under `point` stays there, as far as the
/// matrix reaches.
std::optional<MatrixZoom> zoomedAt(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                   QPointF point, double factor);
/// The matrix moved by so many pixels.
std::optional<MatrixZoom> movedBy(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                  QPointF pixels);
/// The matrix moved so that a place of it, in cells as drawn from the upper left, is in the
/// middle of the viewport.
std::optional<MatrixZoom> centredOn(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                    QPointF place);
/// Moved just so far that a cell is seen as a whole.
std::optional<MatrixZoom> showing(const HeadsGeometryInput& in, const HeadsGeometry& now, Index row,
                                  Index column);
/// Rows and columns that are to be seen, as closely as all of them allow.
std::optional<MatrixZoom> zoomedTo(const HeadsGeometryInput& in, const CellSpan& span);

/// The rows and columns that have at least half a cell in the viewport.
CellSpan seenCells(const HeadsGeometry& geometry);
/// The viewport on the minimap, not smaller than a person can take hold of.
QRectF minimapFrame(const HeadsGeometry& geometry);
/// The place of the matrix, in cells as drawn, that a point of the minimap stands for.
QPointF minimapPlace(const HeadsGeometry& geometry, QPointF point);

} // namespace headscope
