// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "painters/number_type.h"
#include "scene/panels/matrix_panel.h"
#include "scene/value_scale.h"

#include <QBrush>
#include <QImage>

#include <span>

class QPainter;

namespace headscope {

/// How the cells of a panel are coloured.
struct CellColours {
    ColourMap map = ColourMap::Viridis;
    ValueScale range;
    ThemeKind theme = ThemeKind::Light;

    /// For a picture with `factor` rows and columns in the place of one.
    CellColours pooled(Index factor) const { return {map, range.pooled(factor), theme}; }
    bool operator==(const CellColours&) const = default;
};

/// A part of the panel as one pixel per cell, in drawing order; hatched cells are transparent,
/// dropped ones have the mark's colour.
QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned,
                 const CellSpan& part);
QImage cellImage(const MatrixPanel& panel, const CellColours& colours, bool turned);

/// How large values are written, in pixels: as large as the cell lets them, not smaller.
struct DigitSizes {
    double most = 13;
    double least = 9.5;
    /// Smaller magnitudes than this are written at 55 %, so that many of them are not loud.
    double quietBelow = 0;

    DigitSizes() = default;
    DigitSizes(double textScale) // NOLINT: a scale is what most pictures have
        : most(13 * textScale) {}
    DigitSizes(double largest, double smallest)
        : most(largest)
        , least(smallest) {}
};

/// How values are written in the cells, with 3 to 5 characters; nothing where they do not fit.
std::optional<NumberType> valueType(const MatrixGeometry& geometry, const CellColours& colours,
                                    DigitSizes digits);
/// Narrower cells of a mark have its colour in the place of its hatch, in pixels.
inline constexpr double smallestHatchedPitch = 4;

/// Cells of a part, their marks and, where they fit, values; `cells` is that part's image.
void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const CellSpan& part, const QImage& cells, const CellColours& colours, bool values,
                 DigitSizes digits);
/// All of it.
void paintMatrix(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                 const QImage& cells, const CellColours& colours, bool values, DigitSizes digits);

/// The pins of typed numbers of a part.
void paintTypedMark(QPainter& painter, const MatrixGeometry& geometry, const MatrixPanel& panel,
                    const CellSpan& part, const CellColours& colours);
/// The rows of padding as drawn; empty where there are none.
QRectF paddingRect(const MatrixGeometry& geometry, const MatrixPanel& panel);
/// Around cells and colour bars, before these are painted, as paintEdge() of figures.
void paintEdge(QPainter& painter, const QRectF& rect, ColourMap map, ThemeKind kind);
/// A colour bar, from the low end of a map to its high one.
void paintRamp(QPainter& painter, const QRectF& bar, ColourMap map);
/// A colour bar in a line of text, the ends of its range before and behind it.
struct ColourKey {
    std::pair<QString, QString> ends;
    QSizeF bar;
    double gap = 0; ///< between the bar and each end

    double width(const QFont& font) const;
};
/// From the left of `line` on, in the font and the pen of the painter. Of a `ground` the bar has
/// the edge that its map needs there.
void paintColourKey(QPainter& painter, const QRectF& line, const ColourKey& key, ColourMap map,
                    std::optional<ThemeKind> ground = {});
/// A ground with lines of 45° over it, whose step divides 8.
QBrush hatchBrush(const MarkStyle& style);
/// How cells of a mark are filled.
QBrush markBrush(CellMark mark, const Theme& theme);
/// How wide the legend of marks is.
double markNamesWidth(std::span<const CellMark> marks, double textScale);
/// The legend of marks: a swatch and its name for each, from the left of `space` on, as far as
/// there is room. Gives what is left.
QRectF paintMarkNames(QPainter& painter, QRectF space, std::span<const CellMark> marks,
                      const Theme& theme, double textScale);
/// A frame along the inside of a box.
struct CellFrame {
    QRectF box;
    double width = 1;
    QRgb colour = 0;
};
/// Around a locked cell, white inside black: visible on every colour of a map.
std::array<CellFrame, 2> lockFrames(const QRectF& cell);
/// The same, thin: the cell that is asked about but not locked.
std::array<CellFrame, 2> hoverFrames(const QRectF& cell);
void paintLockFrame(QPainter& painter, const QRectF& cell);
void paintHoverFrame(QPainter& painter, const QRectF& cell);

} // namespace headscope
