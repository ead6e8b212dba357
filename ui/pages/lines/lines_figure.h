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
    FigurePreset preset = FigurePreset::Free; ///< with type in points, nothing below 6
    QSize size{1200, 760};                    ///< in pixels of 1/96 inch, of FigurePreset::Free
    /// The page in millimetres, in the place of what the preset proposes; empty: that.
    QSizeF millimetres{};
    double dotsPerInch = 192;
    bool titled = true; ///< title and subtitle stand above
    QString title{};    ///< in the place of what the page says; empty: that
    QString subtitle{}; ///< in the place of what the page says below it; empty: that
};

/// The complete file; the same figure gives the same bytes. `notes` are told what had no room. An
/// Error where there is nothing to draw or the size is out of bounds.
Result<QByteArray> renderLines(const LinesFigure& figure, FigureFormat format,
                               FigureNotes* notes = nullptr);

} // namespace headscope
