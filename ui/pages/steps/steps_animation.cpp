// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_animation.h"

#include "figure/figure_page.h"
#include "pages/steps/picture/steps_picture.h"
#include "type/math_text.h"
#include "words/error_text.h"

#include <QPainter>

#include <map>

namespace headscope {

namespace {

void paintMoment(QPainter& painter, const StepScene& scene, QSize size) {
    StepScene still = scene;
    still.display.presentation = false;
    still.display.textScale = 1;
    still.pointed.clear();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), theme(still.display.theme).base);
    StepsPicture picture = layoutSteps(QSizeF(size), still);
    paintSteps(painter, picture, still);
    paintStepCode(painter, picture.frame.code, still);
}

} // namespace

QImage stepsImage(const StepScene& scene, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintMoment(painter, scene, size);
    return image;
}

Result<QByteArray> renderSteps(const StepScene& scene, FigureFormat format, QSize size,
                               double dotsPerInch) {
    if (scene.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "this block computes nothing"));
    if (const Status possible = checkFigureSize(size); !possible)
        return possible.error();
    FigurePage page;
    page.size = size;
    page.dotsPerInch = dotsPerInch;
    page.ground = theme(scene.display.theme).base;
    page.title = plainTitle(scene);
    page.description = headOfStop(scene);
    page.paintDirectly = [&](QPainter& painter) { paintMoment(painter, scene, size); };
    return renderPage(page, format);
}

GifRequest stepsFilm(const StepsAnimation& animation) {
    std::map<std::size_t, std::shared_ptr<const StepPicture>> pictures;
    for (std::size_t stop = animation.choice.from; stop <= animation.choice.to; ++stop)
        pictures[stop] = stepPicture(animation.scene, animation.steps.stops->steps[stop]);
    const auto paint = [animation, pictures = std::move(pictures)](Time time) {
        StepScene scene = animation.steps;
        scene.time = time;
        scene.picture = pictures.at(scene.position().move);
        const Tensor& matrix = scene.picture->result.panel.matrix;
        scene.asked.reset();
        scene.locked = false;
        if (matrix.axes()[0] == Axis::Query && matrix.axes()[1] == Axis::Key && animation.cell &&
            animation.cell->row < matrix.size(0) && animation.cell->column < matrix.size(1)) {
            scene.asked = animation.cell;
            scene.locked = true;
        }
        return stepsImage(scene, animation.choice.size);
    };
    return gifOf(
        {.timeline = animation.steps.stops->timeline, .choice = animation.choice, .paint = paint});
}

} // namespace headscope
