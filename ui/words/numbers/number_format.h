// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <span>

namespace headscope {

// Every number on screen and in a figure is written here, by the same rules: U+2212 as
// minus; "0" is exactly 0, a small non-zero is "<.01" and never a misleading 0.00; what
// is below 1 and would round to it is ">.99"; "−∞", "∞" and "NaN".

/// Whether what is below 1 and would round to it says so: shares have to be told apart from 1; of
/// other numbers 1 is one like all.
enum class NearOne { Told, Rounded };

/// A number as a cell shows it, in at most `maxCharacters` (3 to 8, not counting
/// a sign): fixed point, up to 3 decimals; "<.001", ">.999" (">−.001", "<−.999" where it is
/// negative); exponent form where it does not fit ("1.2e6", one longer only from 1e10 on in
/// 3 characters).
QString cellText(float value, int maxCharacters = 5, NearOne nearOne = NearOne::Told);
/// Four significant digits, for results and operands; exponent form below 0.001 and from 1e5.
QString shortText(double value);
/// An end of a range: shortText without zeros that say nothing.
QString rangeText(double value);
/// A result in large type: as numberText, but "<.0001" in the place of an exponent.
QString resultText(double value);
/// A sum of `terms` weights, in two decimals ("1.23e4" from ten thousand on). What float32 rounds
/// is no difference: a whole row reads 1.00.
QString sumText(double sum, std::size_t terms);
/// The shortest text that reads back to the same float; for tooltips and copying; ASCII minus.
QString fullText(float value);
/// The same for a double.
QString fullNumber(double value);
/// A fixed number of decimals: columns that stand still. The caller sees to it that they
/// suffice.
QString fixedText(double value, int decimals);

/// How a column writes what is too small for its decimals.
enum class Small : std::uint8_t {
    Exponent, ///< "4.8e−32": operands, with which one can go on calculating
    Bound,    ///< "<.0001": shares of a whole
};
/// The numbers of one column with one number of decimals, so that they stand
/// under each other: as many as give the largest `significant` digits, fewer
/// where that loses nothing (0.8 instead of 0.8000).
QStringList columnTexts(std::span<const double> values, int significant = 4,
                        Small small = Small::Exponent);
/// One number by the same rule.
QString numberText(double value, int significant = 4);
/// So many digits that matter, without zeros at the end that say nothing, and with an exponent
/// where that is shorter.
QString digitsText(double value, int significant);

/// What somebody reads in a number that was written here; NaN where it is none, as "<.01".
double readNumber(const QString& text);

/// How a line of arithmetic computes its result from the numbers that stand in it.
using Arithmetic = std::function<double(std::span<const double>)>;
/// The numbers of a line with as many digits as it takes to compute from them, as they are printed,
/// the result as `write` prints it: `first` writes them where that is enough already. What no
/// digits lead to, as where float32 rounded the result itself, has all of them.
QStringList operandTexts(std::span<const double> operands, const Arithmetic& compute, double result,
                         const std::function<QString(double)>& first,
                         const std::function<QString(double)>& write);
/// The same as numberText writes both.
QStringList operandTexts(std::span<const double> operands, const Arithmetic& compute,
                         double result);
/// "=" where the printed numbers of a line come to its printed result, as near as that says it;
/// else "≈".
QString equalsSign(double computed, const QString& result);

} // namespace headscope
