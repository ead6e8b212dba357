// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/layers_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {
constexpr double smallestCell = 30;
constexpr double largestCell = 120;
constexpr double gap = 6;
constexpr double padding = 24;
} // namespace

int LayersLayout::rowAt(double y) const {
    for (std::size_t row = 0; row < rowTops.size(); ++row) {
        if (y >= rowTops[row] && y < rowTops[row] + pitch)
            return static_cast<int>(row);
    }
    return -1;
}

int LayersLayout::headAt(double x, int heads) const {
    const int head = static_cast<int>(std::floor((x - left) / pitch));
    return x >= left && head < heads ? head : -1;
}

LayersLayout layoutLayers(const LayersLayoutInput& in) {
    const double s = in.textScale;
    const int rows = std::accumulate(in.groups.begin(), in.groups.end(), 0);
    const double line = 20 * s;
    const double heading = 28 * s;
    LayersLayout layout;
    layout.left = padding + in.labelWidth + 16 * s;
    const double top = 12 + 2 * line;
    const double space = std::max(1, rows);
    const double wide = (in.width - layout.left - padding) / std::max(1, in.heads) - gap;
    const double tall =
        (in.height - top - 12 - static_cast<double>(in.groups.size()) * heading) / space - gap;
    // Small enough to see all at once, but never too small to tell one head from another.
    layout.cell = std::floor(std::clamp(std::min(wide, tall), smallestCell * s, largestCell * s));
    layout.pitch = layout.cell + gap;
    layout.headTitle = QRectF(layout.left, 12, in.heads * layout.pitch, line);
    double y = top;
    for (const int count : in.groups) {
        layout.headings.emplace_back(padding, y, layout.left - padding + in.heads * layout.pitch,
                                     heading);
        y += heading;
        for (int row = 0; row < count; ++row) {
            layout.rowTops.push_back(y);
            layout.rowLabels.emplace_back(padding, y, in.labelWidth + 4, layout.cell);
            y += layout.pitch;
        }
    }
    layout.size = QSizeF(layout.left + in.heads * layout.pitch - gap + padding, y + 12);
    return layout;
}

} // namespace headscope
