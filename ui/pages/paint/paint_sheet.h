// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "pages/paint/paint_figure.h"

#include <QCoreApplication>

#include <algorithm>

namespace headscope {

/// The words of the figure.
struct PaintSheetWords {
    Q_DECLARE_TR_FUNCTIONS(Paint)
};

namespace paint_sheet {
// The layout's own pixels, of a page of this size.
inline constexpr double pageWidth = 1200;
inline constexpr double pageHeight = 860;
inline constexpr double sheetMargin = 40;
inline constexpr double gridTop = 150;    ///< of the matrices
inline constexpr double gridBottom = 520; ///< at most
inline constexpr double sheetGap = 34;
inline constexpr double plotTop = 610;
inline constexpr double plotBottom = 800;

} // namespace paint_sheet

/// Draws in the layout's pixels.
class PaintSheet {
public:
    PaintSheet(FigureCanvas& canvas, const PaintFigure& figure)
        : m_canvas(canvas)
        , m_scene(figure.scene)
        , m_colours(theme(figure.scene.display.theme))
        , m_scale(std::min(figure.size.width() / paint_sheet::pageWidth,
                           figure.size.height() / paint_sheet::pageHeight))
        , m_origin((figure.size.width() - paint_sheet::pageWidth * m_scale) / 2,
                   (figure.size.height() - paint_sheet::pageHeight * m_scale) / 2) {}

    void paint(const QString& title);

private:
    QPointF at(double x, double y) const { return m_origin + QPointF(x, y) * m_scale; }
    using Look = FigureLook;
    void write(double x, double y, const QString& text, const QColor& colour, const Look& look);
    void line(std::initializer_list<QPointF> points, const QColor& colour, double width,
              const std::vector<double>& dash = {});
    void matrix(std::size_t place, const QString& title, const QString& note,
                const std::vector<double>& values, const ValueRange& range, ColourMap map,
                bool isOfPaint);
    void labels();
    void curves();
    void rows();

    FigureCanvas& m_canvas;
    const PaintScene& m_scene;
    const Theme& m_colours;
    double m_scale;
    QPointF m_origin;
    double m_cell = 10;
    double m_left = paint_sheet::sheetMargin; ///< of the first matrix
};

} // namespace headscope
