// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/picture/paint_picture.h"

class QPainter;

namespace headscope {

/// W_Q and W_K before and behind, and how long they are.
void paintWeights(QPainter& painter, const PaintPicture& picture);

} // namespace headscope
