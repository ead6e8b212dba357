// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

class QPalette;

namespace headscope {

/// A monochrome icon of resources/icons in the palette's colours; make it anew
/// when the palette changes.
QIcon paletteIcon(const QString& name, const QPalette& palette, int side = 16);
/// The same in one colour.
QIcon colouredIcon(const QString& name, const QColor& colour, const QColor& disabled,
                   int side = 16);

} // namespace headscope
