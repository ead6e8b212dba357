// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "pages/train/picture/train_arrangement.h"
#include "painters/matrix_painter.h"

namespace headscope {

/// The line below the enlarged heads: what their colours stand for, and what a corner marks.
struct TrainLegend {
    struct Word {
        QString text;
        double left = 0;
        double width = 0;
    };
    ColourKey key; ///< from the left of the matrix on
    Word values;
    Word corner;       ///< empty where no relation is marked, or where its word has no room
    QRectF cornerMark; ///< around the triangle before it
    double end = 0;    ///< of all
};
TrainLegend legendOf(const TrainArrangement& layout);

/// Behind the legend, where the colours of the heads are chosen, and not yet on any widget; nothing
/// where they cannot be chosen.
ColourPlace colourPlaceOf(const TrainArrangement& layout);

} // namespace headscope
