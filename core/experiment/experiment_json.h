// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "experiment/pin.h"

#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// The experiment as a file keeps it: JSON with "format": "headscope-experiment"
/// and a version. Numbers are the shortest that read back bit for bit.
/// `pins` stand beside it, without the training that they may have been taken from.
std::string experimentToJson(const Experiment& experiment, std::span<const Pin> pins = {});

/// Reads it back; an Error says which member is wrong, and a newer version is
/// named. The result is valid: validate(modelProblemOf(result)) holds.
/// `pins` receives what stands beside it, without numbers; nullptr: that is not read.
Result<Experiment> experimentFromJson(std::string_view json, std::vector<Pin>* pins = nullptr);

/// A file holds so many pins at most.
inline constexpr std::size_t mostPins = 100;

} // namespace headscope
