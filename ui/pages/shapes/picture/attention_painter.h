// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/step_painter.h"

namespace headscope {

/// The attention weights of the right heads above those of the wrong heads, in the
/// place of the panels: words and tokens at the axes, marks, and the range. Only where
/// the model has both.
void paintAttention(QPainter& painter, const StepFrame& frame, const ShapesScene& scene);

} // namespace headscope
