// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <functional>

class QPainter;

namespace headscope {

/// What stands at the left of a slide in the place of a matrix: paints into a picture of that
/// size; `unit` is a pixel of 1920 × 1080 there.
using SlidePicture = std::function<void(QPainter&, QSizeF, double unit)>;

} // namespace headscope
