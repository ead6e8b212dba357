// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace headscope {

/// What can be practised on paper, in the order of the computation.
enum class WorksheetStep : std::uint8_t {
    ProjectQuery, ///< Q = X·W_Q + b_Q of a head
    ProjectKey,
    ProjectValue,
    Scores,        ///< Q·Kᵀ
    Scaled,        ///< ÷ √d_k
    Masked,        ///< + M
    Softmax,       ///< of every row
    Context,       ///< weights · V
    Concatenation, ///< heads side by side
    Output,        ///< · W_O + b_O
};

/// Names of steps as people type them: "softmax"; "projections" stands for three.
struct WorksheetStepName {
    std::string_view name;
    std::vector<WorksheetStep> steps;
};
std::span<const WorksheetStepName> worksheetStepNames();

/// Scores, scaled scores, weights, context.
std::vector<WorksheetStep> usualWorksheetSteps();

/// What is wanted of a sheet.
struct WorksheetOptions {
    std::vector<WorksheetStep> steps = usualWorksheetSteps();
    int blanks = 12;
    bool fewerBlanks = false; ///< where not so many can be asked, all that can
    std::uint64_t seed = 1;   ///< of the choice of the blanks
    int decimals = 2;         ///< of every printed number, 0 to worksheetMostDecimals
    Index sequence = 0;
    std::vector<Index> heads = {}; ///< from 0, rising; empty: all

    bool operator==(const WorksheetOptions&) const = default;
};
inline constexpr int worksheetMostDecimals = 4;
/// Rows or columns that a printed matrix may have.
inline constexpr Index worksheetMostSide = 8;

} // namespace headscope
