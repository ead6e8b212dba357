// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QLabel>

class QDoubleSpinBox;

namespace headscope {

class NumberLine;

/// A number that somebody says, on a line and in a field: one value. Once it is answered the line
/// alone, with what was computed beside what was said.
class NumberAnswer : public QWidget {
    Q_OBJECT

public:
    NumberAnswer(LessonSession& session, std::size_t question, QWidget* parent = nullptr);

    /// What was said and what came out of it by now.
    void refresh();
    NumberLine* line() const { return m_line; }
    /// nullptr once it is answered.
    QDoubleSpinBox* field() const { return m_field; }

private:
    void addField(double low, double high);
    void predict(double value);
    const LessonQuestion& asked() const { return m_session.lesson()->questions[m_question]; }

    LessonSession& m_session;
    std::size_t m_question;
    NumberLine* m_line;
    QDoubleSpinBox* m_field = nullptr;
};

/// The place that the answer fills: "0.279 → ?".
class AnswerSlot : public QLabel {
    Q_OBJECT

public:
    AnswerSlot(const LessonSession& session, std::size_t question, QWidget* parent = nullptr);

    void refresh();

private:
    const LessonSession& m_session;
    std::size_t m_question;
};

} // namespace headscope
