// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace headscope {

/// Normally distributed values that depend on nothing but (seed, stream, row,
/// column): a resize keeps what overlaps, and no order of filling matters.
/// Counter-based (SplitMix64 finaliser) with the Box–Muller transform.
float seededNormal(std::uint64_t seed, std::string_view stream, std::uint64_t row,
                   std::uint64_t column);
/// values[i] = seededNormal(seed, stream, row, firstColumn + i) · sigma, at less
/// than half the price: two neighbours share one transform.
void fillSeededNormal(std::span<float> values, std::uint64_t seed, std::string_view stream,
                      std::uint64_t row, std::uint64_t firstColumn, float sigma);

/// The embedding of a token: 0.01, 0.02 … 1.00, uniformly, so that people can calculate with it.
/// A number depends on nothing but seed, token and its column: the same token has the same row
/// wherever it stands, and a wider row begins with the narrower one.
void fillSeededEmbedding(std::span<float> row, std::uint64_t seed, std::string_view token);

} // namespace headscope
