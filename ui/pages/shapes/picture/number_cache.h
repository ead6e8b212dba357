// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QStaticText>

#include <map>

class QPainter;

namespace headscope {

/// Draws short texts in the middle of cells. The layout of a text is made once
/// for all frames; with four thousand cells it would be most of a frame's time.
class NumberCache {
public:
    explicit NumberCache(QPainter& painter)
        : m_painter(painter) {}

    void draw(const QRectF& cell, const QString& text, const QFont& font, const QColor& colour);

private:
    QPainter& m_painter;
    QFont m_font;
    QColor m_colour;
};

} // namespace headscope
