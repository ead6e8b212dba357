// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/typed_number_mark.h"

#include <algorithm>

namespace headscope {

namespace {
constexpr double smallestPinned = 28; ///< cells that have room for a pin beside their digits
constexpr double smallestMarked = 7;
} // namespace

std::vector<QPointF> pinShape(const QRectF& square) {
    // Head, neck, collar and needle, of a square of 10.
    static constexpr double shape[][2] = {
        {2.2, 0},  {7.8, 0},  {7.8, 1.5}, {6.9, 1.5}, {6.9, 4.2}, {8.8, 6.2}, {5.6, 6.2},
        {5.3, 10}, {4.7, 10}, {4.4, 6.2}, {1.2, 6.2}, {3.1, 4.2}, {3.1, 1.5}, {2.2, 1.5}};
    std::vector<QPointF> corners;
    for (const auto& [x, y] : shape)
        corners.emplace_back(square.left() + x / 10 * square.width(),
                             square.top() + y / 10 * square.height());
    return corners;
}

std::vector<QPointF> typedCorner(const QRectF& cell) {
    const double leg = std::clamp(0.4 * std::min(cell.width(), cell.height()), 3.0, 8.0);
    const QPointF corner = cell.topRight();
    return {corner - QPointF(leg, 0), corner, corner + QPointF(0, leg)};
}

std::vector<QPointF> typedMark(const QRectF& cell) {
    const double side = std::min(cell.width(), cell.height());
    if (side < smallestMarked)
        return {};
    if (side < smallestPinned)
        return typedCorner(cell);
    const QPointF corner = cell.topRight();
    const double pin = std::clamp(0.22 * side, 8.0, 22.0);
    const double inset = side < 40 ? 1.5 : 4.5; // clear of the frame of the asked cell
    return pinShape({corner.x() - pin - inset, corner.y() + inset, pin, pin});
}

std::vector<TypedNumberPin>
typedNumberPins(const MatrixPanel& panel,
                const std::function<QRectF(Index row, Index column)>& cellRect) {
    std::vector<TypedNumberPin> pins;
    for (const MatrixPanel::Typed& typed : panel.typedNumbers) {
        if (panel.markOf(typed.row, typed.column) != CellMark::None)
            continue;
        TypedNumberPin pin{typed.row, typed.column, typedMark(cellRect(typed.row, typed.column))};
        if (!pin.shape.empty())
            pins.push_back(std::move(pin));
    }
    return pins;
}

} // namespace headscope
