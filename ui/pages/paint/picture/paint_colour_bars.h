// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/picture/paint_picture.h"

class QPainter;

namespace headscope {

/// The colours of a range with its ends, at most so long; returns where it ends. A narrow one says
/// "±" once.
double paintColourBar(QPainter& painter, const QRectF& rect, ColourMap map, const ValueRange& range,
                      double most, const DisplayOptions& display);
/// What the colours stand for, below the matrices.
void paintColourBars(QPainter& painter, const PaintPicture& picture);

} // namespace headscope
