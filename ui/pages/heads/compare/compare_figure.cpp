// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_figure.h"

#include "figure/figure_page.h"
#include "pages/heads/compare/compare_sheet.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
double bottomOf(const CompareGeometry& geometry) {
    double bottom = geometry.bar.bottom();
    for (const QRectF& line : geometry.most)
        bottom = std::max(bottom, line.bottom());
    for (const CompareThumbnail& small : geometry.heads)
        bottom = std::max(bottom, small.frame.bottom());
    return bottom;
}
} // namespace

Result<QByteArray> renderComparison(const CompareFigure& figure, FigureFormat format,
                                    const FigureWork& work) {
    if (figure.scene.compared && figure.scene.compared->error)
        return *figure.scene.compared->error;
    std::shared_ptr<const CompareContent> content = compareContent(figure.scene);
    if (!content || content->a.panels.empty() || content->b.panels.empty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "there is nothing to compare: A or B has no such matrix"));
    if (figure.part) {
        auto cut = std::make_shared<CompareContent>(*content);
        if (const Status possible = cutTo(*cut, *figure.part); !possible)
            return possible.error();
        content = std::move(cut);
    }
    constexpr QSize design(comparisonWidth, 820);
    QSize size = figure.size;
    if (size.isEmpty())
        size = design.scaled(size.width() > 0 ? size.width() : design.width(), largestFigureSide,
                             Qt::KeepAspectRatio);
    if (const Status possible = checkFigureSize(size); !possible)
        return possible.error();
    // Type grows with the figure, as the layout was made for 1400 × 820.
    const double scale =
        std::min(double(size.width()) / design.width(), double(size.height()) / design.height());
    CompareGeometryInput in = compareLayoutOf(*content, scale);
    in.controls = false;
    in.area = QRectF(QPointF(0, 0), QSizeF(size))
                  .adjusted(32 * scale, 20 * scale, -32 * scale, -20 * scale);
    const CompareGeometry geometry = layoutCompare(in);
    if (figure.size.isEmpty())
        size.setHeight(static_cast<int>(std::ceil(bottomOf(geometry) + 24 * scale)));
    const CompareImages images = makeImages(*content, geometry, figure.dotsPerInch / 96);
    CompareLook look;
    look.figure = true;
    look.values = figure.scene.display.valuesInCells;
    look.textScale = scale;
    FigurePage page;
    page.size = QSizeF(size);
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.scene.display.theme).base;
    page.title = content->title;
    page.description = content->detail;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill({QPointF(0, 0), page.size}, page.ground.rgb());
        paintComparison(canvas, *content, geometry, images, look);
    };
    return renderPage(page, format, work);
}

} // namespace headscope
