// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/product_painter.h"

namespace headscope {

/// x + y = z: every cell of the result out of the cells at its place.
void paintCells(QPainter& painter, const CellsGeometry& geometry, const StepScene& scene,
                const StepMoment& moment, double scale);
/// The asked cell's calculation, in one line; empty where nothing is asked or computed.
QString calculationText(const StepScene& scene, const CellUnderWay& cell);

} // namespace headscope
