// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/page_run_bar.h"

#include "scene/fonts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace headscope {

PageRunBar::PageRunBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_back(new QPushButton(this)) {
    setFixedHeight(36);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(24, 0, 24, 0);
    m_label->setFont(textFont(13));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_label, 1);
    row->addWidget(m_back);
    connect(m_back, &QPushButton::clicked, this, &PageRunBar::backAsked);
    retranslate();
    hide();
}

void PageRunBar::show(bool shown, const QString& name) {
    setVisible(shown);
    if (std::exchange(m_name, name) != name)
        retranslate();
}

void PageRunBar::retranslate() {
    m_label->setText(tr("Shown is %1, not the experiment.").arg(m_name));
    m_label->setToolTip(m_label->text());
    m_back->setText(tr("Back to the experiment"));
}

void PageRunBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PageRunBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().alternateBase());
    painter.fillRect(QRect(0, 0, 3, height()), palette().highlight());
}

} // namespace headscope
