// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/matrix_panel.h"
#include "scene/palette.h"
#include "views/matrix_geometry.h"

#include <QBrush>
#include <QImage>

class QPainter;

namespace headscope {

/// How the cells of a panel are coloured.
struct CellColours {
    ColourMap map = ColourMap::Viridis;
    ValueRange range;
    ThemeKind theme = ThemeKind::Light;
};

/// The panel as one pixel per cell, in drawing order; masked cells transparent.
QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned);

/// Cells, hatching of the masked ones and, where they fit, values.
void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const QImage& cells, const CellColours& colours, bool values, double textScale);

/// The brush of masked cells: 45° lines, step 8, on the window colour.
QBrush hatchBrush(const Theme& theme);
/// White inside black: visible on every colour of a map.
void paintLockFrame(QPainter& painter, const QRectF& cell);
/// The same, thin: the cell that is asked about but not locked.
void paintHoverFrame(QPainter& painter, const QRectF& cell);

} // namespace headscope
