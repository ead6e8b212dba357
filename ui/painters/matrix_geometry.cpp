// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/matrix_geometry.h"

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
    if (factor > 1)
        result.groupSize = 0;
    result.pitchY *= static_cast<double>(factor);
    return result;
}

std::optional<MatrixGeometry::Position> MatrixGeometry::cellAt(QPointF point) const {
    double inside = point.x() - origin.x();
    if (groupSize > 0 && !turned) {
        // A gap belongs to the group before it.
        const double group = static_cast<double>(groupSize) * pitchX;
        const double passed = std::floor(inside / (group + groupGap));
        inside = passed * group + std::min(inside - passed * (group + groupGap), group - 1e-6);
    }
    const double x = std::floor(inside / pitchX);
    const double y = std::floor((point.y() - origin.y()) / pitchY);
    if (!(x >= 0 && y >= 0 && x < static_cast<double>(across()) && y < static_cast<double>(down())))
        return std::nullopt;
    const auto i = static_cast<Index>(x);
    const auto j = static_cast<Index>(y);
    return turned ? Position{i, j} : Position{j, i};
}

MatrixGeometry::Position MatrixGeometry::nearest(QPointF point) const {
    const auto place = [](double at, Index count) {
        return std::clamp<Index>(static_cast<Index>(std::floor(at)), 0, count - 1);
    };
    const Index i = place((point.x() - origin.x()) / pitchX, across());
    const Index j = place((point.y() - origin.y()) / pitchY, down());
    return turned ? Position{i, j} : Position{j, i};
}

CellSpan MatrixGeometry::spanIn(const QRectF& space) const {
    const auto part = [](double low, double high, double pitch, Index count) {
        const auto place = [&](double at) {
            return std::clamp<Index>(static_cast<Index>(at), 0, count);
        };
        // A hair of a cell is none.
        constexpr double hair = 1e-6;
        return std::pair(place(std::floor(std::max(0.0, low / pitch) + hair)),
                         place(std::ceil(std::max(0.0, high / pitch) - hair)));
    };
    // Groups only move cells to the right: those that are before `left` anyway stay so.
    const double widest = shiftAcross(across() - 1);
    const auto [left, right] =
        part(space.left() - origin.x() - widest, space.right() - origin.x(), pitchX, across());
    const auto [top, bottom] =
        part(space.top() - origin.y(), space.bottom() - origin.y(), pitchY, down());
    return turned ? CellSpan{left, right, top, bottom} : CellSpan{top, bottom, left, right};
}

double MatrixGeometry::drawnPitch(double wanted) {
    const double pitch = std::max(wanted, 1e-3);
    if (pitch >= pitchWithGap)
        return std::floor(pitch);
    return pitch > 2 ? std::floor(pitch * 2) / 2 : pitch;
}

MatrixGeometry MatrixGeometry::withPitch(QPointF from, double pitch) const {
    MatrixGeometry result = *this;
    result.origin = from;
    result.pitchX = result.pitchY = drawnPitch(pitch);
    result.setGap(result.pitchX >= pitchWithGap ? 1 : 0);
    return result;
}

MatrixGeometry MatrixGeometry::fitted(const QRectF& space, Index rows, Index columns,
                                      double maxPitch, bool turned) {
    MatrixGeometry geometry;
    geometry.rows = rows;
    geometry.columns = columns;
    geometry.turned = turned;
    const double across = std::max<double>(1, static_cast<double>(geometry.across()));
    const double down = std::max<double>(1, static_cast<double>(geometry.down()));
    return geometry.withPitch(space.topLeft(),
                              std::min({space.width() / across, space.height() / down, maxPitch}));
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
