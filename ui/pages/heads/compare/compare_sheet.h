// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "pages/heads/compare/compare_content.h"
#include "pages/heads/compare/compare_geometry.h"

#include <QImage>

namespace headscope {

/// Pictures of matrices whose cells are too many for single rectangles; kept while nothing but
/// the cursor changes.
struct CompareImages {
    struct Picture {
        QImage image; ///< a pixel for each cell, or for `factor` × `factor`
        Index factor = 1;
    };
    Picture a;
    Picture b;
    Picture difference;
    std::vector<Picture> heads; ///< B − A in small
};
/// `deviceScale`: device pixels for each of the layout's.
CompareImages makeImages(const CompareContent& content, const CompareGeometry& geometry,
                         double deviceScale);

/// How a comparison is painted.
struct CompareLook {
    bool figure = false;             ///< what menus and buttons show is written
    bool showsA = false;             ///< A stands in the place of B
    bool values = true;              ///< written in the cells, where they fit
    std::optional<CellChange> asked; ///< the row and column that stand out
    double textScale = 1;
};

/// Paints a comparison on any device, without the frames of the asked cells.
void paintComparison(FigureCanvas& canvas, const CompareContent& content,
                     const CompareGeometry& geometry, const CompareImages& images,
                     const CompareLook& look);
/// The widest label of the rows and the columns, for the layout.
struct CompareLabelWidths {
    double rows = 0;
    double columns = 0;  ///< with a small number behind a repeated token
    double standing = 0; ///< as written from below
};
CompareLabelWidths compareLabelWidths(const CompareContent& content, double textScale);
/// The layout's question, but for area and controls.
CompareGeometryInput compareLayoutOf(const CompareContent& content, double textScale);

} // namespace headscope
