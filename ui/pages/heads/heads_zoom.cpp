// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_zoom.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The zoom with a place, in cells as drawn, at the upper left.
MatrixZoom from(const HeadsGeometryInput& in, double pitch, QPointF place) {
    return in.turned ? MatrixZoom{pitch, place.x(), place.y()}
                     : MatrixZoom{pitch, place.y(), place.x()};
}

/// In cells as drawn.
QPointF placeAt(const MatrixGeometry& matrix, QPointF point) {
    return {(point.x() - matrix.origin.x()) / matrix.pitchX,
            (point.y() - matrix.origin.y()) / matrix.pitchY};
}

/// As wanted, which may be a little more than what is drawn.
double wantedPitch(const HeadsGeometryInput& in, const HeadsGeometry& now) {
    return in.zoom && now.zoomed ? in.zoom->pitch : now.matrix.pitchX;
}

/// `zoom` as it is drawn, or nothing where that is the whole matrix.
std::optional<MatrixZoom> settled(HeadsGeometryInput in, const MatrixZoom& zoom) {
    in.zoom = zoom;
    const HeadsGeometry geometry = layoutHeads(in);
    if (!geometry.zoomed)
        return std::nullopt;
    return from(in, zoom.pitch, placeAt(geometry.matrix, geometry.viewport.topLeft()));
}

} // namespace

std::optional<MatrixZoom> zoomedAt(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                   QPointF point, double factor) {
    point = {std::clamp(point.x(), now.viewport.left(), now.viewport.right()),
             std::clamp(point.y(), now.viewport.top(), now.viewport.bottom())};
    const QPointF place = placeAt(now.matrix, point);
    const double largest = std::max(largestZoomedPitch * in.textScale, now.matrix.pitchX);
    const double pitch = std::min(wantedPitch(in, now) * factor, largest);
    // Labels and the minimap take other room with another pitch.
    HeadsGeometryInput next = in;
    next.zoom = from(in, pitch, {});
    const HeadsGeometry geometry = layoutHeads(next);
    if (!geometry.zoomed)
        return std::nullopt;
    const QPointF inside = point - geometry.viewport.topLeft();
    return settled(in, from(in, pitch,
                            place - QPointF(inside.x() / geometry.matrix.pitchX,
                                            inside.y() / geometry.matrix.pitchY)));
}

std::optional<MatrixZoom> movedBy(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                  QPointF pixels) {
    if (!now.zoomed)
        return std::nullopt;
    return settled(
        in, from(in, wantedPitch(in, now), placeAt(now.matrix, now.viewport.topLeft() - pixels)));
}

std::optional<MatrixZoom> centredOn(const HeadsGeometryInput& in, const HeadsGeometry& now,
                                    QPointF place) {
    const QPointF at =
        now.matrix.origin + QPointF(place.x() * now.matrix.pitchX, place.y() * now.matrix.pitchY);
    return movedBy(in, now, now.viewport.center() - at);
}

std::optional<MatrixZoom> showing(const HeadsGeometryInput& in, const HeadsGeometry& now, Index row,
                                  Index column) {
    const QRectF cell = now.matrix.cellRect(row, column);
    const auto shift = [](double low, double high, double from, double to) {
        if (low < from)
            return from - low;
        return high > to ? to - high : 0.0;
    };
    return movedBy(in, now,
                   {shift(cell.left(), cell.right(), now.viewport.left(), now.viewport.right()),
                    shift(cell.top(), cell.bottom(), now.viewport.top(), now.viewport.bottom())});
}

std::optional<MatrixZoom> zoomedTo(const HeadsGeometryInput& in, const CellSpan& span) {
    const double across = static_cast<double>(in.turned ? span.rows() : span.columns());
    const double down = static_cast<double>(in.turned ? span.columns() : span.rows());
    // The room for cells grows with nothing but the labels' height: two rounds settle it.
    HeadsGeometryInput next = in;
    const MatrixZoom corner{0, static_cast<double>(span.firstRow),
                            static_cast<double>(span.firstColumn)};
    next.zoom = corner;
    next.zoom->pitch = largestZoomedPitch * in.textScale;
    for (int round = 0; round < 3; ++round) {
        const QRectF room = layoutHeads(next).viewport;
        next.zoom = corner;
        next.zoom->pitch = std::min(
            {room.width() / across, room.height() / down, largestZoomedPitch * in.textScale});
    }
    return settled(in, *next.zoom);
}

CellSpan seenCells(const HeadsGeometry& geometry) {
    const double halfX = geometry.matrix.pitchX / 2;
    const double halfY = geometry.matrix.pitchY / 2;
    const QRectF inner = geometry.viewport.adjusted(halfX, halfY, -halfX, -halfY);
    const CellSpan seen = geometry.matrix.spanIn(inner.isValid() ? inner : geometry.viewport);
    return seen.cells() > 0 ? seen : geometry.matrix.spanIn(geometry.viewport);
}

QRectF minimapFrame(const HeadsGeometry& geometry) {
    const QPointF place = placeAt(geometry.matrix, geometry.viewport.topLeft());
    const MatrixGeometry& map = geometry.minimap;
    QRectF frame(map.origin.x() + place.x() * map.pitchX, map.origin.y() + place.y() * map.pitchY,
                 geometry.viewport.width() / geometry.matrix.pitchX * map.pitchX,
                 geometry.viewport.height() / geometry.matrix.pitchY * map.pitchY);
    constexpr double smallest = 6;
    const double wider = std::max(0.0, smallest - frame.width()) / 2;
    const double higher = std::max(0.0, smallest - frame.height()) / 2;
    return frame.adjusted(-wider, -higher, wider, higher);
}

QPointF minimapPlace(const HeadsGeometry& geometry, QPointF point) {
    return placeAt(geometry.minimap, point);
}

} // namespace headscope
