// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "figure/figure_canvas.h"
#include "pages/page_figures.h"
#include "scene/palette.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace headscope {

/// A table of coloured cells with a word, a number or both in each, layers from top to bottom: what
/// the Lens page and its neighbour draw, in the window and in files.
struct ModelGrid {
    struct Cell {
        QString word;
        QString number;
        QRgb ground = 0; ///< transparent: there is nothing here
        QString tip;
        bool off = false; ///< crossed out
    };
    QString title;
    QString subtitle;
    QString corner; ///< what the columns are: "token →"
    QStringList columns;
    QStringList rows;
    std::vector<Cell> cells;        ///< row by row
    std::optional<int> askedColumn; ///< that is asked about
    std::vector<QRgb> ramp;         ///< of the colours, from low to high
    QString low, high, scale;       ///< ends of the ramp, and what it is of
    QString off;                    ///< what crossed out cells are; empty: there are none
    QStringList notes;              ///< below; the first is the sentence
    ThemeKind theme = ThemeKind::Light;

    bool isEmpty() const { return cells.empty(); }
    const Cell& at(Index row, Index column) const {
        return cells[static_cast<std::size_t>(row * columns.size() + column)];
    }
};

/// Where all of it lies; rows of cells scroll under the columns' names, columns beside the rows':
/// the origin of the cells is moved.
struct ModelGridGeometry {
    double scale = 1; ///< of the type
    QRectF title, subtitle;
    QRectF head;  ///< the names of the columns
    QRectF body;  ///< of the cells, as far as there is room
    QRectF names; ///< of the rows
    MatrixGeometry cells;
    QSizeF all; ///< of the cells, with the gap behind each
    QRectF legend;
    QRectF notes;
    QSizeF size; ///< of the whole where nothing scrolls

    /// The cell that is seen under a point.
    std::optional<MatrixGeometry::Position> cellAt(QPointF point) const {
        return body.contains(point) ? cells.cellAt(point) : std::nullopt;
    }
};
/// `room` without a height or a width: as much as it takes.
ModelGridGeometry layoutGrid(const ModelGrid& grid, QSizeF room, double scale);

/// The names and cells that are seen, and what stands around them. `framed`: where a cell is that
/// has a frame.
void paintGridBody(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry,
                   const std::optional<QRectF>& framed = {});
void paintGridHead(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry);
void paintGridNames(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry);
void paintGridFrame(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry);

/// The complete file, as high as it takes; `width` in pixels of 1/96 inch makes it larger or
/// smaller, 0: as wide as it takes. An Error where there is nothing to draw, or no such size.
Result<QByteArray> renderGrid(const ModelGrid& grid, FigureFormat format, double width,
                              double dotsPerInch);
/// The same as the figure of a page that shows a table; `paper` makes it in a theme, for a file.
PageFigure gridFigure(const QString& title, const QString& fileName, const ModelGrid& shown,
                      const std::function<ModelGrid(ThemeKind)>& paper);

} // namespace headscope
