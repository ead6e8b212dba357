// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/explanation.h"
#include "trace/trace.h"

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
/// The same of a cell of a Scale step, "2.47 ÷ √4" where that divides by a root; "2.47 ÷ ?" while
/// it is not to be told.
QString scaledText(const Trace& block, std::size_t step, const Explanation& explanation, bool told,
                   const std::function<QString(double)>& first,
                   const std::function<QString(double)>& write);
/// "1.5²", of what is off a mean "(1.5 − 0.2)²": a term of a mean of squares, of a variance.
QString squareText(const QString& number, const QString& mean = {});

} // namespace headscope
