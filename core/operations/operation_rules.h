// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/contributors.h"

namespace headscope {

struct Explanation;

// What the rows of operation_info.cpp are put together of.

/// A cell of a step whose operands are asked for.
struct StepCell {
    const Trace& trace;
    const TraceStep& step;
    const Cell& cell;

    const Tensor& operand(std::size_t i) const { return trace[step.operands[i]].result; }
};

/// A cell with the values of its contributors, in their order.
struct CellValues {
    const Trace& trace;
    const TraceStep& step;
    const Cell& cell;
    std::vector<float> values;
};

using Contributors = std::vector<Contributor>;

/// Which cells of the operands a cell is made of.
namespace reads {
Contributors nothing(const StepCell& at);
Contributors samePlace(const StepCell& at);  ///< of every operand; an axis that it lacks, or has
                                             ///< with size 1, stands for all
Contributors linear(const StepCell& at);     ///< a row and a column, and the bias
Contributors headLinear(const StepCell& at); ///< the same of the weights of a head
Contributors sharedAxis(const StepCell& at); ///< over the axis that both have and the result lacks
Contributors sameOrder(const StepCell& at);  ///< the one at its place in C order
Contributors exchanged(const StepCell& at);  ///< axes 1 and 2 exchanged
Contributors masked(const StepCell& at);     ///< its own, and by axis names that of each mask
Contributors reduced(const StepCell& at);    ///< all that were taken together; of later operands
                                             ///< the same place
Contributors turned(const StepCell& at);     ///< its pair, each with its cosine or sine
Contributors tableRow(const StepCell& at);   ///< the id, and the place in its row of the table
Contributors everything(const StepCell& at); ///< all of every operand
Contributors softmaxRow(const StepCell& at); ///< all along the axis of the softmax
Contributors projected(const StepCell& at);  ///< a row, then all of the head's part of W
Contributors sameNames(const StepCell& at);  ///< of every operand, by axis names
Contributors rolledOut(const StepCell& at);  ///< key by key that is passed through: the weights
                                             ///< of all heads, then what went before
Contributors piecesOfWords(const StepCell& at); ///< all pairs of pieces, query by query
} // namespace reads

/// How a cell is explained by the values of its contributors.
namespace explains {
void value(const CellValues& of, Explanation& explanation);       ///< the first one
void sum(const CellValues& of, Explanation& explanation);         ///< a term each
void products(const CellValues& of, Explanation& explanation);    ///< by twos, and a bias
void timesFactor(const CellValues& of, Explanation& explanation); ///< the last one · the factor
void dropout(const CellValues& of, Explanation& explanation);
void mask(const CellValues& of, Explanation& explanation);
void softmax(const CellValues& of, Explanation& explanation);
void squares(const CellValues& of, Explanation& explanation); ///< of each
void deviations(const CellValues& of,
                Explanation& explanation); ///< squares of what is off the mean
void normalised(const CellValues& of, Explanation& explanation);
void turned(const CellValues& of, Explanation& explanation);
void rootNormalised(const CellValues& of, Explanation& explanation);
void projectedNorm(const CellValues& of, Explanation& explanation); ///< the squares under the root
void weightedNorm(const CellValues& of, Explanation& explanation);
void rolledOut(const CellValues& of, Explanation& explanation);     ///< a term for each key between
void piecesOfWords(const CellValues& of, Explanation& explanation); ///< each ÷ number of queries
} // namespace explains

} // namespace headscope
