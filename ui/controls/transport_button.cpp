// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/transport_button.h"

#include <QPainter>
#include <QPolygonF>

namespace headscope {

TransportButton::TransportButton(Sign sign, QWidget* parent)
    : QAbstractButton(parent)
    , m_sign(sign) {
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void TransportButton::setSign(Sign sign) {
    m_sign = sign;
    update();
}

void TransportButton::setScale(double scale) {
    m_scale = scale;
    updateGeometry();
    update();
}

void TransportButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool filled = m_sign == Sign::Play || m_sign == Sign::Pause;
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (filled || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(filled ? QPalette::Highlight : QPalette::AlternateBase));
        painter.drawRoundedRect(box, 2, 2);
    }
    if (hasFocus() || underMouse()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Text : QPalette::Dark), 1));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    }
    QColor colour = palette().color(filled ? QPalette::HighlightedText : QPalette::Text);
    if (!isEnabled())
        colour = palette().color(QPalette::Disabled, QPalette::Text);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.translate(box.center());
    painter.scale(m_scale, m_scale);
    const QPointF middle;
    const auto triangle = [&](double left, double right) {
        painter.drawPolygon(QPolygonF{middle + QPointF(left, -6), middle + QPointF(right, 0),
                                      middle + QPointF(left, 6)});
    };
    switch (m_sign) {
    case Sign::Play: triangle(-4, 7); break;
    case Sign::Pause:
        painter.drawRect(QRectF(middle + QPointF(-5, -6), QSizeF(3.5, 12)));
        painter.drawRect(QRectF(middle + QPointF(1.5, -6), QSizeF(3.5, 12)));
        break;
    case Sign::Forward:
        triangle(-5, 4);
        painter.drawRect(QRectF(middle + QPointF(4, -6), QSizeF(2, 12)));
        break;
    case Sign::Back:
        triangle(5, -4);
        painter.drawRect(QRectF(middle + QPointF(-6, -6), QSizeF(2, 12)));
        break;
    }
}

} // namespace headscope
