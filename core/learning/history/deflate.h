// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headscope {

/// As zlib packs it (RFC 1950).
std::string deflated(std::string_view bytes);
/// Back to exactly `size` bytes, and no more memory than that is taken; nothing where it was not
/// packed so, or is of another size.
std::optional<std::string> inflated(std::string_view packed, std::size_t size);

} // namespace headscope
