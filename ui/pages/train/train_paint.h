// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/palette.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace headscope::train_paint {

inline constexpr Qt::Alignment right = Qt::AlignRight | Qt::AlignVCenter;
inline constexpr Qt::Alignment left = Qt::AlignLeft | Qt::AlignVCenter;

/// One line of text; elided where it is too long.
inline void write(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                  const QString& text, const QFont& font, const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    drawElidedText(painter, rect, alignment, text);
}

/// A band of a line's height around a middle.
inline QRectF band(double from, double middle, double to, double height) {
    return {from, middle - height / 2, to - from, height};
}

inline void drawCheck(QPainter& painter, QPointF at, double size, const QColor& colour) {
    painter.setPen(QPen(colour, size * 0.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF points[] = {at + QPointF(-0.5, 0) * size, at + QPointF(-0.12, 0.38) * size,
                              at + QPointF(0.5, -0.38) * size};
    painter.drawPolyline(points, 3);
}

inline void drawCross(QPainter& painter, QPointF at, double size, const QColor& colour) {
    painter.setPen(QPen(colour, size * 0.26, Qt::SolidLine, Qt::RoundCap));
    const double h = size / 2;
    painter.drawLine(at + QPointF(-h, -h), at + QPointF(h, h));
    painter.drawLine(at + QPointF(-h, h), at + QPointF(h, -h));
}

inline void drawHeadMark(QPainter& painter, const QRectF& rect, int head, ThemeKind kind) {
    const QColor colour = headColour(head, kind);
    painter.fillRect(rect, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(numberFont(rect.height() * 0.72, QFont::DemiBold));
    painter.drawText(rect, Qt::AlignCenter, QString::number(head + 1));
}

inline QColor blended(const QColor& from, const QColor& to, double t) {
    const auto mix = [t](int a, int b) { return qRound(a + (b - a) * t); };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()),
                  mix(from.blue(), to.blue()));
}

} // namespace headscope::train_paint
