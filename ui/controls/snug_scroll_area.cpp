// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/snug_scroll_area.h"

#include "controls/scroll_around.h"

#include <QBoxLayout>
#include <QEvent>
#include <QResizeEvent>

#include <algorithm>

namespace headscope {

SnugScrollArea::SnugScrollArea(QWidget* content, QWidget* parent)
    : QScrollArea(parent) {
    scrollAround(*this, *content);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    content->installEventFilter(this);
}

QSize SnugScrollArea::sizeHint() const {
    const int across = widget()->sizeHint().width();
    const int width = viewport()->width();
    const int high = widget()->hasHeightForWidth() ? widget()->heightForWidth(width)
                                                   : widget()->sizeHint().height();
    return {across, high};
}

QSize SnugScrollArea::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width(), std::min(leastHeight, sizeHint().height())};
}

void SnugScrollArea::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry(); // words are broken elsewhere
}

bool SnugScrollArea::eventFilter(QObject* watched, QEvent* event) {
    // Another height of the content is another wish of its frame.
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

FieldsAndButtons::FieldsAndButtons(QWidget* parent)
    : YieldingColumn(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* content = new QWidget;
    m_fields = new QVBoxLayout(content);
    rows->addWidget(new SnugScrollArea(content, this));
    m_buttons = new QVBoxLayout;
    rows->addLayout(m_buttons);
    rows->addStretch(1);
}

} // namespace headscope
