// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/asked_words.h"

#include "words/numbers/calculation_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/quoted_word.h"
#include "words/statements.h"
#include "words/typed_number_text.h"

#include <QCoreApplication>

#include <cmath>
#include <vector>

namespace headscope {

namespace {

QString said(const char* source) {
    return QCoreApplication::translate("AskedWords", source);
}

/// A negative number behind a sign needs its parentheses.
QString operand(const QString& text, double value) {
    return value < 0 ? QStringLiteral("(%1)").arg(text) : text;
}

/// As the sentence says the number that a calculation comes to.
QString shownText(double value) {
    return cellText(static_cast<float>(value), 6);
}

/// "1.5 × 2 + 0.3 × (−1)" of a sum of a few products; of more how many there are.
QString productsText(const Explanation& sum, const QString& manyProducts) {
    constexpr std::size_t mostTerms = 4;
    if (sum.terms.empty())
        return {};
    if (sum.terms.size() > mostTerms)
        return manyProducts;
    std::vector<double> numbers;
    for (const Term& term : sum.terms) {
        numbers.push_back(term.left);
        numbers.push_back(term.right);
    }
    numbers.push_back(sum.bias.value_or(0));
    const QStringList texts = operandTexts(
        numbers,
        [](auto v) {
            double all = v.back();
            for (std::size_t i = 0; i + 1 < v.size(); i += 2)
                all += v[i] * v[i + 1];
            return all;
        },
        static_cast<double>(sum.wouldBe.value_or(sum.result)),
        [](double value) { return numberText(value, 3); }, shownText);
    QStringList terms;
    for (qsizetype i = 0; i + 1 < texts.size(); i += 2)
        terms << operand(texts[i], i == 0 ? 0 : numbers[static_cast<std::size_t>(i)]) +
                     QStringLiteral(" × ") +
                     operand(texts[i + 1], numbers[static_cast<std::size_t>(i) + 1]);
    if (sum.bias)
        terms << operand(texts.last(), *sum.bias);
    return terms.join(QStringLiteral(" + "));
}

QString calculationOf(const Scene& scene, const MatrixPanel& panel, const Cell& cell) {
    const Trace& trace = *scene.trace;
    const TraceStep& step = trace[panel.step];
    const auto written = [](double value) { return numberText(value); };
    switch (step.operation) {
    case Operation::Softmax: {
        const Explanation softmax = explain(trace, panel.step, cell);
        return softmax.fullyMasked || std::isnan(softmax.result) ? QString()
                                                                 : quotientText(softmax);
    }
    case Operation::QueryKeyProduct: {
        const Explanation sum = explain(trace, panel.step, cell);
        return productsText(
            sum,
            said(QT_TRANSLATE_NOOP("AskedWords", "Σ of %1 products q × k")).arg(sum.terms.size()));
    }
    case Operation::WeightedSum: {
        const Explanation sum = explain(trace, panel.step, cell);
        return said(QT_TRANSLATE_NOOP("AskedWords", "Σ over %1 keys of weight × v"))
            .arg(sum.terms.size());
    }
    case Operation::Linear: {
        const Explanation sum = explain(trace, panel.step, cell);
        return productsText(
            sum, said(QT_TRANSLATE_NOOP("AskedWords", "Σ of %1 products")).arg(sum.terms.size()) +
                     biasText(trace, step));
    }
    case Operation::Scale:
        return scaledText(trace, panel.step, explain(trace, panel.step, cell),
                          tellsScale(scene.pointed), written, shownText);
    case Operation::Dropout: {
        const Explanation dropout = explain(trace, panel.step, cell);
        return dropout.numbers.back() == 0
                   ? said(QT_TRANSLATE_NOOP("AskedWords", "dropped by chance; it was %1"))
                         .arg(numberText(dropout.numbers.front()))
                   : calculationText(dropout, written, shownText);
    }
    default: break;
    }
    return {};
}

} // namespace

QString quotientText(const Explanation& softmax) {
    const double values[] = {softmax.terms[softmax.selected].left, softmax.maximum, softmax.sum};
    const QStringList texts = operandTexts(
        values, [](auto v) { return std::exp(v[0] - v[1]) / v[2]; },
        static_cast<double>(softmax.wouldBe.value_or(softmax.result)));
    return QStringLiteral("e^(%1 − %2) ÷ %3")
        .arg(texts[0], operand(texts[1], softmax.maximum), texts[2]);
}

AskedWords askedWords(const Scene& scene, const MatrixPanel& panel, Index row, Index column) {
    const Index sequence = scene.selection.sequence;
    const std::string& scope = scene.selection.scope;
    const QString rowName = quotedWord(*scene.run, scope, panel, 0, sequence, row);
    const QString columnName = quotedWord(*scene.run, scope, panel, 1, sequence, column);
    const CellMark mark = panel.markOf(row, column);
    const QString number = cellText(panel.matrix(row, column), 6);
    AskedWords words;
    if (!isQueryKeyStage(scene.selection.stage)) {
        words.sentence =
            said(QT_TRANSLATE_NOOP("AskedWords", "%1 of %2, place %3: %4"))
                .arg(statementOf(scene, panel.name).title, rowName, columnName, number);
    } else if (mark == CellMark::Padding) {
        words.sentence =
            said(QT_TRANSLATE_NOOP("AskedWords", "This query is padding: it fills up the batch"));
        return words;
    } else if (mark == CellMark::Masked) {
        words.sentence =
            said(QT_TRANSLATE_NOOP("AskedWords", "%1 may not look at %2")).arg(rowName, columnName);
        return words;
    } else if (isWeights(panel.name)) {
        const char* pattern = QT_TRANSLATE_NOOP("AskedWords", "%1 looks at %2 with %3");
        if (panel.kind == MatrixPanel::Kind::MeanHead)
            pattern =
                QT_TRANSLATE_NOOP("AskedWords", "%1 looks at %2 with %3, in the mean of all heads");
        else if (panel.kind == MatrixPanel::Kind::MaxHead)
            pattern = QT_TRANSLATE_NOOP("AskedWords",
                                        "%1 looks at %2 with %3 in the head that looks most");
        words.sentence = said(pattern).arg(rowName, columnName, number);
    } else {
        words.sentence = said(QT_TRANSLATE_NOOP("AskedWords", "Score of %1 for %2: %3"))
                             .arg(rowName, columnName, number);
    }
    if (const MatrixPanel::Typed* const typed = panel.typedAt(row, column)) {
        words.calculation = typedText(typed->wouldBe);
        return words;
    }
    const bool computedHere =
        panel.kind == MatrixPanel::Kind::Head || panel.kind == MatrixPanel::Kind::Whole;
    if (computedHere && !panel.prefix.empty())
        words.calculation = calculationOf(scene, panel, panel.cellAt(row, column));
    return words;
}

} // namespace headscope
