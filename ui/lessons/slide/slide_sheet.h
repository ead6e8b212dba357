// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "lessons/slide/slide_matrix.h"
#include "lessons/slide/slide_question.h"

namespace headscope {

/// All that a slide shows at one moment.
struct Slide {
    ThemeKind theme = ThemeKind::Light;
    SlideMatrix matrix;                    ///< empty: a picture stands there, or nothing
    std::optional<SlideQuestion> question; ///< for what is still
    std::optional<Index> answeredRow;      ///< framed, with its sum
};

/// How a slide is drawn: on a screen with the keys of the lesson, or for a paper without.
struct SlideStyle {
    bool onPaper = false;
    bool still = true;  ///< all that does not move
    bool frames = true; ///< what lies over it: the frame of the answered row, the rings
    double framed = 1;  ///< how far the row is framed, from query to key; at 1 with its sum
};
/// Draws it into `size`, for which it was laid out.
void paintSlide(FigureCanvas& canvas, const Slide& slide, QSizeF size,
                const SlideGeometry& geometry, const SlideStyle& style);

} // namespace headscope
