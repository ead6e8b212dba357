// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "trace/trace.h"
#include "worksheet/worksheet_options.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// The words at the axes; where there are too few, places are counted.
struct WorksheetLabels {
    std::vector<std::string> queries;
    std::vector<std::string> keys;
};

/// A number as it stands on paper, or the box for it.
struct WorksheetCell {
    std::string text;   ///< "−0.42", "0" (exactly), "−∞"; of a blank what is to be found
    int blank = 0;      ///< its number, from 1; 0: printed
    float number = 0;   ///< what the program computed
    bool typed = false; ///< somebody typed it: it does not come of other numbers
    bool isBlank() const { return blank > 0; }
};

/// A matrix of the sheet. It is printed once.
struct WorksheetMatrix {
    TensorName tensor = TensorName::Scores;
    std::optional<Index> head; ///< nothing: of all heads
    Axis rowAxis = Axis::Query;
    Axis columnAxis = Axis::Key;
    std::vector<std::string> rows; ///< labels
    std::vector<std::string> columns;
    int decimals = 2;
    std::vector<WorksheetCell> cells; ///< in C order

    Index rowCount() const { return static_cast<Index>(rows.size()); }
    Index columnCount() const { return static_cast<Index>(columns.size()); }
    WorksheetCell& at(Index row, Index column) { return cells[placeOfCell(row, column)]; }
    const WorksheetCell& at(Index row, Index column) const {
        return cells[placeOfCell(row, column)];
    }
    std::size_t placeOfCell(Index row, Index column) const {
        return static_cast<std::size_t>(row * columnCount() + column);
    }
};

/// One matrix made of others. Operands stand in the order of the formula:
/// projections and output x, W, b if any; scores Q, K; scaled S; masked and softmax the scores and
/// M where a mask is added; context weights, V; concatenation every head.
struct WorksheetTask {
    WorksheetStep step = WorksheetStep::Scores;
    std::optional<Index> head = {};
    std::vector<std::size_t> operands = {}; ///< in Worksheet::matrices
    std::size_t result = 0;
    /// Where the scores are multiplied by the scale in this task: 1/√d_k says `root`, another
    /// number `factor` with all its digits.
    std::optional<Index> root = {};
    std::string factor = {};
    bool masks = false;                   ///< the last operand is M
    std::vector<std::size_t> prints = {}; ///< what stands with this task for the first time

    bool scales() const { return root || !factor.empty(); }
};

/// What is asked at one cell.
struct WorksheetBlank {
    int number = 0; ///< from 1, in the order of reading
    std::size_t task = 0;
    std::size_t matrix = 0;
    Index row = 0;
    Index column = 0;
    /// How it comes out, from the numbers as printed: "0.2·1.35 + 0.1·(−0.42)". Markup: _{} and
    /// ^{} as in math_text.h of the interface. Empty where a number only moves.
    std::string working;
    /// The program's own number where it reads otherwise, else empty: what is printed is rounded,
    /// so what is computed from it need not be the same in its last digit.
    std::string own;
};

/// An exercise on paper: everything that is asked can be computed from what is printed, one blank
/// after the other.
struct Worksheet {
    int decimals = 2;
    std::uint64_t seed = 1;
    std::vector<WorksheetMatrix> matrices;
    std::vector<WorksheetTask> tasks;
    std::vector<WorksheetBlank> blanks;

    const WorksheetCell& cellOf(const WorksheetBlank& blank) const {
        return matrices[blank.matrix].at(blank.row, blank.column);
    }
};

/// The sheet of an attention block, whose trace is batch-first with fused weights. The same
/// arguments give the same sheet, and fewer blanks are some of those of more. An Error where a step
/// is not there, a matrix is too large, numbers are too long, or so many blanks cannot be asked;
/// it says how many can.
Result<Worksheet> makeWorksheet(const Trace& block, const WorksheetOptions& options,
                                const WorksheetLabels& labels);

} // namespace headscope
