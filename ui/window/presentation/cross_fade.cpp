// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/cross_fade.h"

#include <QPainter>
#include <QTimer>

namespace headscope {

namespace {
constexpr int fadeMilliseconds = 400;
constexpr int longestWait = 2000;
} // namespace

CrossFade::CrossFade(QWidget* parent)
    : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    m_animation.setStartValue(1.0);
    m_animation.setEndValue(0.0);
    m_animation.setDuration(fadeMilliseconds);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&m_animation, &QVariantAnimation::finished, this, &CrossFade::finish);
}

void CrossFade::hold(QWidget& view) {
    finish();
    m_before = view.grab();
    setGeometry(QRect(view.mapTo(parentWidget(), QPoint()), view.size()));
    show();
    raise();
    // Where no new picture comes, as for want of memory, the old one does not stay as a veil.
    QTimer::singleShot(longestWait, this, [this] {
        if (m_animation.state() != QVariantAnimation::Running)
            finish();
    });
}

void CrossFade::fade() {
    if (isVisible() && m_animation.state() != QVariantAnimation::Running)
        m_animation.start();
}

void CrossFade::finish() {
    m_animation.stop();
    m_before = QPixmap();
    hide();
}

void CrossFade::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_animation.state() == QVariantAnimation::Running)
        painter.setOpacity(m_animation.currentValue().toDouble());
    painter.drawPixmap(0, 0, m_before);
}

} // namespace headscope
