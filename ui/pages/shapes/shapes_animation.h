// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "film/timeline_film.h"
#include "pages/shapes/shapes_scene.h"

namespace headscope {

/// Of a picture in which there is something to read.
inline constexpr QSize smallestShapes(480, 360);

/// A stretch of the timeline as an animation.
struct ShapesAnimation {
    ShapesScene scene;                     ///< with a model; its time does not matter
    FilmChoice choice{.size = {960, 640}}; ///< the theme is that of the scene
};

/// The picture at one moment, as paintShapesFigure() paints it.
QImage shapesImage(const ShapesScene& scene, QSize size);
/// The same as a file of its own, in pixels of 1/96 inch. An Error where there is nothing to show.
Result<QByteArray> renderShapes(const ShapesScene& scene, FigureFormat format, QSize size,
                                double dotsPerInch);

/// From the beginning of the stage `from` until the move of `to` is done; the
/// first and the last picture are held for a second and a half.
GifRequest shapesFilm(const ShapesAnimation& animation);

} // namespace headscope
