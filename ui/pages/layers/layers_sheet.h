// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "figure/figure_canvas.h"
#include "pages/layers/layers_picture.h"

namespace headscope {

/// How the overview is drawn: on a screen with what is pointed at, or for a paper without, but with
/// what it is called.
struct LayersStyle {
    QRectF area;                                 ///< that the picture is laid out in
    std::optional<LayersPicture::Place> hovered; ///< under the pointer
    std::optional<LayersPicture::Place> cursor;  ///< where the keys stand
    bool framed = false;                         ///< whether that has a frame
    bool onPaper = false;                        ///< laid out by LayersPicture::layOutOnPaper()
};
/// Rows that lie outside of `exposed` are left out.
void paintLayers(FigureCanvas& canvas, const LayersPicture& picture, const LayersStyle& style,
                 const QRectF& exposed);

/// The overview as a figure, as high as it takes.
struct LayersFigure {
    LayersPicture picture;
    int width = 1200;        ///< in pixels of 1/96 inch
    double dotsPerInch = 96; ///< of a PNG
    ThemeKind theme = ThemeKind::Light;
};
/// The complete file, as renderFigure() gives it. An Error where there is no head.
Result<QByteArray> renderLayers(LayersFigure figure, FigureFormat format);

} // namespace headscope
