// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_figure.h"

#include "figure/figure_page.h"
#include "figure/painter_canvas.h"
#include "film/timeline_film.h"
#include "pages/paint/paint_sheet.h"
#include "words/numbers/number_format.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

void paintSheetOn(FigureCanvas& canvas, const PaintFigure& figure) {
    canvas.fill({QPointF(0, 0), QSizeF(figure.size)}, theme(figure.scene.display.theme).base.rgb());
    PaintSheet(canvas, figure).paint(figure.title);
}

} // namespace

PaintScene paintSceneOf(const HeadFit& fit, const AxisTokens& tokens, Index sequence) {
    PaintScene scene;
    const PaintTarget& target = fit.problem.target;
    scene.queryLabels = axisLabels(tokens, Axis::Query, sequence, target.queries);
    scene.keyLabels = axisLabels(tokens, Axis::Key, sequence, target.keys);
    scene.problem = std::make_shared<const FitProblem>(fit.problem);
    scene.options = fit.options;
    scene.fit = std::make_shared<const HeadFit>(fit);
    scene.record = fit.descents.history.size() - 1;
    scene.weights = fit.weights;
    scene.now = fit.head;
    return scene;
}

void takeRecord(PaintScene& scene, std::size_t record) {
    const HeadFit& fit = *scene.fit;
    const std::vector<FitRecord>& history = fit.descents.history;
    scene.record = std::min(record, history.size() - 1);
    const bool atEnd = scene.record + 1 == history.size();
    scene.weights = atEnd ? fit.weights : rounded(history[scene.record].weights);
    scene.now = fittedHead(*scene.problem, scene.weights);
}

GifRequest paintFilm(const PaintAnimation& animation) {
    const std::size_t records = animation.figure.scene.fit->descents.history.size();
    const std::size_t last = std::min(animation.to.value_or(records - 1), records - 1);
    const std::size_t from = std::min(animation.from, last);
    return filmOfRecords(static_cast<int>(last - from) + 1, animation.figure.size,
                         1000 / animation.framesPerSecond,
                         [figure = animation.figure, from](int frame) {
                             PaintFigure shown = figure;
                             takeRecord(shown.scene, from + static_cast<std::size_t>(frame));
                             QImage image(shown.size, QImage::Format_RGB32);
                             QPainter painter(&image);
                             PainterCanvas canvas(painter, PainterCanvas::Device::Raster, 1);
                             paintSheetOn(canvas, shown);
                             painter.end();
                             return image;
                         });
}

Error nothingPainted() {
    return makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to export yet: paint "
                                                  "something and let a head look for it"));
}

Result<QByteArray> renderPainting(const PaintFigure& figure, FigureFormat format) {
    if (figure.scene.isEmpty() || !figure.scene.fit || figure.scene.now.attention.empty())
        return nothingPainted();
    if (const Status possible = checkFigureSize(figure.size); !possible)
        return possible.error();
    FigurePage page;
    page.size = figure.size;
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.scene.display.theme).base;
    page.title = PaintSheetWords::tr("A painted attention, and what a head makes of it");
    page.description = PaintSheetWords::tr("%1 bits are missing with d_k = %2; the limit is %3.")
                           .arg(fixedText(figure.scene.now.bits, 4))
                           .arg(qint64{figure.scene.fit->options.keyDim})
                           .arg(fixedText(figure.scene.fit->limits.optimum.bits, 4));
    page.paint = [&](FigureCanvas& canvas) { paintSheetOn(canvas, figure); };
    return renderPage(page, format);
}

} // namespace headscope
