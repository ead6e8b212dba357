// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/product_painter.h"

namespace headscope {

/// The heads of a matrix side by side: with gaps between them where they are apart.
struct HeadsRow {
    std::vector<LensMatrix> heads;
    std::vector<QRectF> names; ///< above each: its number and colour
    QRectF name;               ///< of the whole
    QRectF scale;
    QRectF note;
    double rowWords = 0;
    double columnWords = 0;
    bool joined = false; ///< the result is one matrix of all columns

    /// The cell of the result under a point.
    std::optional<MatrixGeometry::Position> cellAt(QPointF point, const StepPicture& picture) const;
    /// Around some cells of the result.
    std::optional<QRectF> around(const CellSpan& cells, const StepPicture& picture) const;
};
HeadsRow layoutHeadsRow(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                        double scale);
void paintHeadsRow(QPainter& painter, const HeadsRow& geometry, const StepScene& scene,
                   const StepMoment& moment, double scale);

} // namespace headscope
