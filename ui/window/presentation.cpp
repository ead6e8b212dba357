// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation.h"

#include "scene/fonts.h"

#include <QEvent>
#include <QLabel>
#include <QTimer>

namespace headscope {

namespace {
constexpr int hintMilliseconds = 5000;
constexpr int hintMargin = 24; ///< to the lower edge of the window
} // namespace

Presentation::Presentation(QWidget& window)
    : QObject(&window)
    , m_window(window)
    , m_hint(new QLabel(&window))
    , m_hintTime(new QTimer(this)) {
    m_hint->setFont(textFont(20));
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setMargin(10);
    m_hint->setAutoFillBackground(true);
    m_hint->setBackgroundRole(QPalette::Window);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_hint->hide();
    m_hintTime->setSingleShot(true);
    m_hintTime->setInterval(hintMilliseconds);
    connect(m_hintTime, &QTimer::timeout, m_hint, &QWidget::hide);
    window.installEventFilter(this);
}

void Presentation::set(bool on) {
    if (on == m_on)
        return;
    if (on) {
        m_geometry = m_window.saveGeometry();
        m_states = m_window.windowState();
        m_on = true;
        if (m_window.isVisible()) {
            m_window.setWindowState(m_states | Qt::WindowFullScreen);
            showHint();
        }
        return;
    }
    m_on = false;
    m_hintTime->stop();
    m_hint->hide();
    // What the person did to the window meanwhile stays, but for the mode's own part.
    m_window.setWindowState((m_window.windowState() & ~Qt::WindowFullScreen) |
                            (m_states & Qt::WindowFullScreen));
}

QByteArray Presentation::geometry() const {
    return m_on ? m_geometry : m_window.saveGeometry();
}

void Presentation::showHint() {
    m_hint->setText(tr("F11 or Esc leaves"));
    placeHint();
    m_hint->show();
    m_hint->raise();
    m_hintTime->start();
}

void Presentation::placeHint() {
    m_hint->adjustSize();
    m_hint->move((m_window.width() - m_hint->width()) / 2,
                 m_window.height() - m_hint->height() - hintMargin);
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::Resize && m_on)
        placeHint();
    return QObject::eventFilter(watched, event);
}

} // namespace headscope
