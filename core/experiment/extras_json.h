// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/document_extras.h"
#include "formats/json_writer.h"
#include "support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace headscope {

// What stands beside the source of a file, whatever that is.

/// Writes its members; what is as usual is left out.
void addExtras(JsonWriter& writer, const DocumentExtras& extras);
/// Their names, for who reads the other members of the file.
std::vector<std::string> documentMembers();
/// Reads them back, pins numbered from 1 on.
Result<DocumentExtras> extrasFrom(const nlohmann::json& file);

} // namespace headscope
