// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/left_side.h"

#include "controls/segmented_control.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QStackedWidget>

namespace headscope {

LeftSide::LeftSide(QWidget* editors, QWidget* lesson, QWidget* parent)
    : QWidget(parent)
    , m_head(new QWidget(this))
    , m_switch(new SegmentedControl(m_head))
    , m_dots(new LessonDots(m_head))
    , m_count(new QLabel(m_head))
    , m_stack(new QStackedWidget(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(16, 8, 20, 6);
    head->setSpacing(12);
    head->addWidget(m_switch);
    head->addStretch();
    head->addWidget(m_dots);
    head->addWidget(m_count);
    m_count->setFont(textFont(13));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(editors);
    m_stack->addWidget(lesson);
    rows->addWidget(m_head);
    rows->addWidget(m_stack, 1);
    m_head->hide();
    connect(m_switch, &SegmentedControl::chosen, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        Q_EMIT chosen(index == 1);
    });
    retranslate();
}

void LeftSide::showLesson() {
    m_head->show();
    choose(true);
}

void LeftSide::setProgress(const LessonProgress& progress) {
    m_progress = progress;
    m_dots->setProgress(progress);
    m_dots->setVisible(progress.place.has_value());
    fitHead();
    retranslate();
}

void LeftSide::showEditors() {
    m_head->hide();
    m_stack->setCurrentIndex(0);
}

void LeftSide::choose(bool lesson) {
    m_switch->setCurrent(lesson ? 1 : 0);
    m_stack->setCurrentIndex(lesson ? 1 : 0);
}

void LeftSide::retranslate() {
    m_switch->setChoices({tr("Setup"), tr("Lesson")});
    m_count->setText(m_progress.place
                         ? tr("%1 of %2").arg(*m_progress.place + 1).arg(m_progress.done.size())
                         : tr("own lesson"));
}

void LeftSide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHead();
}

void LeftSide::fitHead() {
    // Where there is no room for both, the dots say it.
    constexpr int forBoth = 340;
    m_count->setVisible(!m_progress.place || width() >= forBoth);
}

void LeftSide::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
