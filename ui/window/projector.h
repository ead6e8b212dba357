// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/slide/lesson_slide.h"

#include <QWidget>

namespace headscope {

class BlackScreen;
class LessonSession;

/// A window of its own for the class: the slide of the lesson, on the second screen where there is
/// one. F11 makes it fill the screen, Esc closes it.
class Projector : public QWidget {
    Q_OBJECT

public:
    Projector(LessonSession& session, LessonSlide::Pictures pictures, QWidget* window);

    void open();
    void setScene(const Scene& scene);

Q_SIGNALS:
    void closed();
    /// The next (1) or the previous (−1) prepared view.
    void walkAsked(int by);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    LessonSlide* m_slide;
    BlackScreen* m_black;
};

} // namespace headscope
