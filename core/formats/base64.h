// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headscope {

/// Bytes as text of 64 letters, RFC 4648, section 4, with padding.
std::string base64(std::string_view bytes);
/// Back; nothing where the text is not what base64() gives.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace headscope
