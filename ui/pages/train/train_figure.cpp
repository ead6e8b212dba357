// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_figure.h"

#include "figure/figure_page.h"
#include "learning/history/summary.h"
#include "pages/train/train_animation.h"
#include "pages/train/train_sheet.h"
#include "pages/train/train_words.h"
#include "words/error_text.h"
#include "words/missing_letters.h"
#include "words/statements.h"

#include <cmath>

namespace headscope {

namespace {

Error nothingYet() {
    return makeError(
        HEADSCOPE_MESSAGE("Message", "there is nothing to export yet: start the training"));
}

} // namespace

Result<QByteArray> renderTraining(const TrainFigure& figure, FigureFormat format,
                                  const FigureWork& work) {
    if (figure.scene.isEmpty())
        return nothingYet();
    TrainSheet sheet(figure);
    const QSizeF own = sheet.sheet();
    const double wide = figure.size.width() > 0 ? figure.size.width() : own.width();
    const QSizeF size = figure.size.isEmpty() ? own * (wide / own.width()) : QSizeF(figure.size);
    if (const Status possible = checkFigureSize(size); !possible)
        return possible.error();
    FigurePage page;
    page.size = QSizeF(std::ceil(size.width()), std::ceil(size.height()));
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.scene.display.theme).base;
    page.title = taskTitle(figure.scene.moment.recipe.task);
    page.description = sheet.subtitle();
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill({QPointF(0, 0), page.size}, page.ground.rgb());
        sheet.paint(canvas, page.size);
    };
    return renderPage(page, format, work);
}

std::string trainingTable(const TrainingMoment& moment) {
    std::vector<TrainingRecord> records;
    for (const auto& step : moment.records)
        records.push_back({step->step(), {}, step->evaluation()});
    return trainingLog(TrainingHistory::restored(*moment.losses, std::move(records), 1));
}

PageFigures trainFigures(const TrainScene& scene) {
    PageFigures figures;
    const std::tuple<TrainPart, QString, std::string_view> parts[] = {
        {TrainPart::Both, TrainText::tr("film and curves"), ""},
        {TrainPart::Film, TrainText::tr("film"), "film"},
        {TrainPart::Curves, TrainText::tr("curves"), "curves"}};
    for (const auto& [part, title, word] : parts) {
        PageFigure& figure = figures.stills.emplace_back();
        figure.title = title;
        figure.part = word;
        if (part != TrainPart::Film && !scene.isEmpty() && scene.moment.losses->empty())
            figure.lack =
                QStringLiteral("of this training no losses are kept: there are no curves");
        figure.fileName = QStringLiteral("training");
        figure.look.size = QSize(TrainFigure::usualWidth, 0);
        figure.heightFollows = true;
        figure.render = [scene, part = part](FigureFormat format, const PageLook& look) {
            TrainFigure drawn;
            drawn.scene = scene;
            drawn.scene.display.theme = look.theme;
            drawn.part = part;
            drawn.size = look.size;
            drawn.dotsPerInch = look.dotsPerInch;
            return renderTraining(drawn, format);
        };
        figure.table = [moment = scene.moment] { return trainingTable(moment); };
    }
    if (scene.isEmpty()) {
        figures.possible = nothingYet();
        return figures;
    }
    const Dataset& data = scene.moment.learner->data();
    figures.words = wordsOf(data.words.words()) + wordsOf(data.sourceWords.words());
    const std::size_t records = scene.moment.records.size();
    PageFilm film;
    film.fileName = QStringLiteral("training");
    for (const auto& record : scene.moment.records) {
        film.stops << TrainText::tr("step %1").arg(record->step());
        film.steps.push_back(record->step());
    }
    // The way to the step in front; at the beginning all that is there.
    film.choice.to = scene.playhead > 0 ? scene.playhead : records - 1;
    const TrainAnimation usual;
    film.choice.size = usual.size;
    film.choice.framesPerSecond = 1000 / usual.milliseconds;
    film.smallest = QSize(560, 360);
    film.timed = false;
    film.film = [scene](const FilmChoice& choice) {
        TrainAnimation animation;
        animation.scene = scene;
        animation.scene.display.theme = choice.theme;
        animation.from = choice.from;
        animation.to = choice.to;
        animation.size = choice.size;
        animation.milliseconds = 1000 / choice.framesPerSecond;
        return trainFilm(animation);
    };
    figures.film = std::move(film);
    return figures;
}

std::optional<LabelledMatrix> trainMatrix(const TrainScene& scene) {
    if (scene.isEmpty())
        return std::nullopt;
    const auto nameOf = [](TrainValues values) {
        switch (values) {
        case TrainValues::Weights: return "attention_weights";
        case TrainValues::Scores: return "masked_scores";
        case TrainValues::Gradient: return "gradient";
        }
        return "";
    };
    const RecordedStep& step = scene.at();
    Tensor values = scene.tensor(step).selected(0, 0).selected(0, scene.head);
    QStringList rows = queryWords(scene);
    QStringList columns = keyWords(scene);
    QString rowAxis = rowWord(scene);
    QString columnAxis = axisWord(Axis::Key);
    if (scene.display.rowsAreKeys) {
        values = values.transposed(0, 1);
        std::swap(rows, columns);
        std::swap(rowAxis, columnAxis);
    }
    const QString name =
        QStringLiteral("%1 %2, head %3, step %4")
            .arg(QString::fromStdString(scene.scope), QLatin1String(nameOf(scene.values)))
            .arg(scene.head + 1)
            .arg(step.step());
    return labelledMatrix(name, rowAxis, columnAxis, rows, columns, values);
}

} // namespace headscope
