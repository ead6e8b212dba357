// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace headscope {

/// How large the cells of the enlarged matrix are wanted, where that is larger than they
/// are in the whole matrix, and which place of the tensor's rows and columns stands at the
/// upper left. It outlives another head, another stage, and a turn.
struct MatrixZoom {
    double pitch = 0;
    double row = 0;
    double column = 0;

    bool operator==(const MatrixZoom&) const = default;
};

/// What the layout of the Heads view needs to know; no fonts, no painter.
struct HeadsGeometryInput {
    QRectF area;
    int panels = 1;    ///< with the summaries
    int summaries = 0; ///< mean and max, the last panels
    Index rows = 1;
    Index columns = 1;
    bool turned = false;
    bool solo = false;
    bool sums = false;            ///< Σ row and Σ column, of weights; before a class Σ row
    double rowLabelWidth = 40;    ///< widest label beside the rows as drawn
    double columnLabelWidth = 40; ///< widest label above the columns as drawn
    /// Widest position of a token, in numbers; 0: tokens have none beside them.
    double rowPositionWidth = 0;
    double columnPositionWidth = 0;
    double glossHeight = 0;   ///< of what stands under the words above the columns; 0: nothing does
    double captionHeight = 0; ///< of what stands under the title; 0: nothing does
    double jobWidth = 0;      ///< of what stands beside each small matrix; 0: nothing does
    double textScale = 1;
    std::optional<MatrixZoom> zoom; ///< nothing: the whole matrix
    Index columnsOfHead = 0;        ///< where the columns are those of several heads side by side
    bool presented = false;         ///< in presentation mode; layoutPresentedHeads()
    double unit = 1;                ///< a pixel of 1920 × 1080 there
    double cornerWidth = 0;   ///< of the words "key →" and "query ↓", beside each other's rows
    double stackedHeight = 0; ///< of the column labels with their characters upright
};

/// One small matrix of the column at the right.
struct Thumbnail {
    QRectF frame; ///< all of it: title and matrix; a click counts here
    QRectF title;
    MatrixGeometry matrix; ///< reaches beyond the viewport where the enlarged one does
    QRectF viewport;       ///< what is seen of it: the region of the enlarged one
    QRectF job;            ///< beside it: what the head has learnt; empty where nothing is said
};

/// Where everything of the Heads view lies.
struct HeadsGeometry {
    QRectF title;
    QRectF caption;    ///< under the title; empty where nothing is to stand there
    QRectF columnAxis; ///< "key →" and the direction of the softmax
    QRectF columnLabels;
    QRectF rowAxis; ///< "query ↓", turned by 90°
    QRectF rowLabels;
    MatrixGeometry matrix; ///< reaches beyond the viewport where it is zoomed
    QRectF viewport;       ///< of whole pixels: what is seen of the matrix
    bool zoomed = false;   ///< the viewport does not show the whole matrix
    QRectF minimapTitle;   ///< where it is zoomed
    MatrixGeometry minimap;
    double columnLabelScale = 1;      ///< smaller type, where that spares standing labels
    bool columnLabelsUpright = false; ///< turned by 90°, because they are wider than a column
    bool columnTokens = true;         ///< false: the columns have room for their positions alone
    bool rowTokens = true;            ///< the same of the rows
    bool columnLabelsStacked = false; ///< their characters below each other instead
    QRectF rowSums;                   ///< beside the matrix; empty where not shown
    QRectF columnSums;                ///< below it, numbers; bars hang below; empty as well
    QRectF columnBars;                ///< empty in a low window
    QRectF colourBar;                 ///< with its numbers and words
    QRectF note;                      ///< what remains below; may be too low for anything
    QRectF thumbnailTitle;
    std::vector<Thumbnail> thumbnails; ///< one for each panel; empty where there is one or solo
    QRectF headBrackets; ///< over the columns of each head; empty where they are no heads'
    QRectF subtitle;     ///< of presentation mode: block, tensor and formula
    QRectF sentence;     ///< of presentation mode: what the asked cell says
};

HeadsGeometry layoutHeads(const HeadsGeometryInput& input);

/// The place of the minimap's map and title in `space`; the map is at most `side` wide.
void placeMinimap(HeadsGeometry& geometry, const HeadsGeometryInput& input, const QRectF& space,
                  double side);
/// The matrix in the pitch of the zoom, where that is larger; never past its edges.
MatrixGeometry zoomedMatrix(const MatrixGeometry& whole, const MatrixZoom& zoom,
                            const QRectF& room);
/// The columns of a head apart from those of the next one, as far as the matrix has room for that:
/// so that it is seen that 16 columns are 4 heads of 4.
MatrixGeometry groupedByHead(MatrixGeometry matrix, const HeadsGeometryInput& input);
/// How much width the gaps between heads take.
double headGaps(const HeadsGeometryInput& input);
/// What is seen of a matrix that begins at the upper left of `room` or before it.
QRectF viewportOf(const MatrixGeometry& matrix, const QRectF& room);

} // namespace headscope
