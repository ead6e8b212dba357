// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/number_columns.h"

#include "scene/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headscope {

namespace {

constexpr double largestFixed = 1e5;   ///< above, an exponent is shorter
constexpr double smallestFixed = 5e-4; ///< below, four decimals would lose too much
constexpr int mostDecimals = 4;

/// "1.2e−5"
QString scientific(double value, int decimals) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::fabs(value),
                                   std::chars_format::scientific, decimals)
                         .ptr;
    const QString plain = QString::fromLatin1(text.data(), end - text.data());
    const qsizetype e = plain.indexOf(u'e');
    const int exponent = plain.mid(e + 1).toInt();
    return (value < 0 ? QStringLiteral("−") : QString()) + plain.left(e) + u'e' +
           (exponent < 0 ? QStringLiteral("−") : QString()) + QString::number(std::abs(exponent));
}

/// Whether `decimals` lose nothing that a float32 holds.
bool isExact(double value, int decimals) {
    const double scaled = value * std::pow(10.0, decimals);
    return std::fabs(scaled - std::round(scaled)) <= 2e-7 * std::fabs(scaled);
}

/// Whether a number reads better without an exponent.
bool isMiddling(double value) {
    return std::fabs(value) < largestFixed && std::fabs(value) >= smallestFixed;
}

/// Decimals that show so many significant digits of a middling number.
int decimalsOf(double value, int significant) {
    const int whole = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
    return std::clamp(significant - whole, 0, mostDecimals);
}

QString specialText(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
}

} // namespace

QStringList columnTexts(std::span<const double> values, int significant) {
    double largest = 0;
    for (const double value : values) {
        if (std::isfinite(value))
            largest = std::max(largest, std::fabs(value));
    }
    const bool fixed = largest == 0 || isMiddling(largest);
    int decimals = 0;
    if (fixed && largest > 0) {
        decimals = decimalsOf(largest, significant);
        const auto allExact = [&](int candidate) {
            return std::ranges::all_of(values, [&](double value) {
                return !std::isfinite(value) || isExact(value, candidate);
            });
        };
        int fewest = 0;
        while (fewest < decimals && !allExact(fewest))
            ++fewest;
        decimals = std::min(decimals, fewest);
    }
    const double visible = 0.5 * std::pow(10.0, -decimals);
    QStringList texts;
    texts.reserve(static_cast<qsizetype>(values.size()));
    for (const double value : values) {
        if (value == 0)
            texts += QStringLiteral("0"); // no small number looks like it
        else if (!std::isfinite(value))
            texts += specialText(value);
        else if (fixed ? std::fabs(value) >= visible : isMiddling(value))
            texts += fixedText(value, fixed ? decimals : decimalsOf(value, significant));
        else
            texts += scientific(value, values.size() == 1 ? 2 : 1);
    }
    return texts;
}

QString numberText(double value, int significant) {
    return columnTexts({&value, 1}, significant).first();
}

QString fullNumber(double value) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

} // namespace headscope
