// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/step_scene.h"
#include "steps/partial_cell.h"

namespace headscope {

/// The cell that is being made at a moment, and how far it is.
struct CellUnderWay {
    MatrixGeometry::Position place;
    Explanation explanation;
    PartialCell partial;
    bool asked = false; ///< by a person; else the sweep is there
};

/// What a moment shows of the result.
struct StepMoment {
    double progress = 1;
    Index made = 0; ///< so many cells of the result stand there, in the order of reading
    std::optional<CellUnderWay> cell;
};
StepMoment stepMoment(const StepScene& scene);

} // namespace headscope
