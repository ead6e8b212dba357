// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet_matrix_piece.h"
#include "worksheet/worksheet_paper.h"

#include "support/result.h"

namespace headscope {

/// Around all that is printed, in half points.
inline constexpr double worksheetMargin = 84;

/// The pages of a sheet, ready to be painted.
struct WorksheetPages {
    QSizeF size; ///< of each, in half points
    std::vector<WorksheetPiece> pages;
    int questions = 0; ///< so many of them come first; the others are the solutions
};

/// One page of questions or two, at most two of solutions (none where they are not wanted); type
/// is made smaller down to 8 points for that. `apart`: both are counted by themselves. An Error
/// where that does not suffice.
Result<WorksheetPages> layoutWorksheet(const Worksheet& sheet, const WorksheetWords& words,
                                       WorksheetPaper paper, bool solutions, bool apart,
                                       const TextMeasure& measure);

} // namespace headscope
