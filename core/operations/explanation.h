// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/contributors.h"

#include <vector>

namespace headscope {

/// left × right = product of a sum of products; of other operations `left` is
/// the operand's value and `product` what it adds.
struct Term {
    float left = 0;
    float right = 1;
    float product = 0;
    double partialSum = 0; ///< of this and all earlier terms
};

/// The numbers behind one cell; no words. All are recomputed in double from the
/// operands that the trace holds, `result` is what the trace holds.
struct Explanation {
    Operation operation = Operation::Input;
    std::vector<Term>
        terms; ///< products; exponentials of a softmax row (left = score, product = e^(s − max))
    std::optional<float> bias; ///< Linear
    float factor = 1;          ///< Scale, Dropout; ε of Normalise
    double maximum = 0;        ///< Softmax: largest score of the row
    double sum = 0;            ///< of the terms (without bias)
    std::size_t selected = 0;  ///< Softmax: the term of this cell
    bool masked = false;       ///< ApplyMask: not allowed here
    bool fullyMasked = false;  ///< Softmax: every score of the row is −∞
    /// Softmax: what such a row is then by definition. Its terms are 0, NaN, or 1 for
    /// each key.
    FullyMasked whenFullyMasked = FullyMasked::Zeros;
    double mean = 0;     ///< Variance, Normalise
    double variance = 0; ///< Normalise; RootNormalise: the mean square
    /// What the calculation of the operation is written of (OperationInfo::calculation), in its
    /// order; empty where it has none.
    std::vector<double> numbers = {};
    float result = 0; ///< a typed number where there is `wouldBe`
    /// Typed numbers: what was computed there, which is what all above explains.
    std::optional<float> wouldBe;
};

/// As the row of its operation says (infoOf()).
Explanation explain(const Trace& trace, std::size_t step, const Cell& cell);

} // namespace headscope
