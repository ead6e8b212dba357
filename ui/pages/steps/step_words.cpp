// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/step_words.h"

#include "operations/operation_info.h"
#include "pages/steps/cell_words.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <QCoreApplication>

namespace headscope {

namespace {

QString stepText(const char* source) {
    return QCoreApplication::translate("StepWords", source);
}

/// How many numbers a row of the stop's result has.
Index widthOf(const StepPicture& picture) {
    return picture.result.panel.matrix.size(1);
}

/// A matrix of weights is told by what comes out of it.
QString productWords(const StepPicture& picture) {
    switch (picture.name) {
    case TensorName::ProjectedQuery:
    case TensorName::Query:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "A query is what a token asks: its row of X, times W_{Q}."));
    case TensorName::ProjectedKey:
    case TensorName::Key:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "A key is what a token offers to those who ask: its row, times W_{K}."));
    case TensorName::ProjectedValue:
    case TensorName::Value:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords",
            "A value is what a token hands over when it is asked: its row, times W_{V}."));
    case TensorName::Output:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "W_{O} mixes what all heads brought into one row for every token."));
    case TensorName::Gate:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Every token by itself: W_{G} asks which of the features may pass."));
    case TensorName::Hidden:
        return stepText(QT_TRANSLATE_NOOP("StepWords",
                                          "Every token by itself: W_{1} makes %1 numbers of its "
                                          "row, features to be switched on or off."))
            .arg(qint64{widthOf(picture)});
    case TensorName::FeedForwardOutput:
        return stepText(QT_TRANSLATE_NOOP(
                            "StepWords",
                            "W_{2} makes a row of %1 numbers again of those that are left."))
            .arg(qint64{widthOf(picture)});
    case TensorName::Logits:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "One number for every word that could come next: what speaks for it."));
    default:
        return stepText(QT_TRANSLATE_NOOP("StepWords", "Every row times every column, added up."));
    }
}

/// What is added to the products, where anything is.
QString biasWords(const Trace& trace, std::size_t step) {
    if (biasText(trace, trace[step]).isEmpty())
        return {};
    return u' ' + stepText(QT_TRANSLATE_NOOP("StepWords", "%1 is added to each row."))
                      .arg(tensorSymbol(trace[trace[step].operands[2]].name));
}

QString scaleWords(const Trace& trace, std::size_t step, bool told) {
    if (!told)
        return stepText(
            QT_TRANSLATE_NOOP("StepWords", "Every score is divided by the same number."));
    if (const std::optional<Index> width = rootOfScale(trace, step))
        return stepText(QT_TRANSLATE_NOOP("StepWords",
                                          "The more products a sum has, the wider it spreads: "
                                          "÷ √%1 takes that back, %1 being the d_{k} of one head."))
            .arg(qint64{*width});
    return stepText(QT_TRANSLATE_NOOP("StepWords", "Every score times %1, the scale of this run."))
        .arg(numberText(trace[step].factor));
}

QString maskWords(const Trace& trace, std::size_t step) {
    if (!appliesMask(trace[step]))
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Nothing is masked: every score stays, but those that were typed."));
    bool added = false;
    for (const std::size_t operand : trace[step].operands)
        added = added || trace[operand].name == TensorName::AdditiveMask;
    if (added)
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "The mask is added to the scores; where −∞ stands, nobody looks."));
    return stepText(QT_TRANSLATE_NOOP(
        "StepWords", "Where a token may not look, its score becomes −∞, and its weight then 0."));
}

QString normWords(const StepPicture& picture) {
    const bool rows = picture.operands.size() < 2 || picture.operands[1].panel.matrix.size(1) <= 1;
    return rows ? stepText(QT_TRANSLATE_NOOP(
                      "StepWords", "Less the mean, divided by the spread: the numbers of every "
                                   "token now lie around 0, equally wide."))
                : stepText(QT_TRANSLATE_NOOP(
                      "StepWords", "Less the mean, divided by the spread: every feature now "
                                   "lies around 0 over all tokens, equally wide."));
}

QString reductionWords(const StepPicture& picture) {
    const bool rows = widthOf(picture) == 1;
    if (picture.operation == Operation::MeanSquare)
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "How large the numbers of every token are: the mean of their squares."));
    if (picture.operation == Operation::Variance)
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "How far the numbers lie from their mean: the mean of the squares."));
    return rows ? stepText(QT_TRANSLATE_NOOP("StepWords",
                                             "The mean of every token's row, over its features."))
                : stepText(QT_TRANSLATE_NOOP("StepWords",
                                             "The mean of every feature, over all tokens."));
}

