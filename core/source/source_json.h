// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "source/source.h"
#include "support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace headscope {

/// A source as a file keeps it: an experiment as experimentToJson() has it; of an attention
/// "format": "headscope-attention" with its numbers inside, so that the file stands for itself; of
/// a model "headscope-model" with the path of its folder, whose numbers stay there.
std::string sourceToJson(const Source& source, const DocumentExtras& extras = {});

/// Reads it back, whichever it is; Errors as of experimentFrom(). `extras` receives what stands
/// beside it, pins numbered from 1 on; nullptr: that is not read.
Result<Source> sourceFromJson(std::string_view json, DocumentExtras* extras = nullptr);
/// The same of an object, without what stands beside it.
Result<Source> sourceFrom(const nlohmann::json& file);

} // namespace headscope
