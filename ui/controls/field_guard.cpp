// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/field_guard.h"

#include <QEvent>
#include <QWidget>

namespace headscope {

bool FieldGuard::eventFilter(QObject* watched, QEvent* event) {
    const auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusOut)
        m_left();
    return false;
}

} // namespace headscope
