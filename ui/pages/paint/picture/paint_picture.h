// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "pages/paint/picture/paint_geometry.h"
#include "pages/paint/picture/paint_matrices.h"

namespace headscope {

/// What the centre of the Paint page draws, and where.
struct PaintPicture {
    PaintScene scene;
    std::array<PaintMatrix, 2> matrices; ///< right of the painting
    std::optional<PaintTables> tables;
    PaintGeometry geometry;
    QRectF area;             ///< inside of the margins
    ColourPlace colourPlace; ///< where the colours of the weights are chosen

    bool isPresented() const { return scene.display.presentation; }
    double textScale() const;
    /// Nothing was looked for yet: there is the square, and what to do in it.
    bool opens() const { return !scene.isEmpty() && !scene.fit && !scene.isBusy; }
    /// Whether it is a matrix of pairs, on the grid of the painting, as that is itself.
    bool isOnGrid(PaintGeometry::Matrix matrix) const;
};

} // namespace headscope
