// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace headscope {

/// Random numbers that depend on nothing but a seed, a name and how many were drawn before:
/// the same on every machine, and a training that goes on draws what it would have drawn.
class Draw {
public:
    /// A stream of its own for every name and every number.
    Draw(std::uint64_t seed, std::string_view stream, std::uint64_t number = 0);

    std::uint64_t bits();
    /// 0 … count − 1, all alike.
    Index below(Index count);
    /// From 0 up to 1, without 1.
    double unit();
    /// Normally distributed, mean 0, variance 1 (Box and Muller).
    double normal();
    bool chance(double probability) { return unit() < probability; }
    /// Any order of 0 … count − 1 (Fisher and Yates).
    std::vector<Index> order(Index count);

private:
    std::uint64_t m_key;
    std::uint64_t m_count = 0;
};

} // namespace headscope
