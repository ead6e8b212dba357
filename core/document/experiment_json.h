// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "experiment/experiment.h"
#include "source/source.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace headscope {

/// What files are written with. It grows where an older program would misunderstand a file; of one
/// with a lower number what it lacks is as it is by default, so that none is lost.
inline constexpr std::uint64_t experimentVersion = 11;

/// The experiment as a file keeps it: JSON with "format": "headscope-experiment"
/// and the version. Numbers are the shortest that read back bit for bit.
/// Pins are kept without the training that they may have been taken from.
std::string experimentToJson(const Experiment& experiment, const DocumentExtras& extras = {},
                             const PackedTrainingPointer& training = {});

/// Reads it back from its object, with its training; an Error says which member is wrong, and a
/// newer version is named. The result is valid: validate(modelProblemOf(*result.experiment()))
/// holds. `left` are members that somebody else reads.
Result<Source> experimentFrom(const nlohmann::json& object,
                              const std::vector<std::string>& left = {});

/// A file holds so many pins at most.
inline constexpr std::size_t mostPins = 100;
/// And so many prepared views.
inline constexpr std::size_t mostViews = 200;

} // namespace headscope
