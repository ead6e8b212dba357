// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRect>

class QWidget;

namespace headscope {

/// `wanted` no larger than `room` and inside it.
QRect fittedInto(const QRect& room, const QRect& wanted);

/// Gives a window that is not shown yet its size: `wanted`, or the saved geometry,
/// but never more than its screen has room for, the title bar included. The window's
/// minimum is `least`, or that room where it is less.
void openOnScreen(QWidget& window, const QByteArray& geometry, QSize wanted, QSize least);

} // namespace headscope
