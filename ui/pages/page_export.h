// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page_figures.h"
#include "scene/scene.h"

namespace headscope {

/// What figures() of every page is made of.
class PageExport {
public:
    /// What a page shows, as a figure has it: in type of its own size, without what is only used.
    static Scene onPaper(Scene scene, ThemeKind theme = ThemeKind::Light);
    /// Nothing: what the page is not there for, or else what is missing on it.
    static PageFigures none(const Status& available, Error missing);
    /// Of one that needs no name among others.
    static PageFigures only(PageFigure figure);

    /// The figure in the format that the name ends with, .csv where it has numbers.
    static Result<QByteArray> render(const PageFigure& figure, const QString& path,
                                     const PageLook& look);
    /// The same into a file, which is replaced as a whole.
    static Status write(const PageFigure& figure, const QString& path, const PageLook& look);
};

} // namespace headscope
