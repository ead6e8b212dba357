// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"
#include "worksheet/worksheet_words.h"

#include <QString>

namespace headscope {

/// What a sheet tells of where it comes from.
struct WorksheetOrigin {
    QString title;   ///< of the sheet; empty: its own
    QString source;  ///< "Book a flight": runTitle(); may be empty
    QString block;   ///< "encoder 1 · self-attention"; empty where there is only one
    Index batch = 1; ///< sequences that there are
    Index sequence = 0;
    Index heads = 1;               ///< that there are
    std::vector<Index> shownHeads; ///< from 0; empty: all
    Index tokens = 0;              ///< of the uncut experiment, on its longer side
    std::optional<Index> cut;      ///< so many are left of them
    QString made;                  ///< the command, or the seed
    double factor = 1; ///< that queries and keys were multiplied by, for the sake of hands
};

/// All words of a sheet in the language of the installed translators.
WorksheetWords worksheetWords(const Worksheet& sheet, const WorksheetOrigin& origin);

/// What a sheet is called that nobody named.
QString worksheetTitle();
/// A step in words, as it is chosen: "scaled scores".
QString worksheetStepTitle(WorksheetStep step);

} // namespace headscope
