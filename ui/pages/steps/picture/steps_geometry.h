// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/lens_axis.h"
#include "pages/steps/picture/step_moment.h"

namespace headscope {

/// Where the parts of the page lie.
struct StepsFrame {
    QRectF title;
    QRectF order;  ///< the switch; empty where there is one order only
    QRectF code;   ///< the code line, in a window with its dialects and its copy
    QRectF words;  ///< what happens, and what it means for the asked cell
    QRectF main;   ///< the matrices
    QRectF beside; ///< the row of the softmax; empty where there is no room for both
    double scale = 1;
};
StepsFrame layoutFrame(QSizeF size, const StepScene& scene);

/// left · right = result, the running sum in the free quadrant, the terms below.
struct ProductGeometry {
    LensMatrix left;
    LensMatrix right;
    LensMatrix result;
    QRectF leftName;
    QRectF rightName;
    double heads = 0;       ///< height above the left one that says which columns are a head's
    QRectF sum;             ///< the terms and their sum
    QRectF steps;           ///< a bar for each term
    QRectF scale;           ///< the colour bar
    QRectF note;            ///< what is left out
    double rowWords = 0;    ///< width
    double columnWords = 0; ///< height
};
ProductGeometry layoutProduct(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                              double scale);

/// Matrices of equal or of broadcast shape beside each other: x + y = z.
struct CellsGeometry {
    std::vector<LensMatrix> operands;
    LensMatrix result;
    std::vector<QRectF> names; ///< of the operands, then of the result
    std::vector<QRectF> signs; ///< before each operand but the first, then before the result
    QRectF line;               ///< the arithmetic of the asked cell
    QRectF scale;
    QRectF note;
    double rowWords = 0;
    double columnWords = 0;
    bool stacked = false; ///< the result stands below
};
CellsGeometry layoutCells(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                          double scale);
/// The same with the result below its one operand, for half a page.
CellsGeometry layoutStack(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                          double scale);

/// How large cells are: as in the pictures of the page, larger on a projector.
LensPitch stepsAcross(const StepScene& scene, double scale);
LensPitch stepsDown(const StepScene& scene, double scale);

/// How wide the words at the rows are, at most a share of the room.
double wordsWidth(const QStringList& words, double scale, double most);

} // namespace headscope
