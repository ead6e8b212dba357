// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_dots.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace headscope {

class SegmentedControl;

/// The left of the window: the editors, and while a lesson is open the lesson in their place, with
/// a switch between both above.
class LeftSide : public QWidget {
    Q_OBJECT

public:
    LeftSide(QWidget* editors, QWidget* lesson, QWidget* parent = nullptr);

    /// The lesson in the place of the editors.
    void showLesson();
    /// Which of the lessons it is, and which are done.
    void setProgress(const LessonProgress& progress);
    /// The editors alone.
    void showEditors();
    /// While a lesson is open: which of both is seen.
    void choose(bool lesson);
    SegmentedControl& chooser() { return *m_switch; }

Q_SIGNALS:
    void chosen(bool lesson);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void fitHead();

    QWidget* m_head;
    SegmentedControl* m_switch;
    LessonDots* m_dots;
    QLabel* m_count;
    QStackedWidget* m_stack;
    LessonProgress m_progress;
};

} // namespace headscope
