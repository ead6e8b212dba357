// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_animation.h"

#include "figure/timeline_film.h"
#include "pages/shapes/picture/shapes_picture.h"

#include <QPainter>

namespace headscope {

QImage shapesImage(const ShapesScene& scene, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintShapesFigure(painter, scene, size);
    return image;
}

Result<GifFile> encodeShapes(const ShapesAnimation& animation) {
    return encodeFilm({.timeline = animation.scene.model->timeline,
                       .from = animation.from,
                       .to = animation.to,
                       .size = animation.size,
                       .framesPerSecond = animation.framesPerSecond,
                       .paint =
                           [&](Time time) {
                               ShapesScene scene = animation.scene;
                               scene.time = time;
                               return shapesImage(scene, animation.size);
                           },
                       .progress = animation.progress,
                       .cancellation = animation.cancellation});
}

} // namespace headscope
