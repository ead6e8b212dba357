// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"

#include <functional>

namespace headscope {

/// A cell of a sheet.
struct WorksheetPlace {
    std::size_t matrix = 0;
    Index row = 0;
    Index column = 0;
    bool operator==(const WorksheetPlace&) const = default;
};

/// What a task makes of its operands at one cell.
struct WorksheetValue {
    double value = 0;
    double magnitude = 0; ///< Σ |terms|: what rounding is measured by
    bool asked = true;    ///< false where no arithmetic leads there, as in a fully masked row
};
using WorksheetReader = std::function<double(const WorksheetPlace&)>;
/// Reads what is printed there now, NaN where that is no number. The sheet must outlive it.
WorksheetReader printedReader(const Worksheet& sheet);

/// The cells that a result is computed from.
std::vector<WorksheetPlace> operandsOf(const Worksheet& sheet, const WorksheetTask& task, Index row,
                                       Index column);
/// The value at a cell, of operands that `read` knows.
WorksheetValue computed(const Worksheet& sheet, const WorksheetTask& task, Index row, Index column,
                        const WorksheetReader& read);
/// How it comes out, as WorksheetBlank::working.
std::string workingOf(const Worksheet& sheet, const WorksheetTask& task, Index row, Index column);

} // namespace headscope
