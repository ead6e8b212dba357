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

/// More heads than so many have no colours of their own.
inline constexpr std::size_t mostColouredHeads = 8;

/// The number of one of so many heads: on its colour, where it has one of its own.
inline void paintHeadNumber(QPainter& painter, const QRectF& rect, std::size_t head,
                            std::size_t heads, const Theme& theme, double pixels) {
    const QFont font = textFont(pixels, QFont::Bold);
    if (heads <= mostColouredHeads)
        return paintHeadBadge(painter, rect, static_cast<int>(head), theme.kind, font);
    painter.setPen(theme.text);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, QString::number(head + 1));
}

} // namespace headscope
