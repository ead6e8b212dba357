// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QString>

#include <vector>

namespace headscope {

/// The same text with a decimal point and ASCII digits and signs: one character for each, so that
/// a place in it stays one. What has no place in a number stays as it is.
QString plainNumber(QString text);

/// A typed number: the decimal sign may be a point or a comma whatever the locale
/// is, the minus may be "−", digits and signs may be the wide ones of Chinese input or those of
/// Arabic. An Error for text, for NaN and infinity, and for what float32 cannot hold; −∞
/// ("-inf", "−∞") is accepted where `mayBeMinusInfinity`.
Result<float> parseNumber(const QString& text, bool mayBeMinusInfinity = false);

using NumberBlock = std::vector<std::vector<float>>;

/// A copied block of numbers: rows at line ends, columns at tabs; without tabs at
/// spaces, semicolons, or commas with a space behind, and brackets do not count
/// ("[[0.1, 0.2], [0.3, 0.4]]"). All rows must be equally long. The Error names
/// row and column.
Result<NumberBlock> parseNumberBlock(const QString& text, bool mayBeMinusInfinity = false);

} // namespace headscope
