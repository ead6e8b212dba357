// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "figure/figure_content.h"

namespace headscope {

/// Above this number of cells, the cells of a panel are one image.
inline constexpr Index mostSingleFigureCells = 40000;

/// Paints the whole page, its ground included. The same calls on every device. What a
/// cancelled call leaves is of no use.
void paintFigure(const FigureContent& content, const FigureGeometry& geometry, FigureCanvas& canvas,
                 const FigureWork& work = {});

/// Marks typed numbers of a panel whose cells were filled with `colours`, in C order.
void paintTypedNumberPins(FigureCanvas& canvas, const MatrixPanel& panel,
                          const MatrixGeometry& cells, const std::vector<QRgb>& colours);

} // namespace headscope
