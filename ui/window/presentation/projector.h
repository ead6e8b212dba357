// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/slide/lesson_slide.h"
#include "run/prepared_view.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedLayout;

namespace headscope {

class BlackScreen;
class LessonSession;
class PageStack;

/// A window of its own for the class, on the second screen where there is one: the slide of the
/// lesson; without one the page that the window shows, as large as presentation mode has it, with
/// the title of the prepared view. F11 makes it fill the screen, B blacks it, Esc closes it; what
/// other keys do, they do in the window.
class Projector : public QWidget {
    Q_OBJECT

public:
    /// `shown`: the pages of the window, which are followed. It is empty until it is opened.
    Projector(LessonSession& session, const PageStack& shown, QWidget* window);

    void open();
    void setScene(const Scene& scene);
    /// The window shows another page, or another part of it, or the lesson began or ended.
    void follow();
    /// Over the page; empty: nothing.
    void setCaption(const QString& caption);
    /// Waits for what it computes.
    void finish();

    /// For tests.
    PageStack& pages() const { return *m_pages; }
    const QLabel& caption() const { return *m_caption; }

Q_SIGNALS:
    void opened();
    void closed();
    /// The scene should be set: it was opened, or has another size.
    void resized();
    void keyPressed(QKeyEvent* event);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool focusNextPrevChild(bool) override { return false; }

private:
    void build();
    void showImage();

    LessonSession& m_session;
    const PageStack& m_shown;
    QStackedLayout* m_kinds;
    LessonSlide* m_slide = nullptr;
    QWidget* m_sheet = nullptr; ///< caption and page
    QString m_title;
    QLabel* m_caption = nullptr;
    QStackedLayout* m_sheetKinds = nullptr;
    PageStack* m_pages = nullptr; ///< none until it is opened: another one costs time and memory
    QLabel* m_image = nullptr;    ///< of a page that there is only once
    QTimer m_imageTime;
    BlackScreen* m_black = nullptr;
};

} // namespace headscope
