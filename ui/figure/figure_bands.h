// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_plan.h"

namespace headscope {

/// What stands above or below the panels, from (0, 0) at its upper left corner.
struct FigureBand {
    std::vector<FigureText> texts;
    QRectF bar;
    std::vector<double> barTicks;
    std::vector<FigureSwatch> swatches;
    double width = 0;
    double height = 0; ///< with the space to the panels
};

/// Title, formula and note in a width of `room`.
FigureBand captionBand(const FigureGeometryInput& input, const TextMeasure& measure,
                       const FigureSizes& sizes, double room);
/// The colour bar, its labels and the legend.
FigureBand footerBand(const FigureGeometryInput& input, const TextMeasure& measure,
                      const FigureSizes& sizes, double room);

} // namespace headscope
