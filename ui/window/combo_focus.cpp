// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/combo_focus.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QTimer>

namespace headscope {

ComboFocus::ComboFocus(QWidget* window, std::function<QWidget*()> next)
    : QObject(window)
    , m_window(window)
    , m_next(std::move(next)) {
    qApp->installEventFilter(this);
}

bool ComboFocus::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show && event->type() != QEvent::Hide)
        return false;
    // The list of a box is a window of its own, whose parent is the box.
    auto* list = qobject_cast<QWidget*>(watched);
    auto* box = list && list->isWindow() ? qobject_cast<QComboBox*>(list->parent()) : nullptr;
    if (!box || box->window() != m_window)
        return false;
    if (event->type() == QEvent::Show) {
        disconnect(m_choice);
        m_choice = connect(box, &QComboBox::activated, this, [this] {
            if (QWidget* widget = m_next())
                widget->setFocus(Qt::PopupFocusReason);
        });
    } else {
        // A choice is told after the list is gone; Esc is none.
        QTimer::singleShot(0, this, [choice = m_choice] { disconnect(choice); });
    }
    return false;
}

} // namespace headscope
