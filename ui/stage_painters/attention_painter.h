// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stage_painters/stage_painter.h"

namespace headscope {

/// The attention weights of the right heads above those of the wrong heads, in the
/// place of the panels. Only where the model has both.
void paintAttention(QPainter& painter, const StageFrame& frame, Index sequence, ColourMap map);

} // namespace headscope
