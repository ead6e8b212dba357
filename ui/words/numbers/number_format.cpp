// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers/number_format.h"

#include "scene/panels/row_sums.h"
#include "support/number_text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

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

/// Whether a number below 1 is written as 1.
bool looksWhole(double magnitude, const std::string& digits) {
    return magnitude < 1 && digits.front() != '0';
}

/// "<.001": less than the last of so many decimals; ">−.001" where it is negative.
QString belowSmallest(double value, int decimals) {
    const QString smallest = u'.' + QString(std::max(0, decimals - 1), u'0') + u'1';
    return std::signbit(value) ? QStringLiteral(">") + minus + smallest : u'<' + smallest;
}

/// ">.999": more than so many decimals can say below 1; "<−.999" where it is negative.
QString almostOne(double value, int decimals) {
    const QString largest = u'.' + QString(std::max(1, decimals), u'9');
    return std::signbit(value) ? QStringLiteral("<") + minus + largest : u'>' + largest;
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

QString cellText(float value, int maxCharacters, NearOne nearOne) {
    if (const auto special = specialText(value))
        return *special;
    const auto width = static_cast<std::size_t>(std::max(maxCharacters, 3));
    const double magnitude = std::fabs(static_cast<double>(value));
    const int mostDecimals = std::min(3, static_cast<int>(width) - 2);
    const std::string longest = fixedDigits(magnitude, mostDecimals);
    if (looksZero(longest))
        return belowSmallest(value, mostDecimals);
    if (nearOne == NearOne::Told && looksWhole(magnitude, longest))
        return almostOne(value, mostDecimals);
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
    const std::string digits = fixedDigits(magnitude, std::max(0, 3 - exponent));
    if (looksWhole(magnitude, digits))
        return almostOne(value, 4);
    return withSign(value, QString::fromStdString(digits));
}

QString rangeText(double value) {
    const QString text = shortText(value);
    const qsizetype exponent = text.indexOf(u'e');
    QString digits = text.left(exponent < 0 ? text.size() : exponent);
    if (digits.contains(u'.')) {
        while (digits.endsWith(u'0'))
            digits.chop(1);
        if (digits.endsWith(u'.'))
            digits.chop(1);
    }
    return exponent < 0 ? digits : digits + text.mid(exponent);
}

QString resultText(double value) {
    return columnTexts({&value, 1}, 4, Small::Bound).first();
}

QString sumText(double sum, std::size_t terms) {
    constexpr int decimals = 2;
    if (std::isnan(sum) || std::isinf(sum) || sum == 0)
        return *specialText(sum);
    const std::string digits = fixedDigits(std::fabs(sum), decimals);
    if (looksZero(digits))
        return belowSmallest(sum, decimals);
    if (looksWhole(std::fabs(sum), digits) && 1 - std::fabs(sum) > sumTolerance(terms))
        return almostOne(sum, decimals);
    // Typed weights may sum to anything, and there is room for this much.
    constexpr std::size_t mostDigits = 7;
    if (digits.size() > mostDigits)
        return withSign(sum, exponentText(std::fabs(sum), decimals));
    return fixedText(sum, decimals);
}

QString fullText(float value) {
    return QString::fromStdString(shortestText(value));
}

QString fullNumber(double value) {
    return QString::fromStdString(shortestText(value));
}

QString fixedText(double value, int decimals) {
    if (!std::isfinite(value))
        return *specialText(value);
    const QString digits =
        QString::fromStdString(fixedDigits(std::fabs(value), std::max(0, decimals)));
    return value < 0 ? minus + digits : digits;
}

namespace {

constexpr double largestFixed = 1e5;   ///< above, an exponent is shorter
constexpr double smallestFixed = 5e-4; ///< below, four decimals would lose too much
constexpr int mostDecimals = 4;

/// Whether `decimals` lose nothing that a float32 holds.
bool isExact(double value, int decimals) {
    const double scaled = value * std::pow(10.0, decimals);
    return std::fabs(scaled - std::round(scaled)) <= 2e-7 * std::fabs(scaled) &&
           !looksWhole(std::fabs(value), fixedDigits(std::fabs(value), decimals));
}

/// Whether a number reads better without an exponent.
bool isMiddling(double value, Small small) {
    const double least = small == Small::Bound ? 0 : smallestFixed;
    return std::fabs(value) < largestFixed && std::fabs(value) >= least;
}

/// Decimals that show so many significant digits of a middling number.
int decimalsOf(double value, int significant) {
    const int whole = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
    return std::clamp(significant - whole, 0, mostDecimals);
}

/// One number of a column that has so many decimals.
QString inColumn(double value, int decimals, Small small, int exponentDecimals) {
    const double magnitude = std::fabs(value);
    if (small == Small::Bound) // a bound needs a decimal to stand in
        decimals = std::max(decimals, magnitude < 1 ? 1 : 0);
    const std::string digits = fixedDigits(magnitude, decimals);
    if (decimals > 0 && looksWhole(magnitude, digits))
        return almostOne(value, decimals);
    if (!looksZero(digits))
        return withSign(value, QString::fromStdString(digits));
    return small == Small::Bound ? belowSmallest(value, decimals)
                                 : withSign(value, exponentText(magnitude, exponentDecimals));
}

} // namespace

QStringList columnTexts(std::span<const double> values, int significant, Small small) {
    double largest = 0;
    for (const double value : values) {
        if (std::isfinite(value))
            largest = std::max(largest, std::fabs(value));
    }
    const bool fixed = largest == 0 || isMiddling(largest, small);
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
    const int exponentDecimals = values.size() == 1 ? 2 : 1;
    QStringList texts;
    texts.reserve(static_cast<qsizetype>(values.size()));
    for (const double value : values) {
        if (const auto special = specialText(value))
            texts += *special;
        else if (fixed || isMiddling(value, small))
            texts += inColumn(value, fixed ? decimals : decimalsOf(value, significant), small,
                              exponentDecimals);
        else
            texts += withSign(value, exponentText(std::fabs(value), exponentDecimals));
    }
    return texts;
}

QString numberText(double value, int significant) {
    return columnTexts({&value, 1}, significant).first();
}

QString digitsText(double value, int significant) {
    if (const auto special = specialText(value))
        return *special;
    const double magnitude = std::fabs(value);
    if (!isMiddling(value, Small::Exponent))
        return withSign(value, exponentText(magnitude, significant - 1));
    const int whole = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
    std::string digits = fixedDigits(magnitude, std::max(0, significant - whole));
    if (digits.find('.') != std::string::npos) {
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.'))
            digits.pop_back();
    }
    return withSign(value, QString::fromStdString(digits));
}

double readNumber(const QString& text) {
    QString plain = text;
    plain.replace(minus, u'-');
    if (plain.endsWith(u'∞'))
        return plain.startsWith(u'-') ? -HUGE_VAL : HUGE_VAL;
    bool isNumber = false;
    const double value = QLocale::c().toDouble(plain, &isNumber);
    return isNumber ? value : std::nan("");
}

QStringList operandTexts(std::span<const double> operands, const Arithmetic& compute, double result,
                         const std::function<QString(double)>& first,
                         const std::function<QString(double)>& write) {
    const QString wanted = write(result);
    const auto written = [operands](const auto& text) {
        QStringList texts;
        for (const double operand : operands)
            texts += text(operand);
        return texts;
    };
    const auto computes = [&](const QStringList& texts) {
        std::vector<double> read;
        for (const QString& text : texts)
            read.push_back(readNumber(text));
        return write(compute(read)) == wanted;
    };
    QStringList texts = written(first);
    // float32 has nine; sums of the program's own are kept in double.
    for (int significant = 5; significant <= 12 && !computes(texts); ++significant)
        texts = written([significant](double value) { return digitsText(value, significant); });
    return texts;
}

QStringList operandTexts(std::span<const double> operands, const Arithmetic& compute,
                         double result) {
    const auto write = [](double value) { return numberText(value); };
    return operandTexts(operands, compute, result, write, write);
}

QString equalsSign(double computed, const QString& result) {
    const double read = readNumber(result);
    QString digits = result.section(u'e', 0, 0);
    const qsizetype point = digits.indexOf(u'.');
    const int decimals = point < 0 ? 0 : static_cast<int>(digits.size() - point - 1);
    const QString exponent = result.section(u'e', 1);
    const double unit = std::pow(10.0, (exponent.isEmpty() ? 0 : readNumber(exponent)) - decimals);
    const bool isNear = std::fabs(computed - read) <= unit * (0.5 + 1e-6) || computed == read ||
                        (std::isnan(computed) && result == QStringLiteral("NaN"));
    return isNear ? QStringLiteral("=") : QStringLiteral("≈");
}

} // namespace headscope
