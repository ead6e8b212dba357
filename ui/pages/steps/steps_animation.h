// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "film/timeline_film.h"
#include "pages/steps/step_scene.h"

#include <QSize>

namespace headscope {

/// Of a picture in which there is something to read.
inline constexpr QSize smallestSteps(640, 480);

/// A stretch of the timeline as an animation.
struct StepsAnimation {
    Scene scene;     ///< of the block; its head and sequence are shown
    StepScene steps; ///< with stops; order and display count, its time does not matter
    /// Asked wherever queries look at keys; nothing: the matrices are swept.
    std::optional<MatrixGeometry::Position> cell;
    FilmChoice choice{.size = {1000, 720}}; ///< the theme is that of the scene
};

/// From the beginning of the move of `from` until that of `to` is done; the first and the last
/// picture are held for a second and a half.
GifRequest stepsFilm(const StepsAnimation& animation);

/// The picture of a moment, without what is only to be used.
QImage stepsImage(const StepScene& scene, QSize size);
/// The same as a file of its own, in pixels of 1/96 inch.
Result<QByteArray> renderSteps(const StepScene& scene, FigureFormat format, QSize size,
                               double dotsPerInch = 192);

} // namespace headscope
