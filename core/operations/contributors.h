// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

namespace headscope {

/// One cell of one operand that went into a cell of a step.
struct Contributor {
    std::size_t operand = 0; ///< position in TraceStep::operands
    Cell cell;               ///< in that operand's result

    bool operator==(const Contributor&) const = default;
};

/// Which cells of which operands made `cell` of step `step`, as the row of its operation says
/// (infoOf()): highlights, formulas and animations derive from it. Products list their
/// factors alternately in the order of the sum (left 0, right 0, left 1, …),
/// a bias last. Empty for inputs, parameters and masks. Of a typed number (typedAt()) they made
/// what it would be.
std::vector<Contributor> contributors(const Trace& trace, std::size_t step, const Cell& cell);

/// The axis that a softmax runs over: the keys, wherever they stand, else the last one.
std::size_t softmaxAxis(const Tensor& result);

} // namespace headscope
