// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_figure.h"

#include "figure/figure_page.h"
#include "learning/history/summary.h"
#include "pages/train/train_sheet.h"
#include "pages/train/train_words.h"
#include "scene/math_text.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_sheet;

namespace {

QString subtitleOf(const TrainScene& scene) {
    const TrainingMoment& moment = scene.moment;
    return TrainFigureWords::tr("%1 · %2 steps, %3 numbers, seed %4")
        .arg(attentionName(scene.scope, moment))
        .arg(qint64{moment.stepsDone})
        .arg(qint64{moment.parameterCount})
        .arg(moment.recipe.seed);
}

} // namespace

void TrainSheet::write(double x, double y, const QString& text, const QColor& colour,
                       const Look& look) {
    m_canvas->text(figureLine(text, at(x, y), look, m_scale), colour.rgb());
}

void TrainSheet::line(const std::vector<QPointF>& points, const QColor& colour, double width,
                      const std::vector<double>& dash) {
    std::vector<QPointF> moved;
    for (const QPointF& point : points) {
        if (std::isfinite(point.y())) // what exploded has no place
            moved.push_back(at(point.x(), point.y()));
    }
    if (moved.size() < 2)
        return;
    m_canvas->line(moved, colour.rgb(), width * m_scale, dash);
}

void TrainSheet::titles() {
    const TrainingMoment& moment = m_scene.moment;
    write(sheetLeft, 48, taskTitle(moment.recipe.task), m_colours.text,
          {.pixels = 22, .bold = true});
    write(sheetLeft, 72, subtitleOf(m_scene), m_colours.secondary, {.pixels = 13});
}

void TrainSheet::paint(FigureCanvas& canvas, QSizeF size) {
    const QSizeF own = sheet();
    m_canvas = &canvas;
    m_scale = std::min(size.width() / own.width(), size.height() / own.height());
    m_origin = {(size.width() - own.width() * m_scale) / 2,
                (size.height() - own.height() * m_scale) / 2};
    m_last = static_cast<double>(
        std::max(m_scene.moment.stepsDone, m_scene.moment.records.back()->step()));
    titles();
    double y = titleBottom;
    if (m_figure.part != TrainPart::Film) {
        y += 12;
        curves(y);
        y += curvesHeight + 8;
    }
    steps(y + 16);
    if (m_figure.part != TrainPart::Curves)
        film(y + stepsRow);
}

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
    page.description = subtitleOf(figure.scene);
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
