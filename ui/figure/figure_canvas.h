// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_geometry.h"
#include "scene/palette.h"

#include <QColor>
#include <QImage>

#include <optional>
#include <vector>

namespace headscope {

/// A device that a figure is painted on, in pixels of 1/96 inch. All edges are
/// crisp, all text is text.
class FigureCanvas {
public:
    virtual ~FigureCanvas() = default;

    /// With the opacity of the colour.
    virtual void fill(const QRectF& rect, QRgb colour) = 0;
    /// One rectangle for each cell, in C order; transparent ones are left out.
    /// Cells without a gap touch without a hairline between them.
    virtual void cells(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) = 0;
    /// Many cells at once: a pixel of the image for each, never smoothed into
    /// each other where there is room for them.
    virtual void cellImage(const MatrixGeometry& matrix, const QImage& image) = 0;
    /// Rectangles that do not overlap, filled and hatched by lines of 45°, `step`
    /// apart, that run on from one rectangle to the next.
    virtual void hatch(const std::vector<QRectF>& region, QRgb ground, QRgb lines, double step,
                       double lineWidth) = 0;
    /// A rectangle filled by the colours from left to right in equal parts.
    virtual void gradient(const QRectF& rect, const std::vector<QRgb>& colours) = 0;
    /// A line through the points; `dash` in widths of it, drawn and left out in turn, empty: all
    /// of it is drawn.
    virtual void line(const std::vector<QPointF>& points, QRgb colour, double width,
                      const std::vector<double>& dash) = 0;
    /// A filled surface, such as the mark at a cell's corner.
    virtual void polygon(const std::vector<QPointF>& corners, QRgb colour) = 0;
    virtual void text(const FigureText& text, QRgb colour) = 0;
};

/// Around cells and colour bars, before these are drawn: the edge of a map that would have none on
/// the ground of the theme, of that width; it shows between the cells, too.
void paintEdge(FigureCanvas& canvas, const QRectF& rect, ColourMap map, ThemeKind kind,
               double width);

/// A frame of that width along the inside of `box`.
void paintFrame(FigureCanvas& canvas, const QRectF& box, double width, QRgb colour);

/// The number of a head, counted from 0, on its colour.
void paintHeadBadge(FigureCanvas& canvas, const QRectF& rect, int head, ThemeKind theme,
                    double pixels);

/// A bar on the whole possible range, and the upright mark of what an even spread would give, which
/// stands out by `beyond`. Shares are of the bar, from 0 to 1; one that is no number has no bar.
void paintShareBar(FigureCanvas& canvas, const QRectF& bar, double share,
                   std::optional<double> even, const Theme& colours, double scale,
                   double beyond = 2);

/// The lines of 45° that cross `bounds`, in a raster that starts at (0, 0) of the page.
std::vector<QLineF> hatchLines(const QRectF& bounds, double step);
/// Every pixel as a square of `factor` pixels.
QImage enlarged(const QImage& image, int factor);

} // namespace headscope
