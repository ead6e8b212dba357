// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace headscope {

class LessonDots;
class SegmentedControl;

/// The left of the window: the editors, and while a lesson is open the lesson in their place, with
/// a switch between both above.
class LeftSide : public QWidget {
    Q_OBJECT

public:
    LeftSide(QWidget* editors, QWidget* lesson, QWidget* parent = nullptr);

    /// `place` of `count` lessons, from 0; −1: one of somebody's own.
    void showLesson(int place, int count);
    /// The editors alone.
    void showEditors();
    /// While a lesson is open: which of both is seen.
    void choose(bool lesson);
    bool showsLesson() const;
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
    int m_place = -1;
    int m_all = 0;
};

} // namespace headscope
