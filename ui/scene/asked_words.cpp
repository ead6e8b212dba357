// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/asked_words.h"

#include "scene/formula.h"
#include "scene/held_text.h"
#include "scene/number_format.h"
#include "scene/statements.h"

#include <QCoreApplication>

#include <cmath>

namespace headscope {

namespace {

QString said(const char* source) {
    return QCoreApplication::translate("AskedWords", source);
}

/// A negative number behind a sign needs its parentheses.
QString operand(const QString& text, double value) {
    return value < 0 ? QStringLiteral("(%1)").arg(text) : text;
}

/// "1.5 × 2 + 0.3 × (−1)" of a sum of a few products; of more how many there are.
QString productsText(const Explanation& sum, const QString& manyProducts) {
    constexpr std::size_t mostTerms = 4;
    if (sum.terms.empty())
        return {};
    if (sum.terms.size() > mostTerms)
        return manyProducts;
    QStringList terms;
    for (const Term& term : sum.terms)
        terms << operand(numberText(term.left, 3), terms.isEmpty() ? 0 : term.left) +
                     QStringLiteral(" × ") + operand(numberText(term.right, 3), term.right);
    if (sum.bias)
        terms << operand(numberText(*sum.bias, 3), *sum.bias);
    return terms.join(QStringLiteral(" + "));
}

/// The number that a step of one operand was made of.
float before(const Trace& trace, const MatrixPanel& panel, const Cell& cell) {
    return trace[trace[panel.step].operands[0]].result.at(cell);
}

QString calculationOf(const Scene& scene, const MatrixPanel& panel, const Cell& cell) {
    const Trace& trace = *scene.trace;
    const TraceStep& step = trace[panel.step];
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
            sum, said(QT_TRANSLATE_NOOP("AskedWords", "Σ of %1 products")).arg(sum.terms.size()));
    }
    case Operation::Scale:
        return numberText(before(trace, panel, cell)) + u' ' + scaleText(trace, panel.step);
    case Operation::Dropout:
        return before(trace, panel, cell) != 0 && step.result.at(cell) == 0
                   ? said(QT_TRANSLATE_NOOP("AskedWords", "dropped by chance; it was %1"))
                         .arg(numberText(before(trace, panel, cell)))
                   : numberText(before(trace, panel, cell)) + QStringLiteral(" × ") +
                         numberText(step.factor);
    default: break;
    }
    return {};
}

} // namespace

QString quotientText(const Explanation& softmax) {
    const double values[] = {softmax.terms[softmax.selected].left, softmax.maximum};
    const QStringList texts = columnTexts(values);
    return QStringLiteral("e^(%1 − %2) ÷ %3")
        .arg(texts[0], operand(texts[1], softmax.maximum), numberText(softmax.sum));
}

AskedWords askedWords(const Scene& scene, const MatrixPanel& panel, Index row, Index column) {
    const Index sequence = scene.selection.sequence;
    const QString rowName = rowLabels(scene.tokens(), panel, sequence).value(row);
    const QString columnName = columnLabels(scene.tokens(), panel, sequence).value(column);
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
    } else if (panel.name == TensorName::AttentionWeights ||
               panel.name == TensorName::DroppedWeights) {
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
    if (const MatrixPanel::Held* const held = panel.heldAt(row, column)) {
        words.calculation = typedText(held->wouldBe);
        return words;
    }
    const bool computedHere =
        panel.kind == MatrixPanel::Kind::Head || panel.kind == MatrixPanel::Kind::Whole;
    if (computedHere && !panel.prefix.empty())
        words.calculation = calculationOf(scene, panel, panel.cellAt(row, column));
    return words;
}

} // namespace headscope
