// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"

#include <QColor>

#include <span>

class QPainter;

namespace headscope {

class FigureCanvas;

/// A figure that is ready to be painted on any device.
struct FigurePage {
    QSizeF size;             ///< in pixels of 1/96 inch
    double unit = 1;         ///< so many of them are one unit of what paints
    double dotsPerInch = 96; ///< of a PNG
    QColor ground;           ///< under everything
    QString title;           ///< for the file's metadata
    QString description;
    std::function<void(FigureCanvas&)> paint;
    /// In the place of that, of a picture that is painted as the window paints it.
    std::function<void(QPainter&)> paintDirectly;
};

/// The complete file, as renderFigure() gives it.
Result<QByteArray> renderPage(const FigurePage& page, FigureFormat format,
                              const FigureWork& work = {});
/// The picture alone, with a painter that is scaled to its unit; `scale` is that of the painter.
void paintOn(QPainter& painter, const FigurePage& page, double scale);
/// A PDF of several pages, one at least, each of its own size; what it says of itself is said by
/// the first.
Result<QByteArray> renderPdf(std::span<const FigurePage> pages, const FigureWork& work = {});

} // namespace headscope
