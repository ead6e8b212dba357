// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_animation.h"

#include "figure/figure_page.h"
#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/shapes_words.h"

#include <QPainter>

namespace headscope {

QImage shapesImage(const ShapesScene& scene, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintShapesFigure(painter, scene, size);
    return image;
}

Result<QByteArray> renderShapes(const ShapesScene& scene, FigureFormat format, QSize size,
                                double dotsPerInch) {
    if (scene.isEmpty())
        return scene.error ? *scene.error
                           : makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to show"));
    if (const Status possible = checkFigureSize(size); !possible)
        return possible.error();
    FigurePage page;
    page.size = size;
    page.dotsPerInch = dotsPerInch;
    page.ground = theme(scene.display.theme).base;
    page.title = stepSentence(scene.model->right, scene.position().move);
    page.paintDirectly = [&](QPainter& painter) { paintShapesFigure(painter, scene, size); };
    return renderPage(page, format);
}

GifRequest shapesFilm(const ShapesAnimation& animation) {
    return gifOf({.timeline = animation.scene.model->timeline,
                  .choice = animation.choice,
                  .paint = [animation](Time time) {
                      ShapesScene scene = animation.scene;
                      scene.time = time;
                      return shapesImage(scene, animation.choice.size);
                  }});
}

} // namespace headscope
