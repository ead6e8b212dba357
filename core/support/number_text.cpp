// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace headscope {

namespace {

template <class Number> std::string digitsOf(Number value) {
    if (std::isnan(value))
        return "nan";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

} // namespace

std::string shortestText(float value) {
    return digitsOf(value);
}

std::string shortestText(double value) {
    return digitsOf(value);
}

} // namespace headscope
