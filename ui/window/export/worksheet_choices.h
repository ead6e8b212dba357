// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet_options.h"
#include "worksheet/worksheet_paper.h"

namespace headscope {

/// What is chosen for a sheet whatever the experiment is, and remembered.
struct WorksheetChoices {
    std::vector<WorksheetStep> steps = usualWorksheetSteps();
    int blanks = 12;
    int decimals = 2;
    WorksheetPaper paper = WorksheetPaper::A4;
    bool solutions = true;
    bool apart = true; ///< in a file of their own
    bool handy = true; ///< numbers for hands
    bool latex = false;
    bool operator==(const WorksheetChoices&) const = default;
};

} // namespace headscope
