// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/carried_models.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <map>

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

const CarriedModel* findCarriedModel(std::string_view name) {
    const auto* const found = std::ranges::find(models, name, &CarriedModel::name);
    return found == std::end(models) ? nullptr : found;
}

const CarriedModel* carriedModelOf(const OpenModel& model) {
    const QString folder =
        QDir(QString::fromStdString(model.checkpoint.folder.path)).canonicalPath();
    const auto* const found = std::ranges::find_if(
        models, [&](const CarriedModel& carried) { return folderOf(carried) == folder; });
    return folder.isEmpty() || found == std::end(models) ? nullptr : found;
}

Result<std::shared_ptr<const OpenModel>> openCarried(const CarriedModel& model) {
    static std::map<std::string_view, std::weak_ptr<const OpenModel>> open;
    std::weak_ptr<const OpenModel>& known = open[model.name];
    if (auto found = known.lock())
        return found;
    const QString folder = folderOf(model);
    if (folder.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "the model “%1” does not lie where the "
                                                      "program was installed"),
                         model.name);
    auto opened = openModel(folder.toStdString());
    if (opened)
        known = *opened;
    return opened;
}

QString folderOf(const CarriedModel& model) {
    for (const QString& place :
         {QCoreApplication::applicationDirPath() + QStringLiteral("/../share/headscope/models"),
          QStringLiteral(HEADSCOPE_MODELS)}) {
        const QDir folder(place + u'/' + QLatin1String(model.name));
        if (folder.exists())
            return folder.canonicalPath();
    }
    return {};
}

} // namespace headscope
