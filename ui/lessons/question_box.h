// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QWidget>

class QButtonGroup;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headscope {

class AnswerSlot;
class ChoiceAnswer;
class LessonTextView;
class NumberAnswer;
class NumberLine;

/// One question of a lesson: what is asked, what somebody says, and what came of it.
class QuestionBox : public QWidget {
    Q_OBJECT

public:
    QuestionBox(LessonSession& session, std::size_t question, QWidget* parent = nullptr);

    /// What the question says by now; its parts are those that it had when it was made.
    void refresh();
    /// What it is made of: as long as that stays the same, refresh() is enough.
    static QString partsOf(const LessonSession& session, std::size_t question);
    /// The keyboard goes to what answers it.
    bool focusFirst(); ///< false: the answer is given in the picture
    /// How much lower shorten() makes it, in pixels.
    int spareHeight() const;
    /// Leaves out what an answered question can do without where it and the next one find no room
    /// together: what was asked in detail, and what is neither right nor was chosen.
    void shorten();

    /// For tests.
    QPushButton* showButton() const { return m_show; }
    QPushButton* hintButton() const { return m_hint; }
    QDoubleSpinBox* field() const; ///< nullptr where it has none, as the two below
    NumberLine* line() const;
    QButtonGroup* choices() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addText(const SaidText& text);
    void addButtons();
    void addSlot();
    void addVerdict();
    void addAgain();
    std::vector<QWidget*> spare() const;
    QString sayNumber(double value) const;
    const LessonQuestion& asked() const;

    LessonSession& m_session;
    std::size_t m_question;
    bool m_open;
    bool m_done;
    QVBoxLayout* m_column;
    std::vector<LessonTextView*> m_texts;
    LessonTextView* m_prompt = nullptr;
    ChoiceAnswer* m_choice = nullptr;
    NumberAnswer* m_number = nullptr;
    AnswerSlot* m_slot = nullptr;
    QLabel* m_clicked = nullptr;
    QLabel* m_reason = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_hint = nullptr;
    QLabel* m_hints = nullptr;
    QPushButton* m_again = nullptr;
};

} // namespace headscope
