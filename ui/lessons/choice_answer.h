// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QVBoxLayout;

namespace headscope {

/// The options of a question with a choice; once it is answered, which one somebody chose and
/// which one is right.
class ChoiceAnswer : public QWidget {
    Q_OBJECT

public:
    ChoiceAnswer(LessonSession& session, std::size_t question, QWidget* parent = nullptr);

    void setChosen(std::size_t option);
    void takeFocus();
    QButtonGroup* buttons() const { return m_buttons; }
    /// Of an answered question: what belongs to options that are neither right nor chosen.
    std::vector<QWidget*> spare() const;

private:
    void addOption(std::size_t option, QVBoxLayout& rows);
    QString beside(std::size_t option) const;
    QString words(const LessonText& text) const;
    const LessonQuestion& asked() const { return m_session.lesson()->questions[m_question]; }

    LessonSession& m_session;
    std::size_t m_question;
    QButtonGroup* m_buttons;
    std::vector<std::vector<QWidget*>> m_parts; ///< of each option
};

} // namespace headscope
