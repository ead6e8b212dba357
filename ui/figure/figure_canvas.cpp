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
