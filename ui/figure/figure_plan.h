// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_geometry.h"

#include <cmath>

namespace headscope {

/// The sizes of type and spaces, all in pixels, for one scale.
struct FigureSizes {
    explicit FigureSizes(QSizeF page, double shrink = 1);
    /// Given type; spaces go with it.
    FigureSizes(const FigureType& type, double margin);

    double scale;
    int title;
    int formula;
    int note;
    int tick; ///< the numbers of the colour bar, of badges and ranges
    int smallestValue;
    int panelTitle;
    int label; ///< the largest that is tried
    int smallestLabel;
    double margin;
    double gutter;
    double badge;
    double labelGap; ///< between labels and cells

    /// Of the letter of a panel, two of them behind the 26th, with the space behind it.
    double letterWidth(int panels) const {
        return std::ceil(panelTitle * (panels > 26 ? 2.1 : 1.15));
    }
    /// The line for what heads have learnt; 0 where there is none.
    double jobLine(const FigureGeometryInput& in) const {
        return in.panelJobs.isEmpty() ? 0 : std::ceil(tick * 1.5);
    }
};

/// One way to arrange the panels.
struct FigurePlan {
    int gridColumns = 1;
    int gridRows = 1;
    bool rowLabelsEach = false; ///< at every panel, or only at the left ones
    bool columnLabelsEach = false;
    bool upright = false;   ///< the labels of the columns
    bool axisLine = false;  ///< the column axis has a line of its own over the labels
    bool wordTitles = true; ///< "head 1" beside the badge
    int label = 13;
    double rowLimit = 0; ///< width of a label, wider ones are elided
    double columnLimit = 0;
    double axisGap = 0; ///< between the name of the rows and the cells
    double rowBand = 0; ///< from the row labels to the cells
    double columnBand = 0;
    double titleBand = 0;
    double slotWidth = 0; ///< of the cells or of what stands above them
    double pitchX = 0;
    double pitchY = 0;
    double gap = 0;
    Index rowStep = 1;
    Index columnStep = 1;
    double score = -1; ///< below 0: impossible

    double width(double gutter) const;
    double height(double gutter, double cellsHeight) const;
};

/// The best arrangement in `room`; its score is below 0 where none is possible.
FigurePlan planFigure(const FigureGeometryInput& input, const TextMeasure& measure,
                      const FigureSizes& sizes, QSizeF room);

} // namespace headscope
