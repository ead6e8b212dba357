// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_tries.h"

#include "controls/icons.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_words.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace headscope {

namespace {

constexpr int betweenTries = 8;

QLabel* label(double pixels, QWidget* parent) {
    auto* made = new QLabel(parent);
    made->setFont(textFont(pixels));
    made->setForegroundRole(QPalette::PlaceholderText);
    return made;
}

} // namespace

LessonTries::LessonTries(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_lines(new QVBoxLayout)
    , m_changed(label(lessonType, this))
    , m_since(label(lessonType, this))
    , m_locked(label(lessonType, this))
    , m_back(new QPushButton(tr("Back to the start"), this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(16, 12, 16, 12);
    rows->setSpacing(betweenTries);
    auto* title = label(lessonType, this);
    title->setText(tr("TRY IT YOURSELF"));
    title->setFont(textFont(lessonType, QFont::DemiBold));
    auto* head = new QHBoxLayout;
    head->addWidget(title);
    head->addWidget(m_changed, 1);
    m_changed->setWordWrap(true);
    m_changed->setAlignment(Qt::AlignRight | Qt::AlignTop);
    rows->addLayout(head);
    m_since->setText(tr("You changed the experiment since: what is explained above is of the "
                        "runs that it names."));
    m_since->setForegroundRole(QPalette::WindowText);
    m_since->setWordWrap(true);
    rows->addWidget(m_since);
    m_lines->setSpacing(betweenTries);
    rows->addLayout(m_lines);
    rows->addWidget(m_locked);
    m_back->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_back->setFont(textFont(lessonType));
    m_back->setFlat(true);
    m_back->setObjectName("back");
    m_back->setToolTip(tr("One step, which can be undone"));
    connect(m_back, &QPushButton::clicked, &m_session, &LessonSession::backToStart);
    rows->addWidget(m_back, 0, Qt::AlignRight);
    for (std::size_t i = 0; i < session.lesson()->tries.size(); ++i) {
        m_buttons.push_back(new QPushButton(this));
        m_buttons.back()->setFont(textFont(lessonType));
        m_buttons.back()->setObjectName("try");
        connect(m_buttons.back(), &QPushButton::clicked, this, [this, i] { m_session.attempt(i); });
    }
    refresh();
}

void LessonTries::refresh() {
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();
    std::size_t opens = 0;
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        QPushButton* button = m_buttons[i];
        const QString text = plainText(state.said(lesson.tries[i].text, currentLanguage()), state);
        button->setText(text);
        button->setAccessibleName(text);
        const bool locked = state.isTryLocked(i);
        const bool offered = m_session.isWaiting() ? !button->isHidden() : state.isTryOffered(i);
        button->setVisible(offered);
        button->setEnabled(!locked && !m_session.isWaiting());
        button->setIcon(locked ? paletteIcon(QStringLiteral("lock"), palette()) : QIcon());
        button->setToolTip(
            locked ? tr("Opens after question %1: before, it would give the answer away")
                         .arg(state.opensAfter(i))
                   : QString());
        if (locked && offered)
            opens = std::max(opens, state.opensAfter(i));
    }
    m_locked->setText(tr("What is locked opens after question %1.").arg(opens));
    m_locked->setVisible(opens > 0);
    const bool atStart = state.isAtStart();
    m_back->setEnabled(!atStart);
    m_changed->setText(atStart ? tr("nothing changed yet") : tr("changed"));
    m_since->setVisible(state.answered() > 0 && !state.isToldOf());
    arrange();
}

void LessonTries::arrange() {
    // Side by side as long as they fit.
    while (QLayoutItem* line = m_lines->takeAt(0))
        delete line; // the buttons are the widget's
    const int room = width() - 32;
    QHBoxLayout* line = nullptr;
    int left = 0;
    for (QPushButton* button : m_buttons) {
        if (button->isHidden())
            continue;
        const int wide = button->sizeHint().width() + betweenTries;
        if (!line || wide > left) {
            line = new QHBoxLayout;
            line->setSpacing(betweenTries);
            line->addStretch();
            m_lines->addLayout(line);
            left = room + betweenTries;
        }
        line->insertWidget(line->count() - 1, button);
        left -= wide;
    }
}

void LessonTries::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        arrange();
}

} // namespace headscope
