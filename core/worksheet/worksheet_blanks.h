// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"

namespace headscope {

/// Turns so many cells of the results into blanks, numbers them in the order of reading and
/// writes what is to be found there: computed from what is printed, and from blanks before it, in
/// double, then rounded as the matrix is. Spread over tasks, rows and columns; as few as can be
/// hang on others. Cells are left alone that do not come of their operands (a number that somebody
/// typed), that lie between two roundings, that a later matrix prints again, and rows that are
/// masked throughout.
Status askBlanks(Worksheet& sheet, const WorksheetOptions& options);

} // namespace headscope
