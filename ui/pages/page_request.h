// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/descent_numbers.h"
#include "run/prepared_view.h"
#include "steps/computed_steps.h"
#include "training/training_view.h"

namespace headscope {

/// What a page is to show: what a file keeps of a view, and what only the command line says.
struct PageRequest : PreparedView {
    std::optional<Index> element{};         ///< of Shapes: that is marked, counted in memory
    std::optional<StepOrder> order{};       ///< of Steps
    std::string pattern{};                  ///< of Paint: a preset or relationsPattern
    std::optional<PaintStop> paintStop{};   ///< of Paint: that is open of a step
    std::optional<TrainingView> training{}; ///< of Train: it is waited for
};

} // namespace headscope
