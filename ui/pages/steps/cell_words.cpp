// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/cell_words.h"

#include "operations/operation_info.h"
#include "steps/head_sum.h"
#include "words/numbers/calculation_text.h"
#include "words/numbers/number_format.h"
#include "words/quoted_word.h"
#include "words/typed_number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headscope {

namespace {

QString cellSentence(const char* source) {
    return QCoreApplication::translate("StepWords", source);
}

/// As the cells of the page and the other sentences about it.
QString written(double value) {
    return cellText(static_cast<float>(value), 6);
}

/// A place of the rows (side 0) or columns (1) of a matrix, as it stands in a sentence.
QString quoted(const StepScene& scene, const MatrixPanel& panel, std::size_t side, Index place) {
    return quotedWord(*scene.run, scene.scope, panel, side, scene.sequence, place);
}

/// "(0.35, −1.20, 0.08, …)": a row of numbers, as many as a sentence bears.
QString rowText(const Tensor& matrix, Index row) {
    constexpr Index most = 4;
    QStringList numbers;
    for (Index column = 0; column < std::min(matrix.size(1), most); ++column)
        numbers << cellText(matrix(row, column), 4);
    if (matrix.size(1) > most)
        numbers << QStringLiteral("…");
    return u'(' + numbers.join(QStringLiteral(", ")) + u')';
}

/// The asked cell with its words.
struct Asked {
    const StepScene& scene;
    const StepPicture& picture;
    const Explanation& numbers;
    const PartialCell& partial;
    QString row;
    QString column;
    float value = 0;
    CellMark mark = CellMark::None;
    bool complete = true; ///< nothing of its making is still to come

