// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/rings.h"

#include <QPainter>

namespace headscope {

void paintRing(QPainter& painter, const QRectF& inner, double width, const QColor& colour) {
    const QRectF outer = inner.adjusted(-width, -width, width, width);
    painter.fillRect(QRectF(outer.topLeft(), QSizeF(outer.width(), width)), colour);
    painter.fillRect(QRectF(outer.left(), inner.bottom(), outer.width(), width), colour);
    painter.fillRect(QRectF(outer.left(), inner.top(), width, inner.height()), colour);
    painter.fillRect(QRectF(inner.topRight(), QSizeF(width, inner.height())), colour);
}

} // namespace headscope
