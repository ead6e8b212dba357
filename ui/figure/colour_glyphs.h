// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QPainter;

namespace headscope {

/// Whether a font of here draws signs in colours of its own, as emoji fonts do.
bool hasColourFont();

/// Paints with `painter` what `paint` paints. Where `painter` writes a PDF, in which Qt leaves
/// signs of colour fonts out, each of them is a picture of itself; all else is as if painted
/// directly.
void paintWithColourGlyphs(QPainter& painter, const std::function<void(QPainter&)>& paint);

} // namespace headscope
