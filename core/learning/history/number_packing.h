// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// Numbers as base64 of what zlib makes of their bytes: bytes of equal weight stand together,
/// so that those that hardly change pack well. `before`: those numbers' bits are taken off first
/// (exclusive or); empty, or as many.
std::string packed(std::span<const float> values, std::span<const float> before = {});
std::string packed(std::span<const double> values);

/// Back; nothing where it is damaged or not so many, or one of them is not finite.
std::optional<std::vector<float>> unpackedFloats(std::string_view text, std::size_t count,
                                                 std::span<const float> before = {});
std::optional<std::vector<double>> unpackedDoubles(std::string_view text, std::size_t count);

} // namespace headscope
