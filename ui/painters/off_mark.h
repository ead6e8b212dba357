// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QLineF>
#include <QPainter>

#include <array>

namespace headscope {

// The mark of a head that is switched off: its picture stays, for it looks where it looked, and is
// crossed out, by lines with a halo that stand out from any colours.

/// Corner to corner.
inline std::array<QLineF, 2> offLines(const QRectF& picture) {
    return {QLineF(picture.topLeft(), picture.bottomRight()),
            QLineF(picture.bottomLeft(), picture.topRight())};
}

/// Calls stroke(line, colour, width) for what the mark is made of, from below.
template <class Stroke>
void strokeOff(const QRectF& picture, const Theme& colours, double textScale,
               const Stroke& stroke) {
    for (const QLineF& line : offLines(picture))
        stroke(line, colours.base, 5 * textScale);
    for (const QLineF& line : offLines(picture))
        stroke(line, colours.text, 2 * textScale);
}

inline void paintOff(QPainter& painter, const QRectF& picture, const Theme& colours,
                     double textScale) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(picture);
    strokeOff(picture, colours, textScale,
              [&](const QLineF& line, const QColor& colour, double width) {
                  painter.setPen(QPen(colour, width));
                  painter.drawLine(line);
              });
    painter.restore();
}

} // namespace headscope
