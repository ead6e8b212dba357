// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"

#include <QByteArray>
#include <QXmlStreamWriter>

namespace headscope {

/// Writes SVG 1.1 as other programs read it: presentation attributes, no style
/// sheet, text as text. (Qt's own generator does not escape its title and cuts
/// text into pieces.)
class SvgCanvas : public FigureCanvas {
public:
    /// `size` in pixels of 1/96 inch, of which `unit` are one of what is painted.
    SvgCanvas(QSizeF size, double unit, const QString& title, const QString& description);

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

    /// Closes the document; the canvas is then used up.
    QByteArray take();

private:
    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
    int m_clips = 0;

    void rect(const QRectF& rect, QRgb colour);
};

} // namespace headscope
