// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headscope {

/// What a lesson offers to try: ordinary edits, some of which open with a question, and the way
/// back to the start. What would change nothing is not offered.
class LessonTries : public QWidget {
    Q_OBJECT

public:
    explicit LessonTries(LessonSession& session, QWidget* parent = nullptr);

    /// What the buttons say by now, and which there are.
    void refresh();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    LessonSession& m_session;
    QVBoxLayout* m_lines;
    std::vector<QPushButton*> m_buttons; ///< one a try, also for those that are not there now
    QLabel* m_changed;
    QLabel* m_since; ///< that the texts speak of another run
    QLabel* m_locked;
    QPushButton* m_back;
};

} // namespace headscope
