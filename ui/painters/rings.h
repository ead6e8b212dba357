// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QColor;
class QPainter;

namespace headscope {

/// A frame of so many pixels around a rectangle, all of it outside.
void paintRing(QPainter& painter, const QRectF& inner, double width, const QColor& colour);

} // namespace headscope
