// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/gif_writer.h"
#include "pages/shapes/shapes_scene.h"

namespace headscope {

/// A stretch of the timeline as an animation.
struct ShapesAnimation {
    ShapesScene scene; ///< with a model; its time does not matter
    QSize size{960, 640};
    int framesPerSecond = 20; ///< at most 50
    std::size_t from = 0;     ///< stages, both included
    std::size_t to = 0;
    CancellationToken cancellation;
    std::function<void(double)> progress;
};

/// The picture at one moment, as paintShapesFigure() paints it.
QImage shapesImage(const ShapesScene& scene, QSize size);

/// From the beginning of the stage `from` until the move of `to` is done; the
/// first and the last picture are held for a second and a half.
Result<GifFile> encodeShapes(const ShapesAnimation& animation);

} // namespace headscope
