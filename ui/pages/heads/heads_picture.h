// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_content.h"
#include "pages/heads/heads_zoom.h"
#include "pages/heads/label_widths.h"

#include <map>

namespace headscope {

struct MatrixPicture;

/// The title of the enlarged matrix, as much of it as leaves room for the stage.
struct HeadsTitle {
    QRectF badge; ///< empty where it is no head's
    QString text; ///< "Head 1 has learnt to find: object"
    QFont font;
    QRectF room;      ///< of the text
    QRectF stageRoom; ///< behind it: block, tensor and formula, as HeadsContent::subtitles()
    QFont stageFont;
    bool whole = false; ///< says all that the head has learnt, in words
};

/// The heads of a stage, what is said of them, and where all of it lies.
class HeadsPicture {
    Q_DECLARE_TR_FUNCTIONS(Heads)

public:
    /// Shows another tensor, or the same one of another run; then it is to be laid out. Where the
    /// same one has another size, no zoom is left.
    void setContent(HeadsContent content);
    /// As HeadsContent has it.
    void setScene(const Scene& scene) { m_content.setScene(scene); }
    void setPreview(std::optional<int> panel) { m_content.setPreview(panel); }
    const HeadsContent& content() const { return m_content; }

    /// Lays out what is not empty; `area` is all of the widget.
    void layOut(const QRectF& area);
    const HeadsGeometry& geometry() const { return m_geometry; }
    /// What it is the layout of: for the functions of heads_zoom.h.
    HeadsGeometryInput geometryInput() const;

    /// Of the size of matrix that is shown: a stage of another size has its own, and has it again.
    std::optional<MatrixZoom> zoom() const;
    /// Then it is to be laid out.
    void setZoom(const std::optional<MatrixZoom>& zoom);
    /// The rows and columns of the enlarged matrix that are seen; all, unless it is zoomed.
    CellSpan seenCells() const { return headscope::seenCells(m_geometry); }
    /// How many rows and columns of the enlarged matrix share a pixel: 1 where none do.
    Index pooledCells(double devicePixelRatio) const;
    /// What the enlarged matrix shows in the place of all its cells: one that stands for some,
    /// or a part; empty where it shows all.
    QString seenText(double devicePixelRatio) const;

    /// Of the enlarged matrix or of a small one.
    std::optional<PanelCell> cellAt(QPointF position) const;
    std::optional<int> thumbnailAt(QPointF position) const;

    /// The enlarged matrix and its words.
    MatrixPicture matrixPicture() const;
    /// Whether its cells are large enough for numbers.
    bool valuesFit() const;
    HeadsTitle title() const;
    /// The value of a small matrix at the asked cell in so much room: in a smaller type, or
    /// nothing; never a part of a number.
    std::pair<QString, QFont> askedValueIn(const MatrixPanel& panel, double room,
                                           bool chosen) const;

    /// Whether the note stands under the title, for want of room below the matrix.
    bool hasCaption() const { return m_captionHeight > 0 && !m_content.isEmpty(); }
    /// Its lines there; the rest is left out.
    QStringList captionLines() const;
    /// The note, where it is written, as far as it has room.
    QString writtenNote() const;
    /// Whether that is not all of it.
    bool isNoteCut() const;

private:
    void measureLabels();
    /// What presentation mode has otherwise.
    void presentInput(HeadsGeometryInput& in) const;
    void presentMatrix(MatrixPicture& picture) const;
    /// Room for what the heads have learnt beside the small matrices; 0 where nothing is said.
    double jobWidth() const;
    bool noteFitsBelow() const;
    /// The note in so many lines at most.
    QStringList captionLines(double width, int most) const;
    void makeRoomForCaption(HeadsGeometryInput in);

    HeadsContent m_content;
    QRectF m_area;
    LabelWidths m_widths;
    HeadsGeometry m_geometry;
    double m_captionHeight = 0;
    int m_captionMost = 2;                                 ///< lines that it has at most
    std::map<std::pair<Index, Index>, MatrixZoom> m_zooms; ///< by rows and columns
};

} // namespace headscope
