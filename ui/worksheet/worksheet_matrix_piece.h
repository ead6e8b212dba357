// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"
#include "worksheet/worksheet_piece.h"
#include "worksheet/worksheet_words.h"

namespace headscope {

/// A matrix with its letter, the words at its axes and its numbers; blanks are boxes with a
/// number, on the page of solutions with what belongs there.
WorksheetPiece matrixPiece(const WorksheetStyle& style, const Worksheet& sheet,
                           const WorksheetWords& words, std::size_t matrix, bool solved);

/// A line to write on for every blank of a task, `room` half points high.
WorksheetPiece writingPiece(const WorksheetStyle& style, const Worksheet& sheet, std::size_t task,
                            double width, double room);

/// How every blank of a task comes out.
WorksheetPiece workingPiece(const WorksheetStyle& style, const Worksheet& sheet,
                            const WorksheetWords& words, std::size_t task, double width);

} // namespace headscope
