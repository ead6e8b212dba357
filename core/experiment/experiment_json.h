// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

#include <string>
#include <string_view>

namespace headscope {

/// The experiment as a file keeps it: JSON with "format": "headscope-experiment"
/// and a version. Numbers are the shortest that read back bit for bit.
std::string experimentToJson(const Experiment& experiment);

/// Reads it back; an Error says which member is wrong, and a newer version is
/// named. The result is valid: validate(modelProblemOf(result)) holds.
Result<Experiment> experimentFromJson(std::string_view json);

} // namespace headscope
