// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace headscope {

/// What the overview has to lay out.
struct LayersGeometryInput {
    double width = 0; ///< of the view
    double height = 0;
    std::vector<int> groups; ///< how many rows each group of layers has
    int heads = 1;
    double labelWidth = 0;   ///< of the widest row label
    double headingWidth = 0; ///< of the widest heading
    double subjectWidth = 0; ///< of what is shown, with "head →" before it
    double legendWidth = 0;  ///< of the colour bar and all names in one line; else it takes two
    double textScale = 1;
};

/// One row for each attention, one column for each head; groups of rows (encoder,
/// decoder) stand under a heading, below each other or side by side, whichever
/// leaves more room to a head.
struct LayersGeometry {
    double cell = 0; ///< side of a thumbnail
    double pitch = 0;
    QRectF legend;                 ///< "head →" and what is shown
    QRectF scale;                  ///< the colour bar and the marks; beside or below that
    std::vector<QRectF> headings;  ///< of the groups
    std::vector<QRectF> headLines; ///< where the heads of a column of groups are numbered
    std::vector<QRectF> rowLabels; ///< of all rows, in their order
    std::vector<QPointF> rows;     ///< the first thumbnail of each
    QSizeF size;                   ///< of all; more than the view where it must scroll

    struct Place {
        int row = 0;
        int head = 0;
        bool operator==(const Place&) const = default;
    };
    QRectF thumbnail(int row, int head) const {
        return {rows[static_cast<std::size_t>(row)] + QPointF(head * pitch, 0), QSizeF(cell, cell)};
    }
    QRectF headLabel(const QRectF& headLine, int head) const {
        return {headLine.left() + head * pitch, headLine.top(), cell, headLine.height()};
    }
    /// What stands at a point; gaps belong to the thumbnail before them.
    std::optional<Place> placeAt(QPointF point, int heads) const;
};

LayersGeometry layoutLayers(const LayersGeometryInput& in);

/// How much of `in.width` one head beside the overview can have: as much as leaves the small ones
/// nearly as large as they would be without it; 0 where that is too little to read it.
double previewWidth(const LayersGeometryInput& in);

} // namespace headscope
