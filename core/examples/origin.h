// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment_run.h"

namespace headscope {

/// What pictures say of where an experiment comes from, but for its masks.
RunOrigin originOf(const Experiment& experiment);

/// The experiment as a run, with its words and where it comes from.
std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace);

} // namespace headscope
