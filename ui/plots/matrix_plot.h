// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_painter.h"
#include "painters/matrix_rings.h"
#include "scene/prepared_stage.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace headscope {

class MatrixCells;
class MatrixMarks;
class PaintedPlot;

/// What a word means is written that much smaller than the word.
inline constexpr double glossSize = 10.0 / 13;
inline constexpr double glossLine = 1.15; ///< from line to line there, of the size of the type

/// The words at one side of a matrix.
struct TokenAxis {
    QStringList labels;
    QStringList glosses; ///< what each means, written under it where there is room; may be empty
    Index asked = -1;
    double extent = 0; ///< of the band that they stand in, away from the matrix
    double pixels = 13;
    bool inCells = false; ///< written along the cells, else across them
    double inset = 3;     ///< between a label and the edge of its room
    bool stacked = false; ///< where they stand across: characters of Chinese below each other
    /// The place of each token stands beside it, counted from 1; of one whose cell is small alone.
    bool positioned = false;
    bool tokens = true; ///< false: positions alone, but for the asked one
    double positionPixels = 11;
    double positionExtent = 0; ///< of the widest
    std::vector<bool>
        starts; ///< where words begin that have several tokens; empty: nothing is said
};

/// One of them as it is written.
struct TokenLabel {
    Index index = 0;
    QString text;
    QRectF rect; ///< its room, in coordinates of the widget around the plot
    bool asked = false;
    double inset = 3;
    bool upright = false;
    QString gloss;     ///< under it, in the lower part of `rect`; empty: none is written
    QStringList stack; ///< the lines of one that is stacked
    QString position;  ///< empty: none is written
    QRectF token;      ///< the room of the token, where a position stands beside it
    QRectF place;      ///< that of the position

    /// Whether it is a line of text as any tick of an axis; else who marks them draws it.
    bool isTick() const {
        return !asked && stack.isEmpty() && position.isEmpty() && gloss.isEmpty();
    }
};

/// The enlarged matrix and where it lies, in coordinates of the widget around the plot.
struct MatrixPicture {
    std::shared_ptr<const PreparedPanel> panel;
    CellColours colours;
    MatrixGeometry geometry; ///< of the whole matrix
    QRectF viewport;         ///< the part of it that is seen; whole pixels
    bool values = false;
    DigitSizes digits;
    bool spotlight = false;  ///< all but the asked row and column fades
    bool cornerUsed = false; ///< what stands behind the plot shows through beside its labels
    TokenAxis across;
    TokenAxis down;
    std::optional<MatrixGeometry::Position> hovered;
    std::optional<MatrixGeometry::Position> locked;
    std::vector<MatrixRing> rings;

    std::optional<MatrixGeometry::Position> asked() const { return locked ? locked : hovered; }
    /// Whether the cells are large enough for numbers.
    bool valuesFit() const { return valueType(geometry, colours, digits).has_value(); }
};

/// A matrix with its tokens on two axes of a QCustomPlot. What is seen of it is said from
/// outside; it does nothing by itself and lets all events pass.
class MatrixPlot : public QWidget {
    Q_OBJECT

public:
    explicit MatrixPlot(QWidget* parent = nullptr);

    void setPicture(const MatrixPicture& picture);
    const MatrixPicture& picture() const { return m_picture; }
    /// Holds no matrix any more.
    void clear();

    /// The labels as they are written.
    const std::vector<TokenLabel>& labels(Qt::Orientation side) const {
        return side == Qt::Horizontal ? m_acrossLabels : m_downLabels;
    }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<TokenLabel> placed(const TokenAxis& words, Qt::Orientation side) const;
    /// What the word means, where that has room under it.
    void addGloss(TokenLabel& label, const TokenAxis& words) const;
    /// Gives a label its position and what room that leaves for its token.
    void addPosition(TokenLabel& label, const TokenAxis& words, bool across) const;
    void placeAxes();

    MatrixPicture m_picture;
    PaintedPlot* m_plot;
    MatrixCells* m_cells;
    MatrixMarks* m_marks;
    std::vector<TokenLabel> m_acrossLabels;
    std::vector<TokenLabel> m_downLabels;
};

} // namespace headscope
