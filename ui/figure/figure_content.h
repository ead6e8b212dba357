// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "figure/figure_geometry.h"
#include "scene/panels/matrix_panel.h"
#include "scene/value_scale.h"

namespace headscope {

/// What a figure says, before anything has a place.
struct FigureContent {
    std::vector<MatrixPanel> panels; ///< turned where rows are keys
    std::vector<ValueScale> ranges;  ///< one for each panel
    ColourMap map = ColourMap::Viridis;
    ThemeKind theme = ThemeKind::Light;
    FigureGeometryInput geometry;
    bool hasNumbers = false; ///< some cell has none of the marks that stand in a number's place
    QString documentTitle;   ///< for the file's metadata
    QString description;     ///< one sentence: what, of what, range
};

/// An Error also once it is cancelled.
Result<FigureContent> figureContent(const FigureRequest& request, const FigureWork& work = {});

} // namespace headscope
