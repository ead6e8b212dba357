// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace headscope {

/// A number as a cell shows it, in at most `maxCharacters` (3 to 8, not counting
/// a sign): fixed point, up to 3 decimals; "<.001" for a small non-zero, never a
/// misleading 0.000 ("0" is exactly 0); ">−.001" for a small negative; "−∞", "∞",
/// "NaN"; exponent form where it does not fit ("1.2e6", one longer only from 1e10
/// on in 3 characters). U+2212 as minus.
QString cellText(float value, int maxCharacters = 5);
/// Four significant digits, for results and operands; exponent form below 0.001 and from 1e5.
QString shortText(double value);
/// The shortest text that reads back to the same float; for tooltips and copying; ASCII minus.
QString fullText(float value);
/// A fixed number of decimals, U+2212 as minus: columns that stand still.
QString fixedText(double value, int decimals);

} // namespace headscope
