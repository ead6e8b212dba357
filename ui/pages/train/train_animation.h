// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_writer.h"
#include "pages/train/train_scene.h"

namespace headscope {

/// A training as a film: one picture for each recorded step.
struct TrainAnimation {
    TrainScene scene; ///< its playhead does not matter
    QSize size{900, 700};
    int milliseconds = 500;        ///< that a picture stays
    std::size_t from = 0;          ///< records, both included
    std::optional<std::size_t> to; ///< nothing: the last one
};

/// The middle of the page at its playhead, at least as high as it needs to be.
QImage trainImage(const TrainScene& scene, QSize size, double scale = 1);

/// The first and the last picture are held for a second and a half.
GifRequest trainFilm(const TrainAnimation& animation);

} // namespace headscope
