// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QComboBox;
class QWidget;

namespace headscope {

/// Who has chosen an entry out of the list of a box goes on with the picture: the keys would
/// otherwise change the choice. Who steps through the entries without the list stays in the box.
class ComboFocus : public QObject {
public:
    /// `next` gives the widget that gets the focus after a choice in `window`.
    ComboFocus(QWidget* window, std::function<QWidget*()> next);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_window;
    std::function<QWidget*()> m_next;
    QMetaObject::Connection m_choice;
};

} // namespace headscope
