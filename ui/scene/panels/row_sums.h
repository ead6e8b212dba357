// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"
#include "support/execution.h"

namespace headscope {

/// How far a sum of so many weights may be from 1 by rounding alone.
double sumTolerance(std::size_t terms);

/// Σ of every row and of every column of a matrix; padding counts nowhere.
struct MatrixSums {
    std::vector<double> rows;
    std::vector<double> columns;
};
MatrixSums sumsOf(const MatrixPanel& panel, const CancellationToken& token = {});

/// Whether every row of the weights of one sequence sums to 1, but for padding and for those
/// whose keys are all masked: what they are is a matter of choice.
struct RowSums {
    bool any = false; ///< the block has weights at all
    bool allOne = true;
    Index fullyMasked = 0; ///< queries that may look at no key, in some head
    /// The same where finite numbers mask them, such as -1e9: no choice, but a softmax of those.
    Index finitelyMasked = 0;
    Index notANumber = 0; ///< others with a NaN, in some head
};
RowSums checkRowSums(const Trace& block, const AxisTokens& tokens, Index sequence,
                     const Execution& execution = {});

/// How many pairs of the first head the boolean mask forbids; nothing without one.
std::optional<Index> forbiddenPairs(const Trace& block, Index sequence,
                                    const CancellationToken& token = {});

} // namespace headscope
