// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "pages/layers/layers_measures.h"
#include "painters/matrix_painter.h"
#include "scene/prepared_stage.h"

namespace headscope {

class LayersPicture;

/// The overview as a figure for a paper: what is on screen, without what is pointed at.
struct LayersFigure {
    struct Head {
        std::shared_ptr<const PreparedPanel> panel;
        CellColours colours;
        int number = 0; ///< from 0; of a mean nothing
        std::optional<HeadBar> bar;
        bool off = false; ///< crossed out
    };
    struct Row {
        QString label;
        QString mean; ///< of what stands under its heads; may be empty
        QString note; ///< in the place of heads
        std::vector<std::optional<Head>> columns;
    };
    struct Group {
        QString title;
        std::vector<Row> rows;
    };
    std::vector<Group> groups;
    QString title;  ///< "attention weights", or what a comparison answers
    QString detail; ///< where the numbers come from
    QString subject;
    std::optional<CellColours> common; ///< of all heads; else `range` says whose they are
    QString range;
    QString axes; ///< "in each: query ↓, key →"
    std::vector<CellMark> marks;
    QString off;             ///< what crossed out heads are; empty: there are none
    QStringList bars;        ///< what the bars are, piece by piece; empty: there are none
    double largestBar = 1;   ///< of their scale
    int even = -1;           ///< which piece names the mark in them
    QStringList columnMeans; ///< beside the numbers of the heads; may be empty
    QString meanLabel;       ///< over the only column, the mean of the heads; else empty
    QString ownOrder;        ///< every layer has its own order, which is said here; else empty
    bool turned = false;     ///< keys are the rows
    int width = 1200;        ///< in pixels of 1/96 inch; as high as it takes
    double dotsPerInch = 96; ///< of a PNG
    ThemeKind theme = ThemeKind::Light;
};

/// What the window shows, without what is pointed at.
LayersFigure figureOf(const LayersPicture& picture);

/// The complete file, as renderFigure() gives it. An Error where there is no head.
Result<QByteArray> renderLayers(const LayersFigure& figure, FigureFormat format,
                                const FigureWork& work = {});

} // namespace headscope
