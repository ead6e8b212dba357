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

class LessonTextView;
class NumberLine;

/// One question of a lesson: what is asked, what somebody says, and what came of it.
class QuestionBox : public QWidget {
    Q_OBJECT

public:
    QuestionBox(LessonSession& session, std::size_t question, QWidget* parent = nullptr);

    /// What the question says by now; its parts are those that it had when it was made.
    void refresh();
    /// Whether a box with these parts is still right.
    QString parts() const { return m_parts; }
    static QString partsOf(const LessonSession& session, std::size_t question);
    /// The keyboard goes to what answers it.
    bool focusFirst(); ///< false: the answer is given in the picture

    /// For tests.
    QPushButton* showButton() const { return m_show; }
    QPushButton* hintButton() const { return m_hint; }
    QDoubleSpinBox* field() const { return m_field; }
    NumberLine* line() const { return m_line; }
    QButtonGroup* choices() const { return m_choices; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addText(const SaidText& text, int pixels, bool quiet = false);
    void addChoices();
    void addNumber();
    void addPair();
    void addButtons();
    void addVerdict();
    void predictNumber(double value);
    QString sayNumber(double value) const;
    const LessonQuestion& asked() const;

    LessonSession& m_session;
    std::size_t m_question;
    QString m_parts;
    bool m_open;
    bool m_done;
    QVBoxLayout* m_column;
    std::vector<LessonTextView*> m_texts;
    QButtonGroup* m_choices = nullptr;
    NumberLine* m_line = nullptr;
    QDoubleSpinBox* m_field = nullptr;
    QLabel* m_slot = nullptr;
    QLabel* m_clicked = nullptr;
    QLabel* m_reason = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_hint = nullptr;
    QLabel* m_hints = nullptr;
};

} // namespace headscope
