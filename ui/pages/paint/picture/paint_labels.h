// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/picture/paint_picture.h"

class QPainter;

namespace headscope {

/// What rows and columns of the painting are.
void paintAxes(QPainter& painter, const PaintPicture& picture);
/// The words at the sides of the matrices.
void paintLabels(QPainter& painter, const PaintPicture& picture);

} // namespace headscope
