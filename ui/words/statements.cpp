// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/statements.h"

#include "checkpoint/model_source.h"
#include "words/analysis_text.h"
#include "words/block_text.h"
#include "words/error_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"
#include "words/typed_number_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

QString statementText(const char* source) {
    return QCoreApplication::translate("Statement", source);
}

bool isModel(const BlockMap* blocks) {
    return blocks && blocks->scopes.size() > 1;
}

/// The step of the whole run that a step of the block is or was received from.
const TraceStep& originOf(const Trace& block, const BlockMap* blocks, std::size_t step) {
    if (!isModel(blocks) || step >= blocks->origins.size())
        return block[step];
    return (*blocks->whole)[blocks->origins[step]];
}

/// How many numbers were typed into what the formula of a step spells out: it is computed of all
/// others alone.
int typedInto(const Trace& block, std::size_t step) {
    int typed = 0;
    while (true) {
        typed += static_cast<int>(block[step].typedNumbers.size());
        const Operation operation = block[step].operation;
        if (block[step].operands.empty() || operation == Operation::Merge ||
            operation == Operation::QueryKeyProduct)
            return typed;
        step = block[step].operands[0];
    }
}

/// What a translation starts from: the other sentence.
bool isSource(const TraceStep& origin, const BlockMap* blocks) {
    return isModel(blocks) && origin.name == TensorName::KeyInput && origin.scope.empty() &&
           std::ranges::any_of(blocks->scopes, [](const TraceScope& scope) {
               return blockScope(scope.path).part == ModelPart::Decoder;
           });
}

} // namespace

TensorStatement statementOf(const Trace& block, const BlockMap* blocks, TensorName name,
                            bool told) {
    TensorStatement statement;
    statement.letter = tensorSymbol(name);
    statement.title = tensorTitle(name);
    statement.aside = analysisSource(name);
    statement.block = blockTitle(blocks);
    const auto step = block.indexOf(name);
    if (!step)
        return statement;
    const TraceStep& origin = originOf(block, blocks, *step);
    statement.title =
        isSource(origin, blocks)
            ? statementText(QT_TRANSLATE_NOOP("Statement", "embeddings of the source"))
            : tensorTitle(origin.name);
    statement.formula = formulaText(block, *step, told);
    const int typed = statement.formula.isEmpty() ? 0 : typedInto(block, *step);
    if (typed > 0)
        statement.formula +=
            QCoreApplication::translate("Statement", ", %n of it typed", nullptr, typed);
    if (block[*step].operation == Operation::MergeWords) {
        statement.title = titleInWords(statement.title);
        statement.aside = mergedWordsText();
    }
    statement.shape = QString::fromStdString(shapeText(block[*step].result.shape()));
    return statement;
}

TensorStatement statementOf(const Scene& scene, TensorName name) {
    return statementOf(*scene.trace, scene.blocks.get(), name, tellsScale(scene.pointed));
}

QString blockTitle(const BlockMap* blocks) {
    if (!isModel(blocks))
        return {};
    const std::string& path = blocks->shown.path;
    return blockName(path, addsResidual(*blocks->whole, path));
}

QString axisWord(Axis axis) {
    switch (axis) {
    case Axis::Batch: return statementText(QT_TRANSLATE_NOOP("Statement", "sequence"));
    case Axis::Sequence: return statementText(QT_TRANSLATE_NOOP("Statement", "token"));
    case Axis::Query: return statementText(QT_TRANSLATE_NOOP("Statement", "query"));
    case Axis::Key: return statementText(QT_TRANSLATE_NOOP("Statement", "key"));
    case Axis::Heads: return statementText(QT_TRANSLATE_NOOP("Statement", "head"));
    case Axis::ModelDim: return QStringLiteral("d_{model}");
    case Axis::KeyDim: return QStringLiteral("d_{k}");
    case Axis::ValueDim: return QStringLiteral("d_{v}");
    case Axis::HeadsKeyDim: return statementText(QT_TRANSLATE_NOOP("Statement", "heads·d_{k}"));
    case Axis::HeadsValueDim: return statementText(QT_TRANSLATE_NOOP("Statement", "heads·d_{v}"));
    case Axis::BatchHeads: return statementText(QT_TRANSLATE_NOOP("Statement", "batch·heads"));
    case Axis::HiddenDim: return QStringLiteral("d_{ff}");
    case Axis::Vocabulary: return statementText(QT_TRANSLATE_NOOP("Statement", "next word"));
    case Axis::Feature: return statementText(QT_TRANSLATE_NOOP("Statement", "feature"));
    }
    return {};
}

QString cellStatement(const MatrixPanel& panel, Index row, Index column) {
    const CellMark mark = panel.markOf(row, column);
    if (const MatrixPanel::Typed* const typed = panel.seenTypedAt(row, column))
        return statementText(QT_TRANSLATE_NOOP("Statement", "%1, %2"))
            .arg(fullText(panel.matrix(row, column)), typedText(typed->wouldBe));
    if (mark == CellMark::None)
        return fullText(panel.matrix(row, column));
    if (mark == CellMark::Masked && panel.added && std::isfinite((*panel.added)(row, column)) &&
        (*panel.added)(row, column) < 0)
        return statementText(QT_TRANSLATE_NOOP("Statement", "%1, masked with %2"))
            .arg(rangeText(static_cast<double>(panel.matrix(row, column))),
                 rangeText(static_cast<double>((*panel.added)(row, column))));
    // The number as everywhere in words, not as a file holds it.
    return statementText(QT_TRANSLATE_NOOP("Statement", "%1, %2"))
        .arg(cellText(panel.matrix(row, column), 8), markName(mark));
}

QString runTitle(const RunOrigin& origin, const QString& fileName) {
    if (!fileName.isEmpty())
        return visibleName(QFileInfo(fileName).completeBaseName());
    if (origin.model) // "Llama-3.2-1B" has no ending
        return visibleName(
            QFileInfo(QString::fromStdString(origin.model->checkpoint.folder.path)).fileName());
    if (!origin.fileName.empty())
        return runTitle({}, QString::fromStdString(origin.fileName));
    const QString title = QCoreApplication::translate("Example", origin.title.c_str());
    switch (origin.likeness) {
    case Likeness::Unknown: return {};
    case Likeness::Example: return title;
    case Likeness::Edited:
        return statementText(QT_TRANSLATE_NOOP("Statement", "%1, edited")).arg(title);
    case Likeness::OwnSentence:
        return statementText(QT_TRANSLATE_NOOP("Statement", "own sentence"));
    }
    return {};
}

} // namespace headscope
