// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

class QPalette;

namespace headscope {

/// A monochrome icon of resources/icons in the palette's colours; make it anew
/// when the palette changes.
QIcon paletteIcon(const QString& name, const QPalette& palette);
/// The same in one colour.
QIcon colouredIcon(const QString& name, const QColor& colour, const QColor& disabled);

} // namespace headscope
