// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_text.h"

#include "figure/figure_text.h"
#include "words/numbers/formula.h"
#include "words/stage_text.h"
#include "words/statements.h"
#include "worksheet/handy_weights.h"
#include "worksheet/worksheet_rules.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace headscope {

namespace {

QString sheetText(const char* text) {
    return QCoreApplication::translate("Worksheet", text);
}

/// The letter of a matrix on paper; those that the program has one for keep it.
QString symbolOf(const WorksheetMatrix& matrix, bool numbered) {
    switch (matrix.tensor) {
    case TensorName::Scores: return QStringLiteral("S");
    case TensorName::ScaledScores: return QStringLiteral("S′");
    case TensorName::MaskedScores: return QStringLiteral("S″");
    case TensorName::AttentionWeights: return QStringLiteral("A");
    case TensorName::DroppedWeights: return QStringLiteral("A′");
    case TensorName::HeadContext:
        return numbered && matrix.head ? QStringLiteral("Z_{%1}").arg(*matrix.head + 1)
                                       : QStringLiteral("Z");
    case TensorName::ConcatenatedContext: return QStringLiteral("C");
    case TensorName::Output: return QStringLiteral("Y");
    default: return tensorSymbol(matrix.tensor);
    }
}

QString titleOf(const WorksheetMatrix& matrix) {
    switch (matrix.tensor) {
    case TensorName::MayAttend:
    case TensorName::AdditiveMask: return sheetText(QT_TRANSLATE_NOOP("Worksheet", "mask"));
    case TensorName::HeadContext: return sheetText(QT_TRANSLATE_NOOP("Worksheet", "context"));
    default: return tensorTitle(matrix.tensor);
    }
}

/// The scores as a task takes them: "S ÷ √4 + M".
QString scoresText(const WorksheetTask& task, const QStringList& letters) {
    QString text = letters.constFirst();
    if (task.scales())
        text += task.root ? QStringLiteral(" ÷ √%1").arg(*task.root)
                          : QStringLiteral(" · ") + QString::fromStdString(task.factor);
    if (task.masks)
        text += QStringLiteral(" + ") + letters.constLast();
    return text;
}

QString formulaOf(const WorksheetTask& task, const QStringList& letters) {
    const QString& first = letters.constFirst();
    switch (task.step) {
    case WorksheetStep::Scores: return first + u'·' + letters[1] + QStringLiteral("^{T}");
    case WorksheetStep::Scaled:
    case WorksheetStep::Masked: return scoresText(task, letters);
    case WorksheetStep::Softmax:
        return QStringLiteral("softmax(%1)").arg(scoresText(task, letters));
    case WorksheetStep::Concatenation: return u'[' + letters.join(u' ') + u']';
    default:
        return first + u'·' + letters[1] +
               (letters.size() > 2 ? QStringLiteral(" + ") + letters[2] : QString());
    }
}

QString howOf(const WorksheetTask& task) {
    switch (task.step) {
    case WorksheetStep::ProjectQuery:
    case WorksheetStep::ProjectKey:
    case WorksheetStep::ProjectValue:
    case WorksheetStep::Output:
        return task.operands.size() > 2
                   ? sheetText(QT_TRANSLATE_NOOP("Worksheet", "row times column: multiply place by "
                                                              "place, add up, then add the bias "
                                                              "of the column"))
                   : sheetText(QT_TRANSLATE_NOOP("Worksheet", "row times column: multiply place by "
                                                              "place, add up"));
    case WorksheetStep::Scores:
        return sheetText(QT_TRANSLATE_NOOP("Worksheet", "row of the query times row of the key: "
                                                        "multiply place by place, add up"));
    case WorksheetStep::Scaled:
        return sheetText(QT_TRANSLATE_NOOP("Worksheet", "each score by itself"));
    case WorksheetStep::Masked:
        return sheetText(QT_TRANSLATE_NOOP("Worksheet", "place by place; −∞ where the query may "
                                                        "not look at the key"));
    case WorksheetStep::Softmax:
        return task.scales() || task.masks
                   ? sheetText(QT_TRANSLATE_NOOP("Worksheet", "row by row: e to the power of what "
                                                              "stands in the brackets, divided by "
                                                              "the sum of these over the row"))
                   : sheetText(QT_TRANSLATE_NOOP("Worksheet", "row by row: e to the power of the "
                                                              "score, divided by the sum of these "
                                                              "over the row"));
    case WorksheetStep::Context:
        return sheetText(QT_TRANSLATE_NOOP("Worksheet", "row of the weights times column of the "
                                                        "values: multiply place by place, add up"));
    case WorksheetStep::Concatenation:
        return sheetText(QT_TRANSLATE_NOOP("Worksheet", "nothing is computed: heads stand side by "
                                                        "side, in their order"));
    }
    return {};
}

/// Whether some blank needs another one.
bool isChained(const Worksheet& sheet) {
    return std::ranges::any_of(sheet.blanks, [&sheet](const WorksheetBlank& blank) {
        const auto operands = operandsOf(sheet, sheet.tasks[blank.task], blank.row, blank.column);
        return std::ranges::any_of(operands, [&sheet](const WorksheetPlace& place) {
            return sheet.matrices[place.matrix].at(place.row, place.column).isBlank();
        });
    });
}

QString instructionOf(const Worksheet& sheet, double factor) {
    QStringList sentences;
    sentences << sheetText(QT_TRANSLATE_NOOP("Worksheet", "Compute what belongs in the numbered "
                                                          "boxes, from the numbers as they are "
                                                          "printed."));
    sentences << (sheet.decimals == 0
                      ? sheetText(QT_TRANSLATE_NOOP("Worksheet", "Round to whole numbers."))
                      : QCoreApplication::translate("Worksheet", "Round to %n decimals.", nullptr,
                                                    sheet.decimals));
    if (isChained(sheet))
        sentences << sheetText(QT_TRANSLATE_NOOP("Worksheet", "Some need the result of a box "
                                                              "before them: take it rounded."));
    const bool typed = std::ranges::any_of(sheet.matrices, [](const WorksheetMatrix& matrix) {
        return std::ranges::any_of(matrix.cells, &WorksheetCell::typed);
    });
    if (typed)
        sentences << sheetText(QT_TRANSLATE_NOOP("Worksheet", "Numbers with a star were typed and "
                                                              "come of no others."));
    if (factor != 1)
        sentences << sheetText(QT_TRANSLATE_NOOP(
                                   "Worksheet",
                                   "To be computed by hand, queries and keys are "
                                   "those of the experiment times %1: where a query may look at "
                                   "several keys, their weights lie between %2 and "
                                   "%3."))
                         .arg(factor)
                         .arg(leastHandyWeight)
                         .arg(mostHandyWeight);
    // Chinese sentences follow each other without a space.
    return sentences.join(sentences.constFirst().endsWith(u'。') ? QString() : QStringLiteral(" "));
}

QString sourceOf(const WorksheetOrigin& origin) {
    QStringList parts;
    for (const QString& part : {origin.source, origin.block}) {
        if (!part.isEmpty())
            parts << part;
    }
    if (origin.batch > 1)
        parts << sheetText(QT_TRANSLATE_NOOP("Worksheet", "sequence %1 of %2"))
                     .arg(origin.sequence + 1)
                     .arg(origin.batch);
    if (origin.cut && *origin.cut < origin.tokens)
        parts << sheetText(QT_TRANSLATE_NOOP("Worksheet", "only the first %1 of %2 tokens, "
                                                          "computed anew"))
                     .arg(*origin.cut)
                     .arg(origin.tokens);
    if (!origin.shownHeads.empty() && std::ssize(origin.shownHeads) < origin.heads) {
        QStringList numbers;
        for (const Index head : origin.shownHeads)
            numbers << QString::number(head + 1);
        parts << sheetText(QT_TRANSLATE_NOOP("Worksheet", "head %1 of %2"))
                     .arg(numbers.join(QStringLiteral(", ")))
                     .arg(origin.heads);
    }
    return parts.join(QStringLiteral(" · "));
}

std::string utf8(const QString& text) {
    return text.toStdString();
}

} // namespace

