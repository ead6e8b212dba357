// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_canvas.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void paintEdge(FigureCanvas& canvas, const QRectF& rect, ColourMap map, ThemeKind kind,
               double width) {
    if (const auto edge = edgeColour(map, kind))
        canvas.fill(rect.adjusted(-width, -width, width, width), *edge);
}

void paintFrame(FigureCanvas& canvas, const QRectF& box, double width, QRgb colour) {
    canvas.fill({box.left(), box.top(), box.width(), width}, colour);
    canvas.fill({box.left(), box.bottom() - width, box.width(), width}, colour);
    canvas.fill({box.left(), box.top(), width, box.height()}, colour);
    canvas.fill({box.right() - width, box.top(), width, box.height()}, colour);
}

void paintHeadBadge(FigureCanvas& canvas, const QRectF& rect, int head, ThemeKind theme,
                    double pixels) {
    const QRgb colour = headColour(head, theme).rgb();
    canvas.fill(rect, colour);
    canvas.text(figureLineAt(QString::number(head + 1), rect.center(),
                             {.pixels = pixels, .anchor = FigureAnchor::Middle, .bold = true}),
                textColourOn(colour).rgb());
}

void paintShareBar(FigureCanvas& canvas, const QRectF& bar, double share,
                   std::optional<double> even, const Theme& colours, double scale, double beyond) {
    canvas.fill(bar, colours.hairline.rgb());
    if (std::isfinite(share) && share > 0)
        canvas.fill({bar.left(), bar.top(), bar.width() * std::min(share, 1.0), bar.height()},
                    colours.neutralBar.rgb());
    if (even)
        canvas.fill({bar.left() + bar.width() * std::clamp(*even, 0.0, 1.0) - scale,
                     bar.top() - beyond * scale, 2 * scale, bar.height() + 2 * beyond * scale},
                    colours.text.rgb());
}

std::vector<QLineF> hatchLines(const QRectF& bounds, double step) {
    std::vector<QLineF> lines;
    const double first = std::ceil((bounds.left() + bounds.top()) / step) * step;
    for (double sum = first; sum < bounds.right() + bounds.bottom(); sum += step) {
        // x + y = sum: enters at the left or lower edge, leaves at the upper or right one.
        const double fromX = std::max(bounds.left(), sum - bounds.bottom());
        const double toX = std::min(bounds.right(), sum - bounds.top());
        if (toX > fromX)
            lines.emplace_back(fromX, sum - fromX, toX, sum - toX);
    }
    return lines;
}

QImage enlarged(const QImage& image, int factor) {
    QImage result(image.width() * factor, image.height() * factor, image.format());
    for (int y = 0; y < image.height(); ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        auto* to = reinterpret_cast<QRgb*>(result.scanLine(y * factor));
        for (int x = 0; x < image.width(); ++x)
            std::fill_n(to + x * factor, factor, from[x]);
        for (int copy = 1; copy < factor; ++copy)
            std::copy_n(to, result.width(),
                        reinterpret_cast<QRgb*>(result.scanLine(y * factor + copy)));
    }
    return result;
}

} // namespace headscope
