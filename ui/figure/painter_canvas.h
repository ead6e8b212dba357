// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"

#include <QFont>
#include <QFontMetricsF>

#include <map>
#include <tuple>

class QPainter;

namespace headscope {

/// Draws with a QPainter: on an image, on the page of a PDF or in the window.
class PainterCanvas : public FigureCanvas {
public:
    /// On a screen, where many pictures are painted again and again, cells of an image are never
    /// mixed: one may be a pixel wider than another; and hatching of a step that divides 8 is
    /// tiled.
    enum class Device : std::uint8_t { Raster, Screen, Vector };
    /// The painter is scaled to pixels of 1/96 inch; `deviceScale` says by how much.
    PainterCanvas(QPainter& painter, Device device, double deviceScale);

    void fill(const QRectF& rect, QRgb colour) override;
    void cells(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) override;
    void cellImage(const MatrixGeometry& matrix, const QImage& image) override;
    void hatch(const std::vector<QRectF>& region, QRgb ground, QRgb lines, double step,
               double lineWidth) override;
    void gradient(const QRectF& rect, const std::vector<QRgb>& colours) override;
    void line(const std::vector<QPointF>& points, QRgb colour, double width,
              const std::vector<double>& dash) override;
    void polygon(const std::vector<QPointF>& corners, QRgb colour) override;
    void text(const FigureText& text, QRgb colour) override;

private:
    /// A font, found once for all that is written in it.
    struct Face {
        QFont font;
        QFontMetricsF metrics;
    };
    const Face& faceOf(const FontRun& run, FigureFont font, int pixels, bool bold);

    QPainter& m_painter;
    Device m_device;
    double m_scale;
    std::map<std::tuple<bool, FigureFont, int, bool>, Face> m_faces;

    /// With edges on whole pixels of a raster.
    QRectF snapped(const QRectF& rect) const;
};

} // namespace headscope
