// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/click_list.h"

#include <QMouseEvent>

#include <algorithm>

namespace headscope {

ClickList::ClickList(QWidget* parent)
    : QListWidget(parent) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListWidget::itemClicked, this, &ClickList::chosen);
    connect(this, &QListWidget::itemActivated, this, &ClickList::chosen);
}

void ClickList::fitHeight(int most) {
    setFixedHeight(sizeHintForRow(0) * std::min(count(), most) + 2 * frameWidth());
}

void ClickList::mouseDoubleClickEvent(QMouseEvent* event) {
    event->accept();
}

} // namespace headscope
