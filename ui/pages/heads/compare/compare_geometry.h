// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"

#include <QRectF>

#include <vector>

namespace headscope {

/// What the layout of a comparison needs to know; no fonts, no painter.
struct CompareGeometryInput {
    QRectF area;
    Index rows = 1;    ///< of the taller one of both
    Index columns = 1; ///< of the wider one
    Index rowsB = 1;   ///< of B, where it has others than A
    Index columnsB = 1;
    bool difference = true; ///< there is a B − A
    bool weights = true;    ///< what a row moved and what a key received is told
    bool output = true;
    int heads = 1;
    bool edits = true;    ///< a line of edits
    bool controls = true; ///< room for menus and buttons; a figure has none
    double rowLabelWidth = 40;
    double columnLabelWidth = 40;
    double columnLabelLength = 40; ///< where they stand
    double textScale = 1;
    bool presented = false; ///< the matrices go before what stands below them
};

/// One head in small.
struct CompareThumbnail {
    QRectF frame;
    QRectF badge;
    QRectF value;
    MatrixGeometry matrix;
};

/// Where everything of a comparison lies.
struct CompareGeometry {
    QRectF badge; ///< of the head, before the title
    QRectF title; ///< with the detail behind it
    QRectF measure;
    QRectF edits;
    QRectF pin;
    QRectF badgeA;
    QRectF choiceA;
    QRectF swap;
    QRectF badgeB;
    QRectF choiceB;
    QRectF sharedTitle; ///< which of both stands there, where they share a place
    QRectF differenceTitle;
    bool together = false; ///< A and B share a place
    MatrixGeometry a;
    MatrixGeometry b;
    MatrixGeometry difference;
    QRectF rowLabels; ///< beside the cells
    double columnLabelTop = 0;
    double columnLabelHeight = 24;
    bool columnLabelsUpright = false;
    QRectF axes;  ///< "key →" and "query ↓", at the upper left corner
    QRectF moved; ///< beside the rows; its title stands over it
    QRectF output;
    QRectF received; ///< over the whole width, below the cells
    QRectF bar;      ///< of A and B, with its numbers at the ends
    QRectF differenceBar;
    QRectF legend;   ///< what hatching means
    double rule = 0; ///< a line over what follows; 0: nothing follows
    QRectF mostTitle;
    std::vector<QRectF> most;
    QRectF headsTitle;
    std::vector<CompareThumbnail> heads;
};

CompareGeometry layoutCompare(const CompareGeometryInput& input);

/// Below this width of the view A and B share a place; times the scale of the text.
inline constexpr double leastWidthForThree = 1200;
inline constexpr double leastWidthPresented = 900;

} // namespace headscope
