// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/stage_text.h"

#include "operations/operation_info.h"
#include "words/numbers/formula.h"

#include <QCoreApplication>

namespace headscope {

namespace {
QString stageWord(const char* source) {
    return QCoreApplication::translate("Stage", source);
}
} // namespace

QString stageSymbol(Stage stage, const Trace* block) {
    const StageInfo& info = infoOf(stage);
    if (block && info.namedByOperation) {
        const std::vector<TensorName> tensors = tensorsOf(stage, *block);
        const auto step = tensors.empty() ? std::nullopt : block->indexOf(tensors.front());
        const QString operation = step ? operationText(*block, *step) : QString();
        if (!operation.isEmpty())
            return operation;
    }
    if (const auto* operation = std::get_if<Operation>(&info.symbol)) {
        const OperationFormula& formula = infoOf(*operation).formula;
        return QString::fromUtf8(formula.alone.empty() ? formula.text : formula.alone);
    }
    const char* word = std::get<const char*>(info.symbol);
    return word ? stageWord(word) : tensorSymbol(info.tensors.front());
}

QString stageName(Stage stage) {
    const StageInfo& info = infoOf(stage);
    return info.title ? stageWord(info.title) : tensorTitle(info.tensors.front());
}

QString tensorTitle(TensorName name) {
    return stageWord(infoOf(name).title);
}

QString capitalised(const QString& text) {
    return text.isEmpty() ? text : text.left(1).toUpper() + text.mid(1);
}

} // namespace headscope
