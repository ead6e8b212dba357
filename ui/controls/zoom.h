// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointingDevice>
#include <QWheelEvent>

#include <cmath>
#include <optional>

namespace headscope {

// How wheel and keys look closer at a picture, wherever one can be enlarged.

/// A step of the wheel, of + and of −.
inline constexpr double zoomStep = 1.25;

/// How much larger a key makes the picture; nothing where it is no key for that.
inline std::optional<double> zoomOfKey(int key) {
    if (key == Qt::Key_Plus || key == Qt::Key_Equal)
        return zoomStep;
    return key == Qt::Key_Minus ? std::optional(1 / zoomStep) : std::nullopt;
}

/// What turning the wheel does to the picture: it moves it, or makes it so many times as large.
struct WheelTurn {
    QPointF by;
    double factor = 1;
};
/// Two fingers on a trackpad move what they point at, if it `moves`, and with Ctrl zoom.
inline WheelTurn wheelTurn(const QWheelEvent& event, bool moves) {
    const QPoint turned = event.angleDelta();
    if (moves && event.device()->type() == QInputDevice::DeviceType::TouchPad &&
        !(event.modifiers() & Qt::ControlModifier))
        return {event.pixelDelta().isNull() ? turned / 2 : event.pixelDelta()};
    if (turned.y() != 0)
        return {{}, std::pow(zoomStep, turned.y() / 120.0)};
    return {QPointF(turned) / 2};
}

} // namespace headscope
