// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/black_screen.h"

#include <QEvent>
#include <QPainter>

namespace headscope {

BlackScreen::BlackScreen(QWidget* window)
    : QWidget(window) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    window->installEventFilter(this);
    hide();
}

void BlackScreen::cover() {
    m_focus = window()->focusWidget();
    setGeometry(parentWidget()->rect());
    show();
    raise();
    setFocus();
}

void BlackScreen::uncover() {
    hide();
    if (m_focus)
        m_focus->setFocus();
}

bool BlackScreen::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride: event->accept(); return true; // keys of menus, too
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress: uncover(); return true;
    default: return QWidget::event(event);
    }
}

bool BlackScreen::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void BlackScreen::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), Qt::black);
}

} // namespace headscope
