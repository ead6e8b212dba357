// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"
#include "type/fonts.h"

#include <QPainter>

namespace headscope {

/// The number of a head, counted from 0, on its colour.
inline void paintHeadBadge(QPainter& painter, const QRectF& rect, int head, ThemeKind theme,
                           const QFont& font) {
    const QColor colour = headColour(head, theme);
    painter.fillRect(rect, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, QString::number(head + 1));
}
/// The same in letters of so many pixels.
inline void paintHeadBadge(QPainter& painter, const QRectF& rect, int head, ThemeKind theme,
                           double pixels) {
    paintHeadBadge(painter, rect, head, theme, textFont(pixels, QFont::Bold));
}

} // namespace headscope
