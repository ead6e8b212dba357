// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/seeded_values.h"

#include "support/hashes.h"

#include <cmath>
#include <numbers>

namespace headscope {

namespace {

using hashes::golden, hashes::mixed;

std::uint64_t rowKey(std::uint64_t seed, std::string_view stream, std::uint64_t row) {
    const std::uint64_t streamKey = mixed(mixed(seed + golden) ^ hashes::ofText(stream));
    return mixed(streamKey + (row + 1) * golden);
}

std::uint64_t bitsAt(std::uint64_t key, std::uint64_t counter) {
    return mixed(key + (counter + 1) * golden);
}

struct NormalPair {
    double even;
    double odd;
};

/// Box–Muller: 32 bits for the radius (so |z| ≤ 6.7), 32 for the angle.
NormalPair normalPair(std::uint64_t key, std::uint64_t pair) {
    constexpr double unit = 1.0 / 4294967296.0; // 2^-32
    const std::uint64_t bits = bitsAt(key, pair);
    const double u = (static_cast<double>(bits >> 32) + 0.5) * unit;
    const double angle =
        2.0 * std::numbers::pi * (static_cast<double>(bits & 0xFFFFFFFFU) + 0.5) * unit;
    const double radius = std::sqrt(-2.0 * std::log(u));
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

} // namespace

float seededNormal(std::uint64_t seed, std::string_view stream, std::uint64_t row,
                   std::uint64_t column) {
    const NormalPair pair = normalPair(rowKey(seed, stream, row), column / 2);
    return static_cast<float>(column % 2 == 0 ? pair.even : pair.odd);
}

void fillSeededNormal(std::span<float> values, std::uint64_t seed, std::string_view stream,
                      std::uint64_t row, std::uint64_t firstColumn, float sigma) {
    const std::uint64_t key = rowKey(seed, stream, row);
    NormalPair pair{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t column = firstColumn + i;
        if (i == 0 || column % 2 == 0)
            pair = normalPair(key, column / 2);
        values[i] = static_cast<float>(column % 2 == 0 ? pair.even : pair.odd) * sigma;
    }
}

void fillSeededEmbedding(std::span<float> row, std::uint64_t seed, std::string_view token) {
    const std::uint64_t key = rowKey(seed, "embedding", hashes::ofText(token));
    for (std::size_t column = 0; column < row.size(); ++column) {
        const auto hundredths = 1 + (bitsAt(key, column) >> 32) * 100 / (std::uint64_t{1} << 32);
        row[column] = static_cast<float>(static_cast<double>(hundredths) / 100.0);
    }
}

} // namespace headscope
