// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include <vector>

namespace headscope {

/// What the overview has to lay out.
struct LayersLayoutInput {
    double width = 0; ///< of the view
    double height = 0;
    std::vector<int> groups; ///< how many rows each group of layers has
    int heads = 1;
    double labelWidth = 0; ///< of the widest row label
    double textScale = 1;
};

/// One row for each attention, one column for each head; groups of rows (encoder,
/// decoder) stand under a heading.
struct LayersLayout {
    double cell = 0; ///< side of a thumbnail
    double pitch = 0;
    QRectF headTitle;              ///< "head →"
    std::vector<QRectF> headings;  ///< of the groups
    std::vector<QRectF> rowLabels; ///< of all rows, in their order
    std::vector<double> rowTops;
    double left = 0; ///< of the first thumbnail
    QSizeF size;     ///< of all; more than the view where it must scroll

    QRectF thumbnail(int row, int head) const {
        return {left + head * pitch, rowTops[static_cast<std::size_t>(row)], cell, cell};
    }
    QRectF headLabel(int head) const {
        return {left + head * pitch, headTitle.bottom(), cell, headTitle.height()};
    }
    /// The row or head at a point, -1 where none is.
    int rowAt(double y) const;
    int headAt(double x, int heads) const;
};

LayersLayout layoutLayers(const LayersLayoutInput& in);

} // namespace headscope
