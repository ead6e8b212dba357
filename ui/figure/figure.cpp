// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"

#include "figure/figure_page.h"
#include "figure/figure_painter.h"

#include <QFileInfo>

namespace headscope {

std::optional<FigureFormat> figureFormatOf(const QString& fileName) {
    const QString ending = QFileInfo(fileName).suffix().toLower();
    if (ending == QStringLiteral("png"))
        return FigureFormat::Png;
    if (ending == QStringLiteral("svg"))
        return FigureFormat::Svg;
    if (ending == QStringLiteral("pdf"))
        return FigureFormat::Pdf;
    return std::nullopt;
}

Result<QByteArray> renderFigure(const FigureRequest& request, FigureFormat format,
                                const FigureWork& work) {
    const auto content = figureContent(request, work);
    if (!content)
        return content.error();
    const FigureGeometry geometry = layoutFigure(content->geometry, FontMeasure());
    FigurePage page;
    page.size = geometry.size;
    page.dotsPerInch = request.dotsPerInch;
    page.ground = theme(content->theme).base;
    page.title = content->documentTitle;
    page.description = content->description;
    page.paint = [&](FigureCanvas& canvas) { paintFigure(*content, geometry, canvas, work); };
    return renderPage(page, format, work);
}

} // namespace headscope
