// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"
#include "painters/matrix_geometry.h"

#include <array>

namespace headscope {

/// What the layout of the Paint page depends on.
struct PaintRoom {
    QRectF area; ///< inside of the margins
    Index queries = 1;
    Index keys = 1;
    double rowLabelWidth = 40;    ///< the widest of them as drawn
    double columnLabelWidth = 20; ///< the widest, as text lies
    double textScale = 1;
    bool turned = false;  ///< rows are keys
    Index queryWidth = 4; ///< rows of W_Q
    Index keyWidth = 4;
    Index keyDim = 2;
    bool differenceNamed = false; ///< words stand over the third matrix, which has other columns
    bool presented = false;       ///< in presentation mode: what is painted and what the head does
};

/// Where everything of the centre lies. Three matrices side by side on one grid of rows, curves
/// and weights under them.
struct PaintGeometry {
    enum Matrix : std::uint8_t { Target, Head, Difference };

    std::array<QRectF, 3> matrices; ///< with the gap behind the last cells
    /// Their queries and keys; those of the difference are smaller where it stands beside words.
    std::array<MatrixGeometry, 3> cells;
    std::array<QRectF, 3> titles;
    std::array<QRectF, 3> bars; ///< what the colours stand for, below
    QRectF rowLabels;
    double rowAxisX = 0; ///< middle of what the rows are, written upwards
    double columnLabelTop = 0;
    bool uprightLabels = false;
    QRectF verdict;  ///< can one head do this? Of presentation mode, as the next two; else empty
    QRectF source;   ///< how that is known
    QRectF sentence; ///< what the asked cell says
    QRectF curvesTitle;
    QRectF curves;
    QRectF weightsTitle;
    /// W_Q and W_K at step 0 and at the playhead; empty where there is no room for them.
    std::array<QRectF, 4> weights;
    QRectF weightsBar;
    double normLeft = 0; ///< lengths of the weights, right of them
    double weightCellWidth = 0;
    double weightCellHeight = 0;
    double height = 0; ///< that all of it needs

    /// Those of a matrix with other rows and columns in the same place: as high as the
    /// matrix lets them be, no wider than twice that.
    MatrixGeometry cellsIn(const QRectF& whole, Index rows, Index columns) const;
    /// The cell of any of the three under a point.
    std::optional<PaintCell> cellAt(QPointF point, Matrix* matrix = nullptr) const;
    /// That of a matrix which lies nearest to a point.
    PaintCell nearest(Matrix matrix, QPointF point) const;
};
PaintGeometry layoutPaint(const PaintRoom& room);
/// From so wide on cells have numbers in presentation mode; times the text's scale.
inline constexpr double presentedNumberCell = 24.2;

} // namespace headscope
