// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/shapes_geometry.h"
#include "pages/shapes/shapes_scene.h"

#include <QFont>

class QPainter;

namespace headscope {

/// What the layout needs to know of the words, in the language of the moment; the size is to
/// be filled in.
ShapesGeometryInput geometryInput(const ShapesScene& scene);

/// Which tokens are drawn, and how numbers are to be seen that have no room; empty where all can
/// be read.
QString remarkText(const ShapesScene& scene, const ShapesGeometry& geometry);
QFont remarkFont(double scale);

/// The whole picture of the Shapes view at one moment, for the window, for still
/// pictures and for GIFs: a function of the scene, the layout and the painter's device.
void paintShapes(QPainter& painter, const ShapesScene& scene, const ShapesGeometry& geometry);

/// The picture with the timeline below it, as exported.
void paintShapesFigure(QPainter& painter, const ShapesScene& scene, QSizeF size);

/// Which element is drawn under a point, in the panels or in the memory strip.
std::optional<Index> elementAt(const ShapesScene& scene, const ShapesGeometry& geometry,
                               QPointF point);

} // namespace headscope