QString worksheetTitle() {
    return sheetText(QT_TRANSLATE_NOOP("Worksheet", "Attention by hand"));
}

QString worksheetStepTitle(WorksheetStep step) {
    switch (step) {
    case WorksheetStep::ProjectQuery: return tensorTitle(TensorName::Query);
    case WorksheetStep::ProjectKey: return tensorTitle(TensorName::Key);
    case WorksheetStep::ProjectValue: return tensorTitle(TensorName::Value);
    case WorksheetStep::Scores: return tensorTitle(TensorName::Scores);
    case WorksheetStep::Scaled: return tensorTitle(TensorName::ScaledScores);
    case WorksheetStep::Masked: return tensorTitle(TensorName::MaskedScores);
    case WorksheetStep::Softmax: return tensorTitle(TensorName::AttentionWeights);
    case WorksheetStep::Context: return sheetText(QT_TRANSLATE_NOOP("Worksheet", "context"));
    case WorksheetStep::Concatenation: return tensorTitle(TensorName::ConcatenatedContext);
    case WorksheetStep::Output: return tensorTitle(TensorName::Output);
    }
    return {};
}

WorksheetWords worksheetWords(const Worksheet& sheet, const WorksheetOrigin& origin) {
    const bool severalHeads = origin.heads > 1;
    WorksheetWords words;
    words.title = utf8(origin.title.isEmpty() ? worksheetTitle() : printable(origin.title));
    words.source = utf8(sourceOf(origin));
    words.instruction = utf8(instructionOf(sheet, origin.factor));
    words.name = utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "Name")));
    words.date = utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "Date")));
    words.solutions = utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "Solutions")));
    words.own = utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "the program: %1")));
    words.made = utf8(origin.made);
    words.page = utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "page %1 of %2")));
    if (std::ranges::any_of(sheet.blanks, [](const auto& blank) { return !blank.own.empty(); }))
        words.solutionsNote =
            utf8(sheetText(QT_TRANSLATE_NOOP("Worksheet", "Computed from the numbers as printed. "
                                                          "The program does not round in between: "
                                                          "where its own number reads otherwise, "
                                                          "it stands in brackets.")));
    std::vector<QString> letters;
    const bool numbered =
        std::ranges::count(sheet.matrices, TensorName::HeadContext, &WorksheetMatrix::tensor) > 1;
    for (const WorksheetMatrix& matrix : sheet.matrices) {
        letters.push_back(symbolOf(matrix, numbered));
        const bool vector = matrix.rowAxis == matrix.columnAxis;
        words.matrices.push_back({utf8(letters.back()), utf8(titleOf(matrix)),
                                  vector ? std::string() : utf8(axisWord(matrix.rowAxis)),
                                  utf8(axisWord(matrix.columnAxis))});
    }
    for (const WorksheetTask& task : sheet.tasks) {
        QStringList operands;
        for (const std::size_t operand : task.operands)
            operands << letters[operand];
        QString heading = worksheetStepTitle(task.step);
        if (!heading.isEmpty())
            heading[0] = heading[0].toUpper();
        if (task.head && severalHeads)
            heading += QStringLiteral(" · ") +
                       sheetText(QT_TRANSLATE_NOOP("Worksheet", "head %1")).arg(*task.head + 1);
        words.tasks.push_back(
            {utf8(heading),
             utf8(letters[task.result] + QStringLiteral(" = ") + formulaOf(task, operands)),
             utf8(howOf(task))});
    }
    return words;
}

} // namespace headscope
