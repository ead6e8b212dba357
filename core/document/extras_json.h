// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "json/json_writer.h"
#include "support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace headscope {

// What stands beside the source of a file, whatever that is.

/// Writes its members; what is as usual is left out.
void addExtras(JsonWriter& writer, const DocumentExtras& extras);
/// Their names, for who reads the other members of the file.
std::vector<std::string> documentMembers();
/// Reads them back, pins numbered from 1 on.
Result<DocumentExtras> extrasFrom(const nlohmann::json& file);
/// What was read of a file, and in `extras`, unless that is nullptr, what stands beside it.
template <class Read>
Result<Read> withExtras(Result<Read> read, const nlohmann::json& file, DocumentExtras* extras) {
    if (!read || !extras)
        return read;
    Result<DocumentExtras> found = extrasFrom(file);
    if (!found)
        return found.error();
    *extras = std::move(*found);
    return read;
}

} // namespace headscope
