// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/step_painter.h"

namespace headscope {

/// The neighbours of the element in focus with their numbers, where the cells of
/// the picture are too small for them. Does nothing where numbers fit.
void paintMagnifier(QPainter& painter, const StepFrame& frame, QSizeF picture);

} // namespace headscope
