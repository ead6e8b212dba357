// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/beside.h"
#include "formats/json_writer.h"
#include "support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace headscope {

// What stands beside the source of a file, whatever that is.

/// Writes its members; what is as usual is left out.
void addBeside(JsonWriter& writer, const BesideExperiment& beside);
/// Their names, for who reads the other members of the file.
std::vector<std::string> documentMembers();
/// Reads them back, pins numbered from 1 on.
Result<BesideExperiment> besideFrom(const nlohmann::json& file);

} // namespace headscope
