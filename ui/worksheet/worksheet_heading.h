// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet_piece.h"
#include "worksheet/worksheet_words.h"

namespace headscope {

/// What stands above the questions, with lines for a name and a date, or above the solutions.
WorksheetPiece headerPiece(const WorksheetStyle& style, const WorksheetWords& words, double width,
                           bool solved);

/// What stands above a task: its number, name and formula, and above a question how it is done.
WorksheetPiece headingPiece(const WorksheetStyle& style, const WorksheetWords& words,
                            std::size_t task, double width, bool solved);

/// How the sheet came to be, and which page it is, from 0, of so many; on the base line.
WorksheetPiece footPiece(const WorksheetStyle& style, const WorksheetWords& words, double width,
                         int page, int pages);

} // namespace headscope
