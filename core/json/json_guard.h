// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace headscope {

/// Parses JSON that nobody has looked at yet. Nesting deeper than 16, more than
/// 2^27 values and a member that an object has twice are refused as soon as they
/// are met. An Error names line and column where the text is no JSON.
Result<nlohmann::json> parseUntrustedJson(std::string_view text);

} // namespace headscope
