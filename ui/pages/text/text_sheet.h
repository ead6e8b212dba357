// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "figure/figure_canvas.h"
#include "pages/text/text_picture.h"
#include "painters/text_flow.h"
#include "words/numbers/range_words.h"

#include <memory>

namespace headscope {

/// How wide the tokens of a picture are written, in em: kept, because thousands cost milliseconds.
struct TextWidths {
    std::vector<double> queries;
    std::vector<double> keys;
};
TextWidths textWidths(const TextPicture& picture);

/// Where everything of the Text page lies, in pixels. Texts are placed from their own top; they
/// scroll by themselves in the window.
struct TextGeometry {
    double scale = 1;     ///< of the type
    double pixels = 15;   ///< of the tokens, before the scale
    bool numbers = false; ///< weights stand under the keys
    QRectF title;
    QRectF subtitle;
    QRectF body; ///< the texts, as far as there is room
    QRectF legend;
    QRectF bar;         ///< of the colours, in the legend
    QRectF queryHeader; ///< empty where there is one text
    QRectF keyHeader;
    QRectF queryArea; ///< the text of the queries, where it is another
    QRectF keyArea;   ///< that of the keys
    TextFlow queries;
    TextFlow keys;
    double content = 0; ///< how high the texts are
};
/// `size` without a height: as high as the text is. `presented`: short texts become larger still.
TextGeometry layoutText(const TextPicture& picture, const TextWidths& widths, QSizeF size,
                        double scale, bool presented = false);

/// What stands beside the picture itself.
struct TextSaid {
    QString title;
    QString subtitle;
    QString pointed;
    QStringList range; ///< as scaleWords()
};
TextSaid textSaid(const Scene& scene, const TextPicture& picture);

/// Title and legend.
void paintTextFrame(FigureCanvas& canvas, const TextPicture& picture, const TextGeometry& geometry,
                    const TextSaid& said);
/// The lines of the texts that are seen, moved up by `scroll`.
void paintTextBody(FigureCanvas& canvas, const TextPicture& picture, const TextGeometry& geometry,
                   double scroll);

/// The page as a figure, as high as the text needs.
struct TextFigure {
    Scene scene;
    double width = 800; ///< in pixels of 1/96 inch
    double dotsPerInch = 192;
};
Result<QByteArray> renderText(const TextFigure& figure, FigureFormat format);

} // namespace headscope
