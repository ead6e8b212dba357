// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "scene/scene.h"

#include <span>

class QPainter;

namespace headscope {

/// A ring around some cells that words point at, outside of them; with a letter one of those that
/// people choose from.
struct MatrixRing {
    CellSpan cells;
    QString letter;
    bool faded = false;

    bool operator==(const MatrixRing&) const = default;
};

/// What is pointed at of one panel, a matrix of so many rows and columns. A stop of the strip alone
/// has no ring, nor has what lies outside of the matrix.
std::vector<MatrixRing> ringsOf(std::span<const PointedAt> pointed, int panel, Index rows,
                                Index columns);
/// The ring around `cells`, where those of the ring are drawn.
void paintRing(QPainter& painter, const QRectF& cells, const MatrixRing& ring, const Theme& theme,
               double width = 2);

} // namespace headscope
