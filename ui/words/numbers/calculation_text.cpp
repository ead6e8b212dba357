// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers/calculation_text.h"

#include "operations/operation_info.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"

#include <cmath>

namespace headscope {

QString inBrackets(const QString& text) {
    return text.startsWith(QChar(0x2212)) ? u'(' + text + u')' : text;
}

QString calculationText(const Explanation& explanation, const std::function<QString(double)>& first,
                        const std::function<QString(double)>& write) {
    const CellCalculation& calculation = infoOf(explanation.operation).calculation;
    if (!calculation.value)
        return {};
    const auto result = static_cast<double>(explanation.wouldBe.value_or(explanation.result));
    const QStringList numbers =
        operandTexts(explanation.numbers, calculation.value, result, first, write);
    QString text;
    for (const QChar letter : QString::fromUtf8(calculation.pattern)) {
        if (text.endsWith(u'%')) {
            text.chop(1);
            const auto place = qsizetype{letter.digitValue()} - 1;
            const double value = explanation.numbers[static_cast<std::size_t>(place)];
            // "<.0001" is no number to go on calculating with.
            const QString& number =
                numbers[place].startsWith(u'<') ? rangeText(value) : numbers[place];
            const bool behindSign = text.endsWith(u' ') && !text.endsWith(QStringLiteral(", "));
            text += behindSign ? inBrackets(number) : number;
        } else {
            text += letter;
        }
    }
    return text;
}

QString scaledText(const Trace& block, std::size_t step, const Explanation& explanation, bool told,
                   const std::function<QString(double)>& first,
                   const std::function<QString(double)>& write) {
    const std::optional<Index> width = rootOfScale(block, step);
    if (told && !width)
        return calculationText(explanation, first, write);
    const double score[] = {explanation.numbers.front()};
    if (!told)
        return first(score[0]) + u' ' + scaleText(block, step, false);
    const double root = std::sqrt(static_cast<double>(*width));
    const QStringList texts = operandTexts(
        score, [root](auto v) { return v[0] / root; },
        static_cast<double>(explanation.wouldBe.value_or(explanation.result)), first, write);
    return texts[0] + u' ' + scaleText(block, step);
}

QString squareText(const QString& number, const QString& mean) {
    return mean.isEmpty() ? inBrackets(number) + u'²'
                          : QStringLiteral("(%1 − %2)²").arg(number, inBrackets(mean));
}

} // namespace headscope
