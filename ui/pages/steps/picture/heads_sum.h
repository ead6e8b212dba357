// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/rows_picture.h"

namespace headscope {

/// W_O told as a sum over the heads: on each line a head, its numbers of the row that is told, and
/// what they add through the rows of W_O that are its own; below them the sum, column by column.
struct HeadsSumGeometry {
    LensMatrix own;     ///< lines × the width of a head
    LensMatrix added;   ///< lines × the columns of the result; the bias on a line behind the heads
    LensMatrix sum;     ///< one row under them
    LensMatrix weights; ///< W_O above them; no rows where there is no room
    QRectF ownName;
    QRectF weightsName;
    QRectF addedName;
    QRectF sumWord;
    QRectF calculation; ///< of the asked column
    QRectF scale;
    QRectF note;
    double lineWords = 0; ///< width
    double columnWords = 0;
};

/// The row of the result that is told: the asked one, else the first.
Index toldRow(const StepScene& scene);
/// How far that sum is: of its lines, so many are in it.
PartialCell partialHeads(const StepScene& scene, const StepMoment& moment);

HeadsSumGeometry layoutHeadsSum(const QRectF& area, const StepScene& scene,
                                const StepMoment& moment, double scale);
void paintHeadsSum(QPainter& painter, const HeadsSumGeometry& geometry, const StepScene& scene,
                   const StepMoment& moment, double scale);

/// Which head the columns of a matrix are of: a rule in its colour and its number above them, in a
/// band of `height`; at rows the same at the left.
void paintHeadsAbove(QPainter& painter, const LensMatrix& lens, Index heads, double height,
                     const LensLook& look);
void paintHeadsBeside(QPainter& painter, const LensMatrix& lens, Index heads, double width,
                      const LensLook& look);

} // namespace headscope
