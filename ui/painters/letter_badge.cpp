// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/letter_badge.h"

#include "scene/fonts.h"

#include <QPainter>

namespace headscope {

void paintLetterBadge(QPainter& painter, const QRectF& square, const QString& letter) {
    painter.fillRect(square, Qt::black);
    painter.setPen(Qt::white);
    painter.setFont(textFont(square.height() * 0.72, QFont::Bold));
    painter.drawText(square, Qt::AlignCenter, letter);
}

} // namespace headscope
