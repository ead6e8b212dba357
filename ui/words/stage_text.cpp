// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/stage_text.h"

#include "words/formula.h"

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
    return info.symbol ? stageWord(info.symbol) : tensorSymbol(info.tensors.front());
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
