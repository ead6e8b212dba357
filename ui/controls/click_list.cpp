// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/click_list.h"

#include <QMouseEvent>

#include <algorithm>

namespace headscope {

namespace {
constexpr int air = 4; ///< between the frame and the first and last row, pixels
}

ClickList::ClickList(QWidget* parent)
    : QListWidget(parent) {
    setViewportMargins(0, air, 0, air);
    // Between frame and rows stands the ground of the rows.
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListWidget::itemClicked, this, &ClickList::chosen);
    connect(this, &QListWidget::itemActivated, this, &ClickList::chosen);
}

void ClickList::fitHeight(int most) {
    int height = 2 * (frameWidth() + air);
    // A row may be higher than others, by a letter of another font.
    for (int row = 0; row < std::min(count(), most); ++row)
        height += sizeHintForRow(row);
    setFixedHeight(height);
}

void ClickList::mouseDoubleClickEvent(QMouseEvent* event) {
    event->accept();
}

} // namespace headscope