QString whatHappens(const StepScene& scene) {
    const StepPicture& picture = *scene.picture;
    const std::size_t step = picture.stop.step;
    switch (picture.operation) {
    case Operation::Linear:
        if (orderOf(scene) == StepOrder::SumOfHeads)
            return stepText(QT_TRANSLATE_NOOP(
                                "StepWords",
                                "Every head's numbers meet rows of W_{O} of their own; what the "
                                "%1 heads add is summed up."))
                       .arg(qint64{picture.headsOfColumns}) +
                   biasWords(*scene.trace, step);
        [[fallthrough]];
    case Operation::HeadLinear: return productWords(picture) + biasWords(*scene.trace, step);
    case Operation::QueryKeyProduct:
        return stepText(QT_TRANSLATE_NOOP("StepWords",
                                          "How well does what one token asks match what another "
                                          "offers? Number by number, added up: the score."));
    case Operation::Scale: return scaleWords(*scene.trace, step, tellsScale(scene.pointed));
    case Operation::ApplyMask: return maskWords(*scene.trace, step);
    case Operation::Softmax:
        return picture.name == TensorName::Probabilities
                   ? stepText(QT_TRANSLATE_NOOP("StepWords",
                                                "Numbers become probabilities, which sum to 1."))
                   : stepText(QT_TRANSLATE_NOOP("StepWords",
                                                "Scores become shares of one whole: how much each "
                                                "token takes from every other."));
    case Operation::Dropout:
        return stepText(QT_TRANSLATE_NOOP("StepWords",
                                          "Only while a model learns: some weights become 0 by "
                                          "chance, the others × %1. Rows need not sum to 1."))
            .arg(numberText(scene.trace->steps()[step].factor));
    case Operation::WeightedSum:
        return stepText(QT_TRANSLATE_NOOP("StepWords",
                                          "Everybody hands over a value; a token takes as much of "
                                          "each as its weight says, and adds it up."));
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge:
        return picture.stop.form == StepForm::Joining
                   ? stepText(QT_TRANSLATE_NOOP("StepWords",
                                                "What the heads brought is laid side by side: one "
                                                "row for every token again."))
                   : stepText(QT_TRANSLATE_NOOP(
                         "StepWords", "Every head gets its own columns; no number changes. Shapes "
                                      "shows what memory does."));
    case Operation::Add:
        return picture.name == TensorName::EmbeddedInput
                   ? stepText(QT_TRANSLATE_NOOP("StepWords", "Each place adds its own pattern: "
                                                             "otherwise order would not count."))
                   : stepText(QT_TRANSLATE_NOOP("StepWords",
                                                "What came in is added to what was made of it, so "
                                                "that nothing gets lost."));
    case Operation::RotaryCosine:
    case Operation::RotarySine:
    case Operation::Positions:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Sines and cosines of the place alone; no word is looked at."));
    case Operation::Mean:
    case Operation::Variance:
    case Operation::MeanSquare: return reductionWords(picture);
    case Operation::Normalise: return normWords(picture);
    case Operation::Rotate:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Numbers i and i + d_{k} ÷ 2 are a pair; the place of the token turns it. "
                         "A score then depends on how far two tokens lie apart."));
    case Operation::RootNormalise:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Divided by the root of that mean: the numbers of every token are now "
                         "equally large. None is taken off."));
    case Operation::Multiply:
        if (picture.name == TensorName::Activated)
            return stepText(
                QT_TRANSLATE_NOOP("StepWords", "Every feature passes as far as its gate is open."));
        return stepText(
            QT_TRANSLATE_NOOP("StepWords", "Every feature times its γ, which is learnt."));
    case Operation::ScaleShift:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Every feature times its γ, plus its β: both are learnt."));
    case Operation::Relu:
        return stepText(QT_TRANSLATE_NOOP("StepWords", "What is below 0 becomes 0: switched off."));
    case Operation::Tanh:
        return stepText(QT_TRANSLATE_NOOP(
            "StepWords", "Every number comes between −1 and 1; around 0 little changes."));
    case Operation::Lookup:
        return stepText(QT_TRANSLATE_NOOP("StepWords", "Every token fetches its row of a table."));
    default: // true of x times a share of it; of another function nothing is claimed
        return infoOf(picture.operation).activation && infoOf(picture.operation).activation->share
                   ? stepText(QT_TRANSLATE_NOOP(
                         "StepWords",
                         "What is far below 0 becomes 0; around 0 the change is smooth."))
                   : QString();
    }
}

} // namespace

StepWords stepWords(const StepScene& scene, const StepMoment& moment) {
    if (scene.isEmpty())
        return {};
    return {whatHappens(scene), cellWords(scene, moment)};
}

} // namespace headscope
