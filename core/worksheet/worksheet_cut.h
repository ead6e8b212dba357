// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "worksheet/worksheet.h"

namespace headscope {

/// What of an experiment comes on a sheet.
struct WorksheetCut {
    std::optional<Index> tokens; ///< the first so many of each side; nothing: all
    std::vector<Index> heads;    ///< from 0; empty: all

    bool operator==(const WorksheetCut&) const = default;
};

/// What fits a sheet where nobody says it: all tokens where they are few, else the first 4, and
/// head 1. Steps that set heads side by side need all of them.
WorksheetCut suggestedCut(const Experiment& experiment, const std::vector<WorksheetStep>& steps);

/// The experiment with those tokens alone, to be computed anew: softmax rows then sum to 1 over
/// the keys that are left. Batch-first with fused weights, as makeWorksheet() reads a trace. Heads
/// stay: none knows of another. An Error where there is not a token.
Result<Experiment> withFirstTokens(const Experiment& experiment, std::optional<Index> tokens);

} // namespace headscope
