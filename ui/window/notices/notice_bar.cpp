// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notices/notice_bar.h"

#include "type/fonts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace headscope {

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_sentence(new QLabel(this)) {
    setFixedHeight(36);
    m_row->setContentsMargins(24, 0, 24, 0);
    m_sentence->setFont(textFont(13));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->addWidget(m_sentence, 1);
    hide();
}

void NoticeBar::say(const QString& sentence, const QString& tip) {
    m_sentence->setText(sentence);
    m_sentence->setToolTip(tip);
}

void NoticeBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void NoticeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().alternateBase());
    painter.fillRect(QRect(0, 0, 3, height()), palette().highlight());
}

} // namespace headscope
