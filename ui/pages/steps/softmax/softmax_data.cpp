// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax/softmax_data.h"

#include "type/label_place.h"
#include "words/fully_masked_words.h"
#include "words/numbers/formula.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

QString softmaxText(const char* source) {
    return QCoreApplication::translate("Softmax", source);
}

/// What a score went through before the softmax: "÷ √4, mask".
QString madeOfScores(const Trace& trace, std::size_t softmax) {
    QStringList parts;
    std::size_t step = trace[softmax].operands[0];
    if (appliesMask(trace[step]))
        parts.prepend(softmaxText(QT_TRANSLATE_NOOP("Softmax", "mask")));
    if (trace[step].operation == Operation::ApplyMask)
        step = trace[step].operands[0];
    if (trace[step].operation == Operation::Scale)
        parts.prepend(scaleText(trace, step));
    return parts.join(QStringLiteral(", "));
}

} // namespace

SoftmaxData softmaxData(const SoftmaxRequest& request) {
    const MatrixPanel& panel = request.weights;
    const TraceStep& step = request.trace[panel.step];
    const Explanation numbers =
        request.known ? *request.known
                      : explain(request.trace, panel.step, panel.cellAt(request.row, 0));
    SoftmaxData data;
    data.row = request.rowLabel;
    data.vocabulary = !step.result.has(Axis::Key);
    data.scoreMade = madeOfScores(request.trace, panel.step);
    data.asked = request.asked;
    data.sum = numbers.sum;
    data.scoreMap = request.scoreMap;
    data.scoreScale = request.scoreScale;
    data.weightMap = request.weightMap;
    data.weightScale = request.weightScale;
    data.scaleRow = request.row;
    data.columns.reserve(numbers.terms.size());
    for (std::size_t i = 0; i < numbers.terms.size(); ++i) {
        const Term& term = numbers.terms[i];
        const auto place = static_cast<Index>(i);
        SoftmaxColumn column;
        const QString label = request.columnLabels.value(place);
        column.label = request.columnWords.value(place, label);
        column.note = request.columnNotes.value(place, column.label);
        column.word = withoutPlace(label) + column.label.sliced(label.size());
        column.score = term.left;
        column.exponential = static_cast<double>(term.product);
        column.sumSoFar = term.partialSum;
        column.weight = panel.matrix(request.row, place);
        if (const MatrixPanel::Typed* typed = panel.typedAt(request.row, place))
            column.insteadOf = typed->wouldBe;
        data.weightSum += static_cast<double>(column.weight);
        data.columns.push_back(std::move(column));
    }
    if (numbers.fullyMasked) {
        data.note = softmaxText(QT_TRANSLATE_NOOP("Softmax", "This row may look at no key at all: "
                                                             "there is nothing to share out.")) +
                    u' ' + fullyMaskedWords(numbers.whenFullyMasked);
    } else if (!std::isfinite(numbers.sum)) {
        data.note = softmaxText(QT_TRANSLATE_NOOP(
            "Softmax", "The row holds ∞ or NaN. ∞ − ∞ has no value, hence every weight is NaN."));
    } else {
        const auto largest = std::ranges::max_element(data.columns, {}, &SoftmaxColumn::score);
        data.largest = largest - data.columns.begin();
    }
    return data;
}

} // namespace headscope
