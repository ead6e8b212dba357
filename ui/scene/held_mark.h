// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

#include <vector>

namespace headscope {

/// What marks a cell whose number was typed: a pin at its upper right corner, where no digits
/// stand; in a small cell a filled corner, in a tiny one nothing (empty).
std::vector<QPointF> heldMark(const QRectF& cell);
/// The pin alone, standing in a square.
std::vector<QPointF> pinShape(const QRectF& square);

} // namespace headscope
