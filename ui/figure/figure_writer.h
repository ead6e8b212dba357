// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"

namespace headscope {

/// What draws a sheet: it writes the lines of a layout in type that is `scale` times as large, but
/// of `leastPixels` at least.
class FigureWriter {
public:
    FigureWriter(FigureCanvas& canvas, double scale, int leastPixels = 1)
        : m_canvas(canvas)
        , m_scale(scale)
        , m_leastPixels(leastPixels) {}

    int pixelsOf(const FigureLook& look) const;
    /// As the line is written.
    double widthOf(const QString& text, const FigureLook& look) const;
    /// Shortened where it is wider, as TextMeasure::elided() does it.
    QString elided(const QString& text, const FigureLook& look, double width) const;
    /// Smaller by so many pixels as the line needs to be as narrow as `width`; `least`, of the
    /// layout, is not gone below.
    FigureLook fitted(FigureLook look, const QString& text, double width, double least) const;

    /// With `middle` at half the height of its capitals and digits; nothing of no text.
    void write(const QString& text, QPointF middle, const QColor& colour, FigureLook look = {});
    /// With `base` on the base line.
    void writeOn(const QString& text, QPointF base, const QColor& colour, FigureLook look = {});
    /// At the side of `room` that the look says, shortened where it is longer.
    void writeIn(const QRectF& room, const QString& text, const QColor& colour,
                 FigureLook look = {});

protected:
    double s() const { return m_scale; }

    FigureCanvas& m_canvas;
    FontMeasure m_measure;

private:
    double m_scale;
    int m_leastPixels;
};

} // namespace headscope
