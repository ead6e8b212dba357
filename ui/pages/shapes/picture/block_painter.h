// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/element_style.h"
#include "pages/shapes/picture/shapes_geometry.h"

class QPainter;

namespace headscope {

/// How wide title and axes of a panel are in the smallest type that they are written in.
double panelWordsWidth(const Tensor& tensor, const QString& title, double scale);
/// The same of the axes alone.
double axesWordsWidth(const Tensor& tensor, double scale);

/// Title, axes and the names of blocks, lines and rows of a panel; no cells.
/// `quoted` names heads that are none: “head 1”.
void paintPanelWords(QPainter& painter, const DrawnTensor& panel, const Tensor& tensor,
                     const QString& title, const ElementStyle& style, double scale, bool wrong);

/// The rectangle of a place of a drawing.
QRectF cellRect(const BlockGeometry& blocks, const PlacedBlock& place);
QRectF cellRect(const BlockGeometry& blocks, const Cell& cell);

/// The elements of a step where they rest, one by one.
void paintResting(QPainter& painter, const Journey& journey, std::size_t step,
                  const BlockGeometry& blocks, const ElementStyle& style);

/// What a wrong way made, with frames around what is misplaced.
void paintWrong(QPainter& painter, const ShapesModel& model, const BlockGeometry& blocks,
                const ElementStyle& style, double scale);

} // namespace headscope
