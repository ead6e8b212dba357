// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/carried_models.h"

#include <QCoreApplication>
#include <QDir>

namespace headscope {

namespace {
constexpr CarriedModel models[] = {
    {"kjv-gpt2", QT_TRANSLATE_NOOP("Example", "A small language model"),
     QT_TRANSLATE_NOOP("Example", "A GPT-2 of four layers, trained on the King James text: it says "
                                  "the next token.")},
    {"kjv-bert", QT_TRANSLATE_NOOP("Example", "A small masked model"),
     QT_TRANSLATE_NOOP("Example", "A BERT of four layers, trained on the King James text: it fills "
                                  "in [MASK].")},
};
} // namespace

std::span<const CarriedModel> carriedModels() {
    return models;
}

QString folderOf(const CarriedModel& model) {
    for (const QString& place : {QCoreApplication::applicationDirPath() +
                                     QStringLiteral("/../share/headscope/models"),
                                 QStringLiteral(HEADSCOPE_MODELS)}) {
        const QDir folder(place + u'/' + QLatin1String(model.name));
        if (folder.exists())
            return folder.canonicalPath();
    }
    return {};
}

} // namespace headscope
