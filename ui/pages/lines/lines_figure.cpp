// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_figure.h"

#include "figure/figure_page.h"
#include "pages/lines/lines_drawing.h"
#include "pages/lines/lines_words.h"

#include <algorithm>

namespace headscope {

Result<QByteArray> renderLines(const LinesFigure& figure, FigureFormat format, FigureNotes* notes) {
    if (figure.picture.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there are no attention weights to draw"));
    if (figure.preset == FigurePreset::Free) {
        if (const Status possible = checkFigureSize(figure.size); !possible)
            return possible.error();
    }
    LinesDrawing drawing(figure);
    FigurePage page;
    page.unit = drawing.paper().unit;
    page.size = drawing.paper().size * page.unit;
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.theme).base;
    page.title = drawing.title();
    page.description = drawing.subtitle();
    if (!figure.picture.learnt.isEmpty())
        page.description += QStringLiteral(". ") + figure.picture.learnt;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill(QRectF(QPointF(0, 0), drawing.paper().size), page.ground.rgb());
        drawing.draw(canvas);
    };
    Result<QByteArray> file = renderPage(page, format);
    if (notes)
        *notes = drawing.notes();
    return file;
}

} // namespace headscope
