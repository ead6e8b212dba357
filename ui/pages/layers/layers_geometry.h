// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include <algorithm>
#include <optional>
#include <vector>

namespace headscope {

/// What the overview has to lay out.
struct LayersGeometryInput {
    double width = 0; ///< of the view
    double height = 0;
    std::vector<int> groups; ///< how many rows each group of layers has
    int heads = 1;
    double labelWidth = 0;     ///< of the widest row label
    double headingWidth = 0;   ///< of the widest heading
    double subjectWidth = 0;   ///< of what is shown, with "head →" before it
    double legendWidth = 0;    ///< of the colour bar and all names in one line; else it takes two
    bool bars = false;         ///< a bar stands under every head, and a line says what it is
    double barNumberWidth = 0; ///< of the widest number beside one
    bool ownOrder = false;     ///< the head's own number stands before its bar
    /// Of what is said of the bars, piece by piece; they go on in the next line where they must.
    std::vector<double> barPieces = {};
    double textScale = 1;
    double title = 0; ///< room over all of it, which the height does not count
};

/// One row for each attention, one column for each head; groups of rows (encoder,
/// decoder) stand under a heading, below each other or side by side, whichever
/// leaves more room to a head.
struct LayersGeometry {
    double cell = 0;               ///< side of a thumbnail
    double pitchX = 0;             ///< from head to head
    double pitchY = 0;             ///< from layer to layer
    double barHeight = 0;          ///< of what stands under a thumbnail; 0: nothing
    double barWidth = 0;           ///< of that; at least of the thumbnail
    bool barNumbers = false;       ///< whether numbers have room there
    double barNumberWidth = 0;     ///< of that room
    QRectF legend;                 ///< "head →" and what is shown
    QRectF scale;                  ///< the colour bar and the marks; beside or below that
    std::vector<QRectF> barPieces; ///< what the bars are
    std::vector<QRectF> headings;  ///< of the groups; empty ones where there is only one
    std::vector<QRectF> headLines; ///< where the heads of a column of groups are numbered
    std::vector<QRectF> rowLabels; ///< of all rows, in their order
    std::vector<QPointF> rows;     ///< the first thumbnail of each
    QSizeF size;                   ///< of all; more than the view where it must scroll

    struct Place {
        int row = 0;
        int column = 0;
        bool operator==(const Place&) const = default;
    };
    QRectF thumbnail(int row, int column) const {
        return {rows[static_cast<std::size_t>(row)] + QPointF(column * pitchX, 0),
                QSizeF(cell, cell)};
    }
    /// Under it.
    QRectF bar(int row, int column) const {
        const QRectF above = thumbnail(row, column);
        return {above.left(), above.bottom(), barWidth, barHeight};
    }
    QRectF headLabel(const QRectF& headLine, int column) const {
        return {headLine.left() + column * pitchX, headLine.top(), std::max(cell, barWidth),
                headLine.height()};
    }
    /// What stands at a point; gaps belong to the thumbnail before them.
    std::optional<Place> placeAt(QPointF point, int columns) const;
};

LayersGeometry layoutLayers(const LayersGeometryInput& in);

/// How much of `in.width` one head beside the overview can have: as much as leaves the small ones
/// nearly as large as they would be without it; 0 where that is too little to read it.
double previewWidth(const LayersGeometryInput& in);

} // namespace headscope
