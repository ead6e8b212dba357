// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_neighbours.h"

#include "lessons/lesson_words.h"

#include <QBoxLayout>
#include <QPushButton>

namespace headscope {

namespace {
constexpr int margin = 10;
constexpr int between = 12;
} // namespace

LessonNeighbours::LessonNeighbours(QWidget* parent)
    : QWidget(parent)
    , m_row(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_previous(new QPushButton(this))
    , m_next(new QPushButton(this)) {
    m_row->setContentsMargins(margin, 4, margin, 4);
    m_row->setSpacing(0);
    m_row->addWidget(m_previous, 0, Qt::AlignLeft);
    m_row->addWidget(m_next, 0, Qt::AlignRight);
    for (QPushButton* button : {m_previous, m_next}) {
        button->setFlat(true);
        connect(button, &QPushButton::clicked, this,
                [this, button] { Q_EMIT asked(button->property("lesson").toString()); });
    }
}

void LessonNeighbours::setLesson(const LessonPointer& lesson) {
    const auto place = placeOfLesson(lesson);
    const auto all = lessons();
    const auto name = [&](QPushButton* button, bool there, std::size_t at, const QString& pattern) {
        button->setVisible(there);
        if (!there)
            return;
        const Lesson& other = *all[at];
        button->setText(pattern.arg(at + 1).arg(lessonTitle(other, true)));
        button->setAccessibleName(pattern.arg(at + 1).arg(lessonTitle(other)));
        button->setToolTip(lessonTitle(other));
        button->setProperty("lesson", QString::fromStdString(other.id));
    };
    name(m_previous, place && *place > 0, place.value_or(0) - 1, QStringLiteral("‹ %1 %2"));
    name(m_next, place && *place + 1 < all.size(), place.value_or(0) + 1,
         QStringLiteral("%1 %2 ›"));
    arrange();
}

void LessonNeighbours::arrange() {
    const int needed =
        m_previous->sizeHint().width() + between + m_next->sizeHint().width() + 2 * margin;
    const bool both = !m_previous->isHidden() && !m_next->isHidden();
    m_row->setDirection(both && needed > width() ? QBoxLayout::TopToBottom
                                                 : QBoxLayout::LeftToRight);
}

void LessonNeighbours::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace headscope