    /// The number as it is shown at the moment: that of the trace only when it is made.
    QString number() const;
    /// The values of the head that is shown: what the asked key hands over.
    QString handedOver() const;
};

QString Asked::number() const {
    if (complete)
        return written(static_cast<double>(value));
    if (picture.stop.form != StepForm::Product)
        return QStringLiteral("…");
    return cellSentence(QT_TRANSLATE_NOOP("StepWords", "%1 so far"))
        .arg(written(static_cast<double>(shownValue(numbers, partial))));
}

QString Asked::handedOver() const {
    if (!complete)
        return {};
    const std::vector<MatrixPanel> values =
        slicesOf(*scene.trace, TensorName::Value, scene.sequence);
    const auto head = static_cast<std::size_t>(picture.head);
    if (head >= values.size() || scene.asked->column >= values[head].matrix.size(0))
        return {};
    return rowText(values[head].matrix, scene.asked->column);
}

QString weightWords(const Asked& asked) {
    if (asked.mark == CellMark::Masked)
        return QCoreApplication::translate("AskedWords", "%1 may not look at %2")
            .arg(asked.row, asked.column);
    if (asked.mark == CellMark::Dropped)
        return cellSentence(QT_TRANSLATE_NOOP(
                                "StepWords",
                                "%1 asks, %2 answered with %3; this answer was dropped by chance"))
            .arg(asked.row, asked.column,
                 written(static_cast<double>(asked.numbers.terms.front().left)));
    const QString values = asked.handedOver();
    if (values.isEmpty())
        return cellSentence(QT_TRANSLATE_NOOP("StepWords", "%1 asks, %2 answers with %3"))
            .arg(asked.row, asked.column, asked.number());
    return cellSentence(
               QT_TRANSLATE_NOOP("StepWords",
                                 "%1 asks, %2 answers with %3 and hands over that much of %4"))
        .arg(asked.row, asked.column, asked.number(), values);
}

QString scoreWords(const Asked& asked) {
    if (asked.mark == CellMark::Masked)
        return QCoreApplication::translate("AskedWords", "%1 may not look at %2")
            .arg(asked.row, asked.column);
    return cellSentence(
               QT_TRANSLATE_NOOP("StepWords", "What %1 asks and what %2 offers: their score is %3"))
        .arg(asked.row, asked.column, asked.number());
}

/// Who handed over most of what a cell of the context is.
QString contextWords(const Asked& asked) {
    const std::vector<Term>& terms = asked.numbers.terms;
    const auto most = std::ranges::max_element(
        terms, {}, [](const Term& term) { return std::fabs(static_cast<double>(term.product)); });
    if (most == terms.end() || asked.picture.operands.empty())
        return {};
    const StepMatrix& left = asked.picture.operands.front();
    const Index place = most - terms.begin();
    const QString from = quoted(asked.scene, left.panel, 1, place);
    const double two[] = {static_cast<double>(most->left), static_cast<double>(most->right)};
    const QStringList factors = operandTexts(
        two, [](auto v) { return v[0] * v[1]; }, static_cast<double>(most->product), written,
        written);
    return cellSentence(
               QT_TRANSLATE_NOOP(
                   "StepWords", "%1 takes %2 as number %3; the largest part from %4: %5 × %6 = %7"))
        .arg(asked.row, asked.number(), asked.column, from, factors[0], inBrackets(factors[1]),
             written(static_cast<double>(most->product)));
}

/// Which head adds most to the cell, where the heads are told.
QString headWords(const Asked& asked) {
    if (orderOf(asked.scene) != StepOrder::SumOfHeads || !asked.complete)
        return {};
    const std::vector<double> parts = headParts(asked.numbers, asked.picture.headsOfColumns);
    const auto most =
        std::ranges::max_element(parts, {}, [](double part) { return std::fabs(part); });
    return cellSentence(QT_TRANSLATE_NOOP("StepWords", "; the largest part from head %1: %2"))
        .arg(most - parts.begin() + 1)
        .arg(written(*most));
}

QString featureWords(const Asked& asked) {
    const char* pattern = nullptr;
    switch (asked.picture.name) {
    case TensorName::ProjectedQuery:
    case TensorName::Query:
        pattern = QT_TRANSLATE_NOOP("StepWords", "%1 asks: number %2 of its query is %3");
        break;
    case TensorName::ProjectedKey:
    case TensorName::Key:
        pattern = QT_TRANSLATE_NOOP("StepWords", "%1 offers: number %2 of its key is %3");
        break;
    case TensorName::ProjectedValue:
    case TensorName::Value:
        pattern = QT_TRANSLATE_NOOP("StepWords", "%1 hands over: number %2 of its value is %3");
        break;
    case TensorName::Logits:
        pattern = QT_TRANSLATE_NOOP("StepWords", "After %1, this speaks for %2: %3");
        break;
    case TensorName::Probabilities:
        pattern = QT_TRANSLATE_NOOP("StepWords", "After %1, %2 comes with probability %3");
        break;
    default: pattern = QT_TRANSLATE_NOOP("StepWords", "%1: number %2 of its row is %3"); break;
    }
    return cellSentence(pattern).arg(asked.row, asked.column, asked.number()) + headWords(asked);
}

/// "0.52 + 0.31" of what is made of the cells at one place, "1.5 ÷ 4" of a mean.
QString arithmetic(const Asked& asked) {
    const Explanation& numbers = asked.numbers;
    if (infoOf(numbers.operation).form != StepForm::Reduction)
        return calculationText(numbers, written, written);
    const auto count = static_cast<double>(numbers.terms.size());
    const double sum[] = {numbers.sum};
    return operandTexts(
               sum, [count](auto v) { return v[0] / count; }, static_cast<double>(asked.value),
               written, written)[0] +
           QStringLiteral(" ÷ %1").arg(numbers.terms.size());
}

QString placeWords(const Asked& asked) {
    const QString calculation = arithmetic(asked);
    if (calculation.isEmpty())
        return featureWords(asked);
    const Tensor& matrix = asked.picture.result.panel.matrix;
    const QString equation = calculation + QStringLiteral(" = ") + asked.number();
    if (matrix.size(1) == 1)
        return cellSentence(QT_TRANSLATE_NOOP("StepWords", "%1: %2")).arg(asked.row, equation);
    if (matrix.size(0) == 1)
        return cellSentence(QT_TRANSLATE_NOOP("StepWords", "Feature %1: %2"))
            .arg(asked.column, equation);
    return cellSentence(QT_TRANSLATE_NOOP("StepWords", "%1, number %2: %3"))
        .arg(asked.row, asked.column, equation);
}

QString sentenceOf(const Asked& asked) {
    switch (asked.picture.name) {
    case TensorName::Scores:
    case TensorName::ScaledScores:
    case TensorName::MaskedScores: return scoreWords(asked);
    case TensorName::AttentionWeights:
    case TensorName::DroppedWeights: return weightWords(asked);
    case TensorName::HeadContext: return asked.complete ? contextWords(asked) : featureWords(asked);
    default: return placeWords(asked);
    }
}

} // namespace

QString cellWords(const StepScene& scene, const StepMoment& moment) {
    if (!moment.cell || !moment.cell->asked)
        return {};
    const StepPicture& picture = *scene.picture;
    const auto [row, column] = moment.cell->place;
    const MatrixPanel& panel = picture.result.panel;
    const Explanation& numbers = moment.cell->explanation;
    const Asked asked = {.scene = scene,
                         .picture = picture,
                         .numbers = numbers,
                         .partial = moment.cell->partial,
                         .row = quoted(scene, panel, 0, row),
                         .column = quoted(scene, panel, 1, column),
                         .value = panel.matrix(row, column),
                         .mark = panel.markOf(row, column),
                         .complete = moment.progress >= 1};
    if (asked.mark == CellMark::Padding)
        return QCoreApplication::translate("AskedWords",
                                           "This query is padding: it fills up the batch");
    const QString sentence = sentenceOf(asked);
    return numbers.wouldBe && asked.complete
               ? sentence + QStringLiteral("; ") + typedText(*numbers.wouldBe)
               : sentence;
}

} // namespace headscope
