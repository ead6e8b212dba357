// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/explanation.h"

#include <QString>

#include <functional>

namespace headscope {

/// A negative number behind a sign needs its brackets: "(−1.5)".
QString inBrackets(const QString& text);

/// "(0.52 − 0.1) ÷ √(2.25 + 1e−05)": how a cell is computed of the few numbers that it is made of,
/// as the row of its operation has it (CellCalculation); empty where that has none. With as many
/// digits as it takes, as operandTexts() has them.
QString calculationText(const Explanation& explanation, const std::function<QString(double)>& first,
                        const std::function<QString(double)>& write);

} // namespace headscope
