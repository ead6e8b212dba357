// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_writer.h"

#include <algorithm>
#include <cmath>

namespace headscope {

int FigureWriter::pixelsOf(const FigureLook& look) const {
    return std::max(m_leastPixels, static_cast<int>(std::lround(look.pixels * m_scale)));
}

double FigureWriter::widthOf(const QString& text, const FigureLook& look) const {
    if (text.isEmpty())
        return 0;
    FigureLook written = look;
    written.pixels = pixelsOf(look);
    return m_measure.width(figureLine(text, {}, written));
}

QString FigureWriter::elided(const QString& text, const FigureLook& look, double width) const {
    return m_measure.elided(printable(text), pixelsOf(look), width, look.bold);
}

FigureLook FigureWriter::fitted(FigureLook look, const QString& text, double width,
                                double least) const {
    while (look.pixels - 1 >= least && widthOf(text, look) > width)
        --look.pixels;
    return look;
}

void FigureWriter::write(const QString& text, QPointF middle, const QColor& colour,
                         FigureLook look) {
    writeOn(text, middle + QPointF(0, pixelsOf(look) * middleToBaseline), colour, look);
}

void FigureWriter::writeOn(const QString& text, QPointF base, const QColor& colour,
                           FigureLook look) {
    if (text.isEmpty())
        return;
    look.pixels = pixelsOf(look);
    m_canvas.text(figureLine(text, base, look), colour.rgb());
}

void FigureWriter::writeIn(const QRectF& room, const QString& text, const QColor& colour,
                           FigureLook look) {
    if (text.isEmpty())
        return;
    look.pixels = pixelsOf(look);
    m_canvas.text(figureLineIn(room, text, look, 1, m_measure), colour.rgb());
}

} // namespace headscope
