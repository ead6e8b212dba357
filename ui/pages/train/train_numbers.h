// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "words/numbers/number_format.h"

#include <cmath>

namespace headscope {

/// "86 %". What is not quite all is never 100 %, what is not quite nothing never 0 %.
inline QString percentText(double share) {
    double percent = std::round(100 * share);
    if (share < 1 && percent > 99)
        percent = 99;
    if (share > 0 && percent < 1)
        percent = 1;
    return fixedText(percent, 0) + QStringLiteral(" %");
}

} // namespace headscope
