// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax/softmax_words.h"

#include "timeline/easing.h"
#include "words/numbers/number_format.h"
#include "words/typed_number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

QString softmaxWord(const char* source) {
    return QCoreApplication::translate("Softmax", source);
}

} // namespace

QString phaseName(SoftmaxPhase phase) {
    switch (phase) {
    case SoftmaxPhase::Max: return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "max"));
    case SoftmaxPhase::Exponential: return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "exp"));
    case SoftmaxPhase::Sum: return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "sum"));
    case SoftmaxPhase::Quotient: return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "quotient"));
    }
    return {};
}

QString softmaxTitle(const SoftmaxData& data) {
    return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "Softmax of the row “%1”")).arg(data.row);
}

RowWords scoreWords(const SoftmaxData& data) {
    return {data.vocabulary ? softmaxWord(QT_TRANSLATE_NOOP("Softmax", "logit s"))
                            : softmaxWord(QT_TRANSLATE_NOOP("Softmax", "score s")),
            data.scoreMade};
}
RowWords exponentialWords() {
    return {phaseName(SoftmaxPhase::Exponential), QStringLiteral("e^(s − max)")};
}
RowWords sumWords() {
    return {phaseName(SoftmaxPhase::Sum), softmaxWord(QT_TRANSLATE_NOOP("Softmax", "end to end"))};
}
RowWords quotientWords() {
    return {phaseName(SoftmaxPhase::Quotient),
            softmaxWord(QT_TRANSLATE_NOOP("Softmax", "exp ÷ sum"))};
}
RowWords weightWords(const SoftmaxData& data) {
    return {data.vocabulary ? softmaxWord(QT_TRANSLATE_NOOP("Softmax", "probability"))
                            : softmaxWord(QT_TRANSLATE_NOOP("Softmax", "weight")),
            {}};
}

QString weightsWord(const SoftmaxData& data) {
    return data.vocabulary ? softmaxWord(QT_TRANSLATE_NOOP("Softmax", "probabilities"))
                           : softmaxWord(QT_TRANSLATE_NOOP("Softmax", "weights"));
}

QString softmaxRemark(std::size_t written, Index of) {
    return softmaxWord(QT_TRANSLATE_NOOP("Softmax", "%1 of %2 in numbers, where they have room; "
                                                    "the others as bars alone"))
        .arg(written)
        .arg(qint64{of});
}

SoftmaxCalculation calculationAt(const SoftmaxData& data, double progress) {
    SoftmaxCalculation calculation;
    if (!data.asked || !data.largest)
        return calculation;
    const SoftmaxColumn& column = data[*data.asked];
    calculation.pair = QStringLiteral("%1 → %2").arg(data.row, column.note);
    const auto done = [&](SoftmaxPhase phase) {
        return staggered(softmaxProgress(phase, progress), *data.asked, data.size()) == 1;
    };
    if (softmaxPhaseAt(progress) < SoftmaxPhase::Sum) {
        const auto largest = static_cast<double>(data[*data.largest].score);
        const double values[] = {static_cast<double>(column.score), largest};
        const QStringList texts = operandTexts(
            values, [](auto v) { return std::exp(v[0] - v[1]); }, column.exponential,
            [&values](double value) {
                return columnTexts(values)[value == values[0] ? 0 : 1]; // under each other
            },
            [](double value) { return numberText(value); });
        calculation.terms =
            column.isMasked()
                ? QStringLiteral("e^(−∞)")
                : QStringLiteral("e^(%1 − %2)")
                      .arg(texts[0], largest < 0 ? QStringLiteral("(%1)").arg(texts[1]) : texts[1]);
        if (done(SoftmaxPhase::Exponential))
            calculation.result = numberText(column.exponential);
        return calculation;
    }
    const bool complete = done(SoftmaxPhase::Quotient);
    if (complete)
        calculation.result = resultText(static_cast<double>(column.weight));
    if (complete && column.insteadOf)
        calculation.remark = typedText(*column.insteadOf);
    else {
        const double values[] = {column.exponential, data.sum};
        const QStringList texts = operandTexts(
            values, [](auto v) { return v[0] / v[1]; },
            static_cast<double>(column.insteadOf.value_or(column.weight)));
        calculation.terms = QStringLiteral("%1 ÷ %2").arg(texts[0], texts[1]);
    }
    return calculation;
}

double softmaxProgress(SoftmaxPhase phase, double progress) {
    return std::clamp(progress * static_cast<double>(softmaxPhases) - static_cast<double>(phase),
                      0.0, 1.0);
}

SoftmaxPhase softmaxPhaseAt(double progress) {
    // A move that is just done is the one to be looked at.
    const double place = std::ceil(progress * static_cast<double>(softmaxPhases)) - 1;
    return static_cast<SoftmaxPhase>(
        std::clamp(place, 0.0, static_cast<double>(softmaxPhases - 1)));
}

double endOf(SoftmaxPhase phase) {
    return (static_cast<double>(phase) + 1) / static_cast<double>(softmaxPhases);
}

QString softmaxSentence(const SoftmaxData& data, double progress) {
    const SoftmaxCalculation calculation = calculationAt(data, progress);
    if (calculation.pair.isEmpty())
        return {};
    QString sentence = calculation.pair + QStringLiteral(": ") + calculation.terms;
    if (!calculation.result.isEmpty())
        sentence +=
            (calculation.terms.isEmpty() ? QString() : QStringLiteral(" = ")) + calculation.result;
    if (!calculation.remark.isEmpty())
        sentence += QStringLiteral("; ") + calculation.remark;
    return sentence;
}

} // namespace headscope
