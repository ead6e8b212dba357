// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/steps_geometry.h"
#include "pages/steps/softmax_painter.h"

class QPainter;

namespace headscope {

/// All that is painted of the page at one moment, and where.
struct StepsPicture {
    StepMoment moment;
    StepsFrame frame;
    std::optional<ProductGeometry> product;
    std::optional<CellsGeometry> cells;

    struct Softmax {
        Index row = 0;
        SoftmaxData data;
        SoftmaxGeometry geometry;
        SoftmaxLook look;
    };
    std::optional<Softmax> softmax; ///< of the asked row

    /// The matrix whose cells can be asked: that of the result.
    const LensMatrix* result() const;
};
StepsPicture layoutSteps(QSizeF size, const StepScene& scene);
void paintSteps(QPainter& painter, const StepsPicture& picture, const StepScene& scene);

/// "Head 1: Q · K^{T}", markup; and what is said beside it.
QString stopTitle(const StepScene& scene);
QString stopSubtitle(const StepScene& scene);

} // namespace headscope
