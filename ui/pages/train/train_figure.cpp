// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_figure.h"

#include "figure/figure_page.h"
#include "learning/history/summary.h"
#include "pages/train/train_sheet.h"
#include "pages/train/train_words.h"

#include <cmath>

namespace headscope {

Result<QByteArray> renderTraining(const TrainFigure& figure, FigureFormat format,
                                  const FigureWork& work) {
    if (figure.scene.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to export yet: start the "
                                                      "training"));
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

} // namespace headscope
