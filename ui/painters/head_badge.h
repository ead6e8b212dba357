// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/fonts.h"
#include "scene/palette.h"

#include <QPainter>

namespace headscope {

/// The number of a head, counted from 0, on its colour; `pixels` high.
inline void paintHeadBadge(QPainter& painter, const QRectF& rect, int head, ThemeKind theme,
                           double pixels) {
    const QColor colour = headColour(head, theme);
    painter.fillRect(rect, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(textFont(pixels, QFont::Bold));
    painter.drawText(rect, Qt::AlignCenter, QString::number(head + 1));
}

} // namespace headscope
