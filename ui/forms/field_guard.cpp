// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/field_guard.h"

#include <QKeyEvent>
#include <QWidget>

namespace headscope {

bool FieldGuard::eventFilter(QObject* watched, QEvent* event) {
    const auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusOut)
        m_panel.left(watched);
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    return key && undo(watched, event);
}

bool FieldGuard::undo(const QObject* field, QEvent* event) const {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool undo = key->matches(QKeySequence::Undo);
    if ((undo || key->key() == Qt::Key_Escape) && m_panel.isRefused(field)) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            m_panel.drop(field);
        return true;
    }
    if (!undo && !key->matches(QKeySequence::Redo))
        return false;
    event->ignore();
    return true;
}

} // namespace headscope
