// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/draw.h"

#include "support/hashes.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace headscope {

using hashes::golden;
using hashes::mixed;

Draw::Draw(std::uint64_t seed, std::string_view stream, std::uint64_t number)
    : m_key(mixed(mixed(mixed(seed + golden) ^ hashes::ofText(stream)) + (number + 1) * golden)) {}

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
