// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace headscope {

namespace {

constexpr QChar minus = u'\u2212';

std::string fixedDigits(double value, int decimals) {
    // DBL_MAX has 309 digits before the point.
    std::array<char, 512> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, decimals)
                         .ptr;
    return {text.data(), end};
}

bool looksZero(const std::string& digits) {
    return digits.find_first_of("123456789") == std::string::npos;
}

/// "1.2e5", "3e−7"; without zeros in front of the exponent.
QString exponentText(double magnitude, int decimals) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), magnitude,
                                   std::chars_format::scientific, decimals)
                         .ptr;
    const std::string digits(text.data(), end);
    const std::size_t e = digits.find('e');
    const int exponent = std::stoi(digits.substr(e + 1));
    QString result = QString::fromStdString(digits.substr(0, e)) + u'e';
    if (exponent < 0)
        result += minus;
    return result + QString::number(std::abs(exponent));
}

QString withSign(double value, const QString& magnitude) {
    return std::signbit(value) ? minus + magnitude : magnitude;
}

/// NaN, ±∞ and exactly 0, which look the same at every width.
std::optional<QString> specialText(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return withSign(value, QStringLiteral("∞"));
    if (value == 0)
        return QStringLiteral("0");
    return std::nullopt;
}

} // namespace

QString cellText(float value, int maxCharacters) {
    if (const auto special = specialText(value))
        return *special;
    const auto width = static_cast<std::size_t>(std::max(maxCharacters, 3));
    const double magnitude = std::fabs(static_cast<double>(value));
    const int mostDecimals = std::min(3, static_cast<int>(width) - 2);
    if (looksZero(fixedDigits(magnitude, mostDecimals))) {
        // Not "0.000": it is something, and smaller than the last digit shown.
        const QString smallest = u'.' + QString(mostDecimals - 1, u'0') + u'1';
        return std::signbit(value) ? QStringLiteral(">") + minus + smallest : u'<' + smallest;
    }
    for (int decimals = mostDecimals; decimals >= 0; --decimals) {
        const std::string digits = fixedDigits(magnitude, decimals);
        if (digits.size() <= width)
            return withSign(value, QString::fromStdString(digits));
    }
    for (int decimals = static_cast<int>(width) - 4; decimals > 0; --decimals) {
        const QString text = exponentText(magnitude, decimals);
        if (text.size() <= static_cast<qsizetype>(width))
            return withSign(value, text);
    }
    return withSign(value, exponentText(magnitude, 0));
}

QString shortText(double value) {
    if (const auto special = specialText(value))
        return *special;
    const double magnitude = std::fabs(value);
    // The exponent after rounding to four digits: 9.99996 counts as 10.00.
    const QString scientific = exponentText(magnitude, 3);
    QString exponentPart = scientific.mid(scientific.indexOf(u'e') + 1);
    exponentPart.replace(minus, u'-');
    const int exponent = exponentPart.toInt();
    if (exponent < -3 || exponent > 4)
        return withSign(value, scientific);
    return withSign(value,
                    QString::fromStdString(fixedDigits(magnitude, std::max(0, 3 - exponent))));
}

QString fullText(float value) {
    if (std::isnan(value))
        return QStringLiteral("nan");
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

QString fixedText(double value, int decimals) {
    if (!std::isfinite(value))
        return *specialText(value);
    const QString digits =
        QString::fromStdString(fixedDigits(std::fabs(value), std::max(0, decimals)));
    return value < 0 ? minus + digits : digits;
}

} // namespace headscope
