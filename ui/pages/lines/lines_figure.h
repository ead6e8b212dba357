// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "pages/lines/lines_picture.h"

namespace headscope {

/// The Lines page as a figure: its title, tokens, lines, numbers and legend, as they are on screen
/// but for what is only to be used.
struct LinesFigure {
    const LinesPicture& picture;
    std::optional<AskedToken> asked;
    QString source{}; ///< what it is of: "Book a flight"; may be empty
    ThemeKind theme = ThemeKind::Light;
    QSize size{1200, 760}; ///< in pixels of 1/96 inch
    double dotsPerInch = 192;
};

/// The complete file; the same figure gives the same bytes.
Result<QByteArray> renderLines(const LinesFigure& figure, FigureFormat format);

} // namespace headscope
