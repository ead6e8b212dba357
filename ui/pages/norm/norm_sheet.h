// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "pages/norm/norm_picture.h"

namespace headscope {

/// How the norms are drawn: on a screen, or for a paper without what is only there to be used.
struct NormStyle {
    QRectF area;                         ///< that the picture is laid out in
    std::optional<NormTarget> hovered{}; ///< under the pointer; comes before what was asked for
    bool onPaper = false;
};
void paintNorm(FigureCanvas& canvas, const NormPicture& picture, const NormStyle& style);

} // namespace headscope
