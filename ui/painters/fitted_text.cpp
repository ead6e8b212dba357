// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/fitted_text.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headscope {

double drawFitted(QPainter& painter, const QRectF& rect, QFont font, const QString& text,
                  double smallest) {
    constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    QRectF needed;
    while (true) {
        needed = QFontMetricsF(font).boundingRect(QRectF(0, 0, rect.width(), 10000), flags, text);
        if ((needed.height() <= rect.height() && needed.width() <= rect.width()) ||
            font.pixelSize() - 1 < smallest)
            break;
        font.setPixelSize(font.pixelSize() - 1);
    }
    painter.setFont(font);
    painter.drawText(rect, flags, text);
    return needed.height();
}

} // namespace headscope
