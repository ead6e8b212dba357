// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/presentation.h"

#include "scene/scene.h"
#include "type/fonts.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {
constexpr int hintMilliseconds = 5000;
constexpr int pointerMilliseconds = 2000;
} // namespace

double presentedScale(QSizeF screen) {
    // As wide as 4:3 needs: wider screens have room beside the picture.
    const double part = std::min(screen.height() / 1080, screen.width() / 1440);
    constexpr double steps = 100; // so that a pixel more or less is no other layout
    return std::floor(std::clamp(part, 0.6, 6.0) * presentedTextScale * steps) / steps;
}

Presentation::Presentation(QWidget& window)
    : QObject(&window)
    , m_window(window)
    , m_hint(new QLabel(&window))
    , m_hintTime(new QTimer(this))
    , m_pointerTime(new QTimer(this)) {
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setMargin(10);
    m_hint->setAutoFillBackground(true);
    m_hint->setBackgroundRole(QPalette::Window);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_hint->hide();
    m_hintTime->setSingleShot(true);
    m_hintTime->setInterval(hintMilliseconds);
    connect(m_hintTime, &QTimer::timeout, this, &Presentation::showHint);
    m_pointerTime->setSingleShot(true);
    m_pointerTime->setInterval(pointerMilliseconds);
    connect(m_pointerTime, &QTimer::timeout, this, &Presentation::hidePointer);
    window.installEventFilter(this);
}

Presentation::~Presentation() {
    showPointer();
}

void Presentation::set(bool on, bool lesson) {
    if (on == m_on)
        return;
    if (on) {
        m_geometry = m_window.saveGeometry();
        m_states = m_window.windowState();
        m_on = true;
        if (m_window.isVisible()) {
            m_window.setWindowState(m_states | Qt::WindowFullScreen);
            if (!lesson)
                m_hintTime->start();
            showHint();
            // The pointer is over whatever widget: the program sees it move.
            qApp->installEventFilter(this);
            m_pointerTime->start();
        }
        return;
    }
    m_on = false;
    qApp->removeEventFilter(this);
    m_pointerTime->stop();
    showPointer();
    m_hintTime->stop();
    m_hint->hide();
    // What the person did to the window meanwhile stays, but for the mode's own part.
    m_window.setWindowState((m_window.windowState() & ~Qt::WindowFullScreen) |
                            (m_states & Qt::WindowFullScreen));
}

QByteArray Presentation::geometry() const {
    return m_on ? m_geometry : m_window.saveGeometry();
}

void Presentation::setCaption(const QString& caption) {
    m_caption = caption;
    showHint();
}

void Presentation::setKeys(const QString& keys) {
    if (std::exchange(m_keys, keys) == keys)
        return;
    if (m_on && !keys.isEmpty())
        m_hintTime->start();
    showHint();
}

void Presentation::showHint() {
    QStringList parts;
    if (!m_caption.isEmpty())
        parts << m_caption;
    if (m_hintTime->isActive())
        parts << tr("F11 or Esc leaves · L: spotlight · B: black · 1–9: head");
    if (m_hintTime->isActive() && !m_keys.isEmpty())
        parts << m_keys;
    m_hint->setFont(textFont(12 * presentedScale(m_window.size())));
    m_hint->setText(parts.join(QStringLiteral("   ")));
    m_hint->setVisible(m_on && !parts.isEmpty());
}

void Presentation::hidePointer() {
    // Over a dialog or a menu somebody looks for it.
    if (QApplication::activeModalWidget() || QApplication::activePopupWidget())
        return m_pointerTime->start();
    if (m_pointerHidden)
        return;
    QGuiApplication::setOverrideCursor(Qt::BlankCursor);
    m_pointerHidden = true;
}

void Presentation::showPointer() {
    if (m_pointerHidden)
        QGuiApplication::restoreOverrideCursor();
    m_pointerHidden = false;
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::TabletMove:
        if (!m_on)
            break;
        showPointer();
        m_pointerTime->start();
        break;
    default: break;
    }
    if (watched == &m_window && event->type() == QEvent::Resize && m_on)
        showHint();
    return QObject::eventFilter(watched, event);
}

} // namespace headscope
