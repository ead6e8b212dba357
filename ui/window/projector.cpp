// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/projector.h"

#include "window/black_screen.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScreen>

#include <utility>

namespace headscope {

namespace {
constexpr QSize usualSize(1280, 640);
} // namespace

Projector::Projector(LessonSession& session, LessonSlide::Pictures pictures, QWidget* window)
    : QWidget(window, Qt::Window)
    , m_slide(new LessonSlide(session, std::move(pictures), this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_slide);
    m_black = new BlackScreen(this);
    setWindowTitle(tr("HeadScope – projector"));
    resize(usualSize);
}

void Projector::open() {
    const QScreen* here = parentWidget()->screen();
    for (QScreen* other : QGuiApplication::screens()) {
        if (other != here) {
            setGeometry(other->geometry());
            setWindowState(Qt::WindowFullScreen);
            break;
        }
    }
    if (!isFullScreen()) // a small screen has no room for all of it
        resize(usualSize.boundedTo(here->availableGeometry().size() * 0.95));
    show();
    m_slide->setFocus();
}

void Projector::setScene(const Scene& scene) {
    m_slide->setScene(scene);
}

void Projector::keyPressEvent(QKeyEvent* event) {
    if (m_slide->handleKey(event->key()))
        return;
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_B)
        m_black->cover();
    else if (event->key() == Qt::Key_PageDown || event->key() == Qt::Key_PageUp)
        Q_EMIT walkAsked(event->key() == Qt::Key_PageDown ? 1 : -1);
    else if (event->key() == Qt::Key_F11)
        setWindowState(windowState() ^ Qt::WindowFullScreen);
    else
        QWidget::keyPressEvent(event);
}

void Projector::closeEvent(QCloseEvent* event) {
    event->accept();
    hide();
    Q_EMIT closed();
}

void Projector::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        setWindowTitle(tr("HeadScope – projector"));
    QWidget::changeEvent(event);
}

} // namespace headscope
