// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/screen_room.h"

#include <QGuiApplication>
#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace headscope {

namespace {

constexpr int frameBorder = 4; ///< of a window's frame; nobody tells before it is shown

/// What a window's inside may take of a screen.
QRect roomFor(const QWidget& window, const QScreen& screen) {
    const int titleBar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    return screen.availableGeometry().adjusted(frameBorder, titleBar, -frameBorder, -frameBorder);
}

} // namespace

QRect fittedInto(const QRect& room, const QRect& wanted) {
    QRect fitted(wanted.topLeft(), wanted.size().boundedTo(room.size()));
    fitted.moveLeft(
        std::clamp(fitted.left(), room.left(), room.left() + room.width() - fitted.width()));
    fitted.moveTop(
        std::clamp(fitted.top(), room.top(), room.top() + room.height() - fitted.height()));
    return fitted;
}

void openOnScreen(QWidget& window, const QByteArray& geometry, QSize wanted, QSize least) {
    const QSize room = roomFor(window, *window.screen()).size();
    window.setMinimumSize(least.boundedTo(room));
    window.resize(wanted.boundedTo(room));
    if (geometry.isEmpty() || !window.restoreGeometry(geometry))
        return;
    // Full screen is a mode that a person enters, not one to wake up in.
    window.setWindowState(window.windowState() & ~Qt::WindowFullScreen);
    if (window.isMaximized())
        return;
    // The screen may be another one since, or gone.
    const QScreen* screen = QGuiApplication::screenAt(window.geometry().center());
    const QRect now = roomFor(window, screen ? *screen : *QGuiApplication::primaryScreen());
    window.setMinimumSize(least.boundedTo(now.size()));
    window.setGeometry(fittedInto(now, window.geometry()));
}

} // namespace headscope
