// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"
#include "examples/origin.h"
#include "head_fit/presets.h"
#include "head_fit/problem.h"
#include "transformer/run_model.h"

#include <algorithm>
#include <string_view>

namespace headscope::testing {

/// What the engine makes of an experiment.
inline std::shared_ptr<const Run> engineRun(const Experiment& experiment) {
    return runOf(experiment,
                 std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value()));
}

/// The ticket sentence with a preset painted on it, or with what textbooks say of it ("own").
inline FitProblem ticketPainting(std::string_view preset, bool positions = false) {
    FitProblem problem =
        fitProblemOf(*engineRun(findExample("ticket")->make()), 0, 0, positions).value();
    if (preset == "own") {
        problem.target = ticketRelations();
        return problem;
    }
    const auto found = std::ranges::find(paintPresets(), preset, &PaintPreset::name);
    problem.target = presetTarget(*found, 10, 10, problem.target.mayAttend);
    return problem;
}

} // namespace headscope::testing
