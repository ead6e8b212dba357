// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headscope {

/// A number as a sheet prints it: so many decimals with U+2212 as minus, "0" for exactly 0, "−∞",
/// "∞", "NaN". What rounds to 0 has no sign.
std::string printedNumber(double value, int decimals);

/// What somebody reads there.
std::optional<double> readPrinted(std::string_view text);

/// Whether everybody rounds it to the same text: it does not lie in the middle between two.
bool roundsClearly(double value, int decimals);

/// The fewest decimals, up to `most`, with which all of these floats read back as they are; else
/// `most`.
template <class Numbers> int decimalsOf(const Numbers& numbers, int most) {
    int decimals = 0;
    for (const float number : numbers) {
        while (decimals < most) {
            const auto read = readPrinted(printedNumber(number, decimals));
            if (!(number == number) || (read && static_cast<float>(*read) == number))
                break;
            ++decimals;
        }
    }
    return decimals;
}

} // namespace headscope
