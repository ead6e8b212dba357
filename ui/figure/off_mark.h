// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"

#include <QLineF>

#include <array>
#include <cmath>

namespace headscope {

// The mark of a head that is switched off: its picture stays, for it looks where it looked, and is
// crossed out, by lines with a halo that stand out from any colours.

/// Corner to corner.
inline std::array<QLineF, 2> offLines(const QRectF& picture) {
    return {QLineF(picture.topLeft(), picture.bottomRight()),
            QLineF(picture.bottomLeft(), picture.topRight())};
}

/// Nothing of it lies outside of the picture; an empty one has none.
inline void paintOff(FigureCanvas& canvas, const QRectF& picture, const Theme& colours,
                     double textScale) {
    if (picture.isEmpty())
        return;
    const double diagonal = std::hypot(picture.width(), picture.height());
    for (const auto& [colour, width] :
         {std::pair(colours.base, 5.0), std::pair(colours.text, 2.0)}) {
        const QPointF across(width * textScale / 2 * diagonal / picture.height(), 0);
        const QPointF down(0, width * textScale / 2 * diagonal / picture.width());
        canvas.polygon({picture.topLeft(), picture.topLeft() + across, picture.bottomRight() - down,
                        picture.bottomRight(), picture.bottomRight() - across,
                        picture.topLeft() + down},
                       colour.rgb());
        canvas.polygon({picture.bottomLeft(), picture.bottomLeft() - down,
                        picture.topRight() - across, picture.topRight(), picture.topRight() + down,
                        picture.bottomLeft() + across},
                       colour.rgb());
    }
}

} // namespace headscope
