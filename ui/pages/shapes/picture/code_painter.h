// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "scene/palette.h"

#include <QRectF>

class QPainter;

namespace headscope {

/// A code line: sizes over the colours of their axes, what the step itself adds
/// on a tint. The type shrinks to fit, then the line breaks.
void paintCode(QPainter& painter, const QRectF& rect, const std::vector<CodePart>& line,
               const Theme& theme, double scale, bool marked);

} // namespace headscope
