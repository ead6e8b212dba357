// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/matrix_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr double pitchWithGap = 8; ///< smaller cells touch
}

MatrixGeometry MatrixGeometry::pooled(Index factor) const {
    MatrixGeometry result = *this;
    result.rows = (rows + factor - 1) / factor;
    result.columns = (columns + factor - 1) / factor;
    result.pitchX *= static_cast<double>(factor);
    result.pitchY *= static_cast<double>(factor);
    return result;
}

QRectF MatrixGeometry::cellRect(Index row, Index column) const {
    const Index x = turned ? row : column;
    const Index y = turned ? column : row;
    return {origin.x() + x * pitchX, origin.y() + y * pitchY, pitchX - gap, pitchY - gap};
}

std::optional<MatrixGeometry::Position> MatrixGeometry::cellAt(QPointF point) const {
    const double x = std::floor((point.x() - origin.x()) / pitchX);
    const double y = std::floor((point.y() - origin.y()) / pitchY);
    if (!(x >= 0 && y >= 0 && x < static_cast<double>(across()) && y < static_cast<double>(down())))
        return std::nullopt;
    const auto i = static_cast<Index>(x);
    const auto j = static_cast<Index>(y);
    return turned ? Position{i, j} : Position{j, i};
}

MatrixGeometry MatrixGeometry::fitted(const QRectF& space, Index rows, Index columns,
                                      double maxPitch, bool turned) {
    MatrixGeometry geometry;
    geometry.origin = space.topLeft();
    geometry.rows = rows;
    geometry.columns = columns;
    geometry.turned = turned;
    const double across = std::max<double>(1, static_cast<double>(geometry.across()));
    const double down = std::max<double>(1, static_cast<double>(geometry.down()));
    double pitch = std::min({space.width() / across, space.height() / down, maxPitch});
    pitch = std::max(pitch, 1e-3);
    if (pitch >= pitchWithGap) {
        pitch = std::floor(pitch);
        geometry.gap = 1;
    } else if (pitch > 2) {
        pitch = std::floor(pitch * 2) / 2;
    }
    geometry.pitchX = geometry.pitchY = pitch;
    return geometry;
}

Index labelStep(double pitch, double needed) {
    if (pitch >= needed)
        return 1;
    // 1, 2, 5, 10, 20, 50 …: numbers that people count in.
    Index step = 1;
    for (const Index factor : {2, 5, 10}) {
        for (Index decade = 1; decade <= 1000000; decade *= 10) {
            const Index candidate = factor * decade;
            if (static_cast<double>(candidate) * pitch >= needed && (step == 1 || candidate < step))
                step = candidate;
        }
    }
    return step;
}

} // namespace headscope
