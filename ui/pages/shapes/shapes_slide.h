// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QSizeF>

#include <functional>

class QPainter;

namespace headscope {

/// What splitting into heads does to the memory, for the slide of a lesson: the right way at its
/// end, with `answered` the wrong way beside it. What comes back paints it into a picture of some
/// size; `unit` is a pixel of 1920 × 1080 there. Empty where the block has no heads to split, and
/// where it has more numbers than are drawn one by one.
std::function<void(QPainter&, QSizeF, double unit)> shapesSlide(const Scene& scene, bool answered);

} // namespace headscope
