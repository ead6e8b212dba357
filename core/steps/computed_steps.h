// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline.h"
#include "trace/trace.h"

#include <optional>
#include <vector>

namespace headscope {

/// How an operation is told as a picture. It follows from the operation alone: a new one needs a
/// line in formOf() and nothing else here.
enum class StepForm : std::uint8_t {
    Product,     ///< rows times columns: Linear, HeadLinear, QueryKeyProduct, WeightedSum
    CellByCell,  ///< every cell out of the cells at its place: Scale, Dropout, Add, Gelu …
    Reduction,   ///< one number out of a row or a column: Mean, Variance
    Masking,     ///< ApplyMask: the hatch that falls on the scores
    Softmax,     ///< a row of scores becomes shares
    Splitting,   ///< columns become heads; no number changes
    Joining,     ///< heads become columns again
    Rearranging, ///< any other way to read the same numbers
};

/// How `operation` is told; nothing where there is nothing to compute (inputs, parameters, masks)
/// or where no matrix comes out (the losses of a training).
std::optional<StepForm> formOf(Operation operation);

/// One stop of the page Steps: an operation of a block, or several that are told as one.
struct ComputedStep {
    std::size_t step = 0;  ///< whose result stands there in the end, in the trace of the block
    std::size_t first = 0; ///< the first of those that are told as one: view before transpose
    StepForm form = StepForm::Product;
    StageTiming timing;

    bool operator==(const ComputedStep&) const = default;
};

/// What of a block's trace is a stop, in the order of the computation. A view or transpose whose
/// result is only rearranged once more has none of its own, nor has a mask where there is none.
std::vector<ComputedStep> computedSteps(const Trace& block);
/// Those stops one after another.
Timeline timelineOf(const std::vector<ComputedStep>& steps);

} // namespace headscope
