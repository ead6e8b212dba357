// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/printed_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace headscope {

namespace {
constexpr std::string_view minusSign = "\u2212";
constexpr std::string_view infinitySign = "\u221E";
} // namespace

std::string printedNumber(double value, int decimals) {
    if (std::isnan(value))
        return "NaN";
    std::string text;
    if (value == 0)
        return "0";
    if (std::isinf(value)) {
        text = infinitySign;
    } else {
        // As people round: a half goes up, as that of 1 ÷ 1.6 does, and not to the even digit.
        const double unit = std::pow(10.0, decimals);
        const double whole = std::fabs(value) * unit;
        constexpr double exact = 9007199254740992.0; // from there on there is nothing to round
        const double rounded = whole < exact ? std::floor(whole + 0.5) / unit : std::fabs(value);
        std::array<char, 400> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), rounded,
                                       std::chars_format::fixed, decimals);
        text.assign(digits.data(), end.ptr);
    }
    const bool vanishes = text.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !vanishes ? std::string(minusSign) + text : text;
}

std::optional<double> readPrinted(std::string_view text) {
    double sign = 1;
    if (text.starts_with(minusSign)) {
        sign = -1;
        text.remove_prefix(minusSign.size());
    }
    if (text == infinitySign)
        return sign * std::numeric_limits<double>::infinity();
    double value = 0;
    const auto read =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
        return std::nullopt;
    return sign * value;
}

bool roundsClearly(double value, int decimals) {
    if (!std::isfinite(value))
        return true;
    const double scaled = std::fabs(value) * std::pow(10.0, decimals);
    // Wide enough for any order of adding, and for who carries a digit or two more.
    return std::fabs(scaled - std::floor(scaled) - 0.5) > 1e-6;
}

} // namespace headscope
