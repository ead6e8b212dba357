// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QRectF>
#include <QSizeF>

namespace headscope {

/// One drawn tensor with its words.
struct DrawnTensor {
    QRectF title;
    QRectF axes;  ///< "(bs, seq, heads, d_k)"; empty where the area is low
    QRectF space; ///< where blocks may be
    BlockGeometry blocks;
};

/// Where everything of the Shapes picture lies, for one step; no fonts, no painter.
/// What a low area has no room for is empty; blocks are valid in any area.
struct ShapesGeometry {
    double scale = 1;
    QRectF title; ///< the sentence; empty where somebody else shows it
    QRectF memoryHeader;
    QRectF hops;     ///< empty where places are not shown
    QRectF strip;    ///< the memory before the step
    QRectF newStrip; ///< the memory that a copy writes; below `strip`
    QRectF stripLabels;
    DrawnTensor before; ///< the tensor of the step before; of the step itself where it is the first
    std::optional<DrawnTensor> after;
    std::optional<DrawnTensor> wrong;
    /// The tokens that are drawn, where there is no room for the numbers of all.
    TokenWindow tokens;
    /// The line above the panels: which tokens, or that no number has room; else empty.
    QRectF remark;
    double divider = 0;   ///< x of the line before `wrong`; 0: it stands below
    QRectF verdict;       ///< "24 of 36 …"
    double separator = 0; ///< y of the line above the code
    QRectF chooser;       ///< room for buttons
    QRectF code;
    QRectF wrongCode;

    /// Where the tensor of the step before stood when its own move had ended.
    std::optional<BlockGeometry> cameFrom;
};

struct ShapesGeometryInput {
    QSizeF size;
    double scale = 1; ///< of the text
    bool withTitle = true;
    bool withChooser = true; ///< room for a row of buttons above the code line
    double labelWidth = 48;  ///< of the widest name beside the blocks
    double wrongWidth = 0;   ///< of the words over the wrong way, at their smallest
    double wrongAxes = 0;    ///< of its axes alone
    double verdictWidth = 0; ///< of the verdict in one line; it may take two
    double margin = 24;
    Index firstToken = 0; ///< that is drawn, where not all are
    /// Cells with numbers that are pleasant, good and just possible to read. Where all tokens would
    /// not have the second ones, so many are drawn as have the first. Nothing: all are drawn.
    struct Cells {
        Extent pleasant;
        Extent good;
        Extent least;
        bool operator==(const Cells&) const = default;
    };
    std::optional<Cells> cells;
};

ShapesGeometry layoutShapes(const ShapesModel& model, std::size_t step, bool placesShown,
                            const ShapesGeometryInput& input);

} // namespace headscope
