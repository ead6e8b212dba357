// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/train_picture.h"

#include "disk/file_io.h"
#include "options/option_reader.h"
#include "options/run_options.h"
#include "options/train_options.h"
#include "pages/page.h"
#include "pages/page_request.h"
#include "pages/registry.h"

#include <QFile>
#include <QWidget>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<std::string_view, TrainValues> valueNames[] = {
    {"weights", TrainValues::Weights},
    {"scores", TrainValues::Scores},
    {"gradient", TrainValues::Gradient}};

QList<QCommandLineOption> ownOptions() {
    return {
        {u"playhead"_s, u"of train: the recorded step that is shown (default: the last one)"_s,
         u"N"_s},
        {u"values"_s, u"of train: weights (default), scores or gradient"_s, u"WHAT"_s},
    };
}

} // namespace

QList<QCommandLineOption> trainPictureOptions() {
    return ownOptions() + recipeOptions();
}

QList<QCommandLineOption> withTrainPictureOptions(const QList<QCommandLineOption>& options) {
    return withOptions(options, trainPictureOptions());
}

bool asksForTraining(const QCommandLineParser& parser) {
    const bool attention = Call{{}, parser}.namesAttention();
    for (const QCommandLineOption& option : trainPictureOptions()) {
        const QString name = option.names().constFirst();
        if (parser.isSet(name) && !(attention && name == "values"_L1))
            return true;
    }
    return parser.value(u"view"_s) == "train"_L1;
}

Result<TrainingView> trainPictureFrom(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    TrainingView picture;
    picture.recipe = recipeOf(TaskKind::Translate);
    if (parser.isSet(u"task"_s)) {
        Result<TrainingRecipe> recipe = recipeFrom(call);
        if (!recipe)
            return recipe.error();
        picture.recipe = std::move(*recipe);
        picture.ownTask = true;
    }
    if (parser.isSet(u"data"_s)) {
        Result<std::string> text =
            readFile(QFile::encodeName(parser.value(u"data"_s)).toStdString());
        if (!text)
            return text.error();
        picture.recipe.text = text->empty() ? "\n" : std::move(*text);
    }
    if (parser.isSet(u"playhead"_s)) {
        bool ok = false;
        picture.playhead = parser.value(u"playhead"_s).toLongLong(&ok);
        if (!ok || *picture.playhead < 0)
            return makeError("--playhead takes a step from 0 on, not \"%1\"",
                             parser.value(u"playhead"_s).toStdString());
    }
    OptionReader reader(parser);
    reader.word("values", valueNames, picture.values);
    if (!reader.status())
        return reader.status().error();
    return picture;
}

Status readPackedTraining(const QCommandLineParser& parser, TrainingView& picture) {
    if (picture.ownTask)
        return Done{};
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    if (!*whole)
        return Done{};
    const Result<OpenedExperiment> opened = openProblem(**whole);
    if (!opened)
        return opened.error();
    if (!opened->training)
        return makeError("this experiment was not taken from a training; --task names one");
    picture.kept = opened->training;
    return Done{};
}

Result<PageFigures> trainingFigures(const TrainingView& training, const DisplayOptions& display) {
    QWidget owner;
    Page* const page = findPage("train")->make(&owner);
    Scene scene;
    scene.display = display;
    page->setScene(scene);
    page->setShown(true);
    PageRequest wanted;
    wanted.training = training;
    if (const Status trained = page->showView(wanted); !trained)
        return trained.error();
    PageFigures figures = page->figures();
    if (!figures.possible)
        return figures.possible.error();
    return figures;
}

} // namespace headscope
