// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/slot.h"

#include <QVBoxLayout>

namespace headscope {

Slot::Slot(QWidget* own, QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_own(own)
    , m_shown(own) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(own);
}

void Slot::show(QWidget* guest) {
    QWidget* next = guest ? guest : m_own;
    if (next == m_shown)
        return;
    m_shown->hide();
    m_layout->addWidget(next); // where it was before it stays, if it was here
    next->show();
    m_shown = next;
}

} // namespace headscope
