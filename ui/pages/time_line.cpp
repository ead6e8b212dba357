// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/time_line.h"

#include <QMouseEvent>

namespace headscope {

TimeLine::TimeLine(QWidget* parent)
    : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void TimeLine::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto time = timePointedAt(event->position().x()))
        Q_EMIT seekAsked(*time);
}

void TimeLine::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton))
        return;
    if (const auto time = timePointedAt(event->position().x()))
        Q_EMIT seekAsked(*time);
}

void TimeLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline"));
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace headscope
