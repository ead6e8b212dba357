// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/lines/lines_sheet.h"

#include <QImage>

namespace headscope {

/// The lines of everybody in the room of `geometry.lines`, with so many pixels for each logical
/// one: the window's way, fast and blended over each other. Faded where somebody is asked.
QImage allLines(const LinesDrawingInput& input, double ratio);
/// The same with the lines of the asked token over them.
QImage withAskedLines(QImage lines, const LinesDrawingInput& input);
/// All of them as strokes, for devices without opacity.
void paintLines(FigureCanvas& canvas, const LinesDrawingInput& input);

} // namespace headscope
