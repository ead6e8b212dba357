// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/operation_info.h"
#include "timeline/timeline.h"

#include <vector>

namespace headscope {

/// In which order a product is told.
enum class StepOrder : std::uint8_t {
    DotProduct, ///< row × column: the terms of one cell
    SumOfRows,  ///< Σ weight · row: the terms of a whole row
    SumOfHeads, ///< Σ head · its rows of W_O; of the product with W_O alone
};

/// One stop of the page Steps: an operation of a block, or several that are told as one.
struct ComputedStep {
    std::size_t step = 0;  ///< whose result stands there in the end, in the trace of the block
    std::size_t first = 0; ///< the first of those that are told as one: view before transpose
    StepForm form = StepForm::Product;
    MoveTiming timing;

    bool operator==(const ComputedStep&) const = default;
};

/// What of a block's trace is a stop, in the order of the computation. A view or transpose whose
/// result is only rearranged once more has none of its own, nor has a mask where there is none.
std::vector<ComputedStep> computedSteps(const Trace& block);
/// Those stops one after another.
Timeline timelineOf(const std::vector<ComputedStep>& steps);

} // namespace headscope
