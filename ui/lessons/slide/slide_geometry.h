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
    /// The words of the columns are written upwards, so high: they are too long to lie beside each
    /// other. 0: they lie.
    double upright = 0;

    /// Where the words of a row and of so many columns from one on stand.
    QRectF rowWord(Index row) const;
    QRectF columnWord(Index column, Index columns) const;
    /// Above the words of the rows, for the names of both axes.
    QRectF corner() const;
    /// Beside the last cell of a row.
    QRectF rowSum(Index row) const;
};

double slideUnit(QSizeF size);
/// The smallest type in which words are written, of 1920 × 1080, as far as cells have room.
inline constexpr double smallestSlideWord = 22;
/// `rowWords`: how wide the words of the rows are; `columnWords`: those of the columns in the
/// smallest type.
SlideGeometry layOutSlide(QSizeF size, Index rows, Index columns, double rowWords,
                          double columnWords);

} // namespace headscope
