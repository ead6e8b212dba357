// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/lens_axis.h"
#include "pages/steps/step_scene.h"
#include "painters/number_type.h"

class QPainter;

namespace headscope {

/// How the cells of a matrix are drawn at a moment.
struct LensLook {
    const Theme* colours = nullptr;
    double scale = 1;   ///< of type
    double least = 9;   ///< no type is smaller
    double markup = 13; ///< of a line that may have subscripts, which are smaller than it
    bool values = true;
    /// So many cells in the order of reading have their number; the others are blank.
    Index made = std::numeric_limits<Index>::max();
    /// A number that is on its way, in the place of the matrix's own.
    std::optional<MatrixGeometry::Position> underWay;
    float soFar = 0;
    bool begun = true;             ///< else the cell under way is blank, too
    std::optional<Index> blankRow; ///< a row that is not made yet, with all its cells
    /// A cell whose number is written bold.
    std::optional<MatrixGeometry::Position> bold;
};

/// Cells, marks and, where they have room, numbers.
void paintLens(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
               const LensLook& look);
/// The marks of a matrix alone: what a mask lays over the cells.
void paintLensMarks(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
                    const LensLook& look);
/// One cell of its colour with its number, as large as `rect` lets it; of colour alone where the
/// look has no values. `row` as the scale counts it.
void paintNumberCell(QPainter& painter, const QRectF& rect, const StepMatrix& matrix, float value,
                     Index row, const LensLook& look, bool bold);
/// What a cell offers to its number.
NumberRoom numberRoom(const QSizeF& cell, const LensLook& look);
/// How a scene's matrices are drawn.
LensLook lensLook(const StepScene& scene, double scale);
/// The smallest type: on a projector everything can be read from the last row.
double leastType(const StepScene& scene, double wanted);
/// The same of a line with subscripts.
double markupType(const StepScene& scene, double wanted);
/// Words at the rows, right-aligned before the matrix, those of `asked` on accent.
void paintRowWords(QPainter& painter, const LensMatrix& lens, const QStringList& words,
                   double width, std::optional<Index> asked, const LensLook& look);
/// Words above the columns.
void paintColumnWords(QPainter& painter, const LensMatrix& lens, const QStringList& words,
                      double height, std::optional<Index> asked, const LensLook& look);
/// Letter and axes of a matrix in one line: a filled square for Q, K and V.
void paintMatrixName(QPainter& painter, const QRectF& line, const StepMatrix& matrix,
                     const QString& words, const LensLook& look);
/// A sentence on the picture in one line, at its left or right side; nothing where it is empty.
void paintNote(QPainter& painter, const QRectF& line, Qt::Alignment side, const QString& note,
               const LensLook& look);
/// Around a row or a column, outside its cells.
void paintAccentFrame(QPainter& painter, const QRectF& rect, const LensLook& look);

} // namespace headscope
