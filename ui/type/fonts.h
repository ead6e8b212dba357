// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace headscope {

/// The one family for text: Noto Sans, Chinese from Noto Sans CJK SC. Sizes in logical pixels.
QFont textFont(double pixels, QFont::Weight weight = QFont::Normal);
/// Numbers stand in columns: Noto Sans Mono.
QFont numberFont(double pixels, QFont::Weight weight = QFont::Normal);
/// The font for signs in colours before all others: what is a digit elsewhere may be part of one.
QFont colourFont(double pixels);

/// The font made smaller, pixel by pixel, until the text is as narrow as `width` or the
/// font as small as `smallest`; a font in pixels, as the two above are.
QFont fittedFont(QFont font, const QString& text, double width, double smallest);

} // namespace headscope
