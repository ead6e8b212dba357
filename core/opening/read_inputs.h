// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "opening/experiment_files.h"

namespace headscope {

/// Reads queries, keys and values and checks them against each other and the weights of the
/// experiment; Errors name the files.
Status readInputs(const ExperimentFiles& files, OpenedExperiment& opened);

} // namespace headscope
