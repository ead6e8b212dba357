// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/attention_geometry.h"

#include <algorithm>

namespace headscope {

namespace {
constexpr double largestPitch = 34;
constexpr double leastMatrix = 24; ///< below, labels make way for cells
} // namespace

AttentionGeometry layoutAttention(const AttentionGeometryInput& in) {
    const double s = in.scale;
    const QRectF& area = in.area;
    const double title = 24 * s;
    const double name = 20 * s;
    const double legend = 24 * s;
    const double gap = 14 * s;
    const auto heads = static_cast<double>(in.heads);

    const double axis = 20 * s;
    const double queries = std::min(in.queryLabelWidth + 8 * s, 0.2 * area.width());
    const double left = area.left() + axis + queries;
    const double wide = (area.right() - left - (heads - 1) * gap) / heads;
    double keys = std::min(in.keyLabelWidth + 8 * s, 72 * s);
    const auto tallWith = [&](double labels) {
        return (area.height() - 2 * (title + name) - labels - gap - legend) / 2;
    };
    if (tallWith(keys) < leastMatrix * s)
        keys = 0;
    const double tall = tallWith(keys);
    const MatrixGeometry cells =
        MatrixGeometry::fitted(QRectF(0, 0, std::max(1.0, wide), std::max(1.0, tall)), in.queries,
                               in.keys, largestPitch * s, false);

    AttentionGeometry geometry;
    const auto row = [&](double top, double labels) {
        AttentionRow placed;
        placed.title = QRectF(area.left(), top, area.width(), title);
        const double names = placed.title.bottom();
        const double matrix = names + name + labels;
        const double pitch = std::max(cells.bounds().width(), 64 * s) + gap;
        for (int head = 0; head < in.heads; ++head) {
            const double x = left + head * std::min(pitch, wide + gap);
            placed.names.emplace_back(x, names, std::min(pitch, wide + gap) - gap, name);
            placed.heads.push_back(cells);
            placed.heads.back().origin = QPointF(x, matrix);
        }
        const double height = cells.bounds().height();
        placed.queryAxis = QRectF(area.left(), matrix, axis, height);
        placed.queryLabels = QRectF(area.left() + axis, matrix, queries - 4 * s, height);
        return placed;
    };
    geometry.right = row(area.top(), keys);
    const double names = geometry.right.names.front().bottom();
    geometry.keyAxis = QRectF(area.left(), names - name, axis + queries - 8 * s, name);
    geometry.keyLabels = QRectF(left, names, area.right() - left, keys);
    const double below = geometry.right.heads.front().bounds().bottom() + gap;
    geometry.wrong = row(below, 0);
    geometry.legend = QRectF(left, geometry.wrong.heads.front().bounds().bottom() + 4 * s,
                             area.right() - left, legend - 4 * s);
    return geometry;
}

} // namespace headscope
