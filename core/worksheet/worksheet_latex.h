// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"
#include "worksheet/worksheet_words.h"

#include <string>

namespace headscope {

/// How a sheet is dressed in LaTeX.
struct WorksheetLatex {
    bool letter = false;   ///< paper; else A4
    bool solutions = true; ///< on pages of their own behind the questions
    bool questions = true; ///< else the solutions are the document
};

/// The sheet as a document of its own: article with amsmath, and ctex where it has words of other
/// than Latin letters, for which XeLaTeX or LuaLaTeX is needed.
std::string worksheetLatex(const Worksheet& sheet, const WorksheetWords& words,
                           const WorksheetLatex& look);

} // namespace headscope
