// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/json_reader.h"
#include "experiment/json_writer.h"
#include "experiment/pin.h"
#include "run/prepared_view.h"

namespace headscope {

/// What somebody looks at, as a member of an experiment's file. A pinned state that is compared is
/// known by its place in the file's list; a state that no file keeps is left out.
JsonWriter viewJson(const PreparedView& view, const std::vector<Pin>& pins, std::string indent);

/// Reads it back. `pins`: how many there are in the file, numbered from 1 on.
PreparedView viewFrom(const nlohmann::json& object, const std::string& path, std::size_t pins,
                      std::optional<Error>& error);

} // namespace headscope
