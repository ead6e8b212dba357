// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace headscope {

/// The numbers of one column with one number of decimals, so that they stand
/// under each other: as many as give the largest `significant` digits, fewer
/// where that loses nothing (0.8 instead of 0.8000). A non-zero value that
/// would read as zero is written with an exponent.
QStringList columnTexts(std::span<const double> values, int significant = 4);

/// One number by the same rule.
QString numberText(double value, int significant = 4);

/// The shortest text that reads back to the same double; ASCII.
QString fullNumber(double value);

} // namespace headscope
