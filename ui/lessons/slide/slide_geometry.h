// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"

#include <QRectF>
#include <QSizeF>

namespace headscope {

/// Where things of a slide lie: the matrix at the left, the question at the right. Drawn for
/// 1920 × 1080 with the strip above; other sizes get the same larger or smaller.
struct SlideGeometry {
    double unit = 1; ///< a pixel of that design
    QRectF question;
    QSizeF picture;       ///< what stands at the left in the place of a matrix, from the corner
    MatrixGeometry cells; ///< no rows: there is no matrix

    /// Where the words of a row and of so many columns from one on stand.
    QRectF rowWord(Index row) const;
    QRectF columnWord(Index column, Index columns) const;
    /// Above the words of the rows, for the names of both axes.
    QRectF corner() const;
    /// Beside the last cell of a row.
    QRectF rowSum(Index row) const;
};

double slideUnit(QSizeF size);
/// `rowWords`: how wide the words of the rows are.
SlideGeometry layOutSlide(QSizeF size, Index rows, Index columns, double rowWords);

} // namespace headscope
