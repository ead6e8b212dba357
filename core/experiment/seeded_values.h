// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace headscope {

/// Normally distributed values that depend on nothing but (seed, stream, row,
/// column): a resize keeps what overlaps, and no order of filling matters.
/// Counter-based (SplitMix64 finaliser) with the Box–Muller transform.
float seededNormal(std::uint64_t seed, std::string_view stream, std::uint64_t row,
                   std::uint64_t column);

} // namespace headscope
