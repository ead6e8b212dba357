// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"

#include <QPointF>
#include <QRectF>

#include <functional>
#include <vector>

namespace headscope {

/// What marks a cell whose number was typed: a pin at its upper right corner, where no digits
/// stand; in a small cell a filled corner, in a tiny one nothing (empty).
std::vector<QPointF> typedMark(const QRectF& cell);
/// The filled corner alone, for a cell whose digits or letters leave no room for a pin.
std::vector<QPointF> typedCorner(const QRectF& cell);
/// The pin alone, standing in a square.
std::vector<QPointF> pinShape(const QRectF& square);

/// A typed number of a panel and its mark.
struct TypedNumberPin {
    Index row = 0;
    Index column = 0;
    std::vector<QPointF> shape;
};
/// Those of a panel whose cells are large enough; what is masked or padding shows no number, and
/// so no mark.
std::vector<TypedNumberPin>
typedNumberPins(const MatrixPanel& panel,
                const std::function<QRectF(Index row, Index column)>& cellRect);

} // namespace headscope
