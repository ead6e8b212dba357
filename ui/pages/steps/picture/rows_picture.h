// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/product_painter.h"

namespace headscope {

/// A product told as a weighted sum of rows: the rows of the right matrix shrink to their weights
/// and stack up; what lies on the stack is the sum below it.
struct RowsGeometry {
    LensMatrix weights; ///< of the row that is told, one below the other
    LensMatrix right;
    LensAxis columns; ///< of the stack and of the sum
    QRectF weightsName;
    QRectF rightName;
    QRectF stackName;
    QRectF stack;
    LensMatrix sum; ///< one row
    QRectF sumWord;
    QRectF scale;
    QRectF note;
    double rowWords = 0;
    double columnWords = 0;
};
/// Which row of the result is told at a moment, and how far it is.
struct RowMoment {
    Index row = 0;
    double progress = 1;
};
RowMoment rowMoment(const StepScene& scene, const StepMoment& moment);

RowsGeometry layoutRows(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                        double scale);
void paintRows(QPainter& painter, const RowsGeometry& geometry, const StepScene& scene,
               const StepMoment& moment, double scale);

} // namespace headscope
