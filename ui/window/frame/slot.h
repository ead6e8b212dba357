// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace headscope {

/// A place of the window: for its own widget, or for that of a page while the page has one.
class Slot : public QWidget {
public:
    explicit Slot(QWidget* own, QWidget* parent = nullptr);

    /// nullptr: the window's own.
    void show(QWidget* guest);

private:
    QVBoxLayout* m_layout;
    QWidget* m_own;
    QWidget* m_shown;
};

} // namespace headscope
