// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/draw.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace headscope {

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

} // namespace

Draw::Draw(std::uint64_t seed, std::string_view stream, std::uint64_t number) {
    std::uint64_t hash = 0xCBF29CE484222325ULL; // FNV-1a
    for (const char c : stream)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    m_key = mixed(mixed(mixed(seed + golden) ^ hash) + (number + 1) * golden);
}

std::uint64_t Draw::bits() {
    return mixed(m_key + ++m_count * golden);
}

Index Draw::below(Index count) {
    // 32 bits times the count: uneven by less than 2⁻³² · count.
    return static_cast<Index>((bits() >> 32) * static_cast<std::uint64_t>(count) >> 32);
}

double Draw::unit() {
    return static_cast<double>(bits() >> 11) * 0x1p-53;
}

double Draw::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));
    return radius * std::cos(2.0 * std::numbers::pi * unit());
}

std::vector<Index> Draw::order(Index count) {
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    for (Index i = count; i > 1; --i)
        std::swap(all[static_cast<std::size_t>(i - 1)], all[static_cast<std::size_t>(below(i))]);
    return all;
}

} // namespace headscope
