// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_figure.h"

#include "figure/figure_page.h"
#include "pages/lines/lines_curves.h"
#include "pages/lines/lines_words.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr double underTitle = 20; ///< a line of what stands below the title

/// The page of a figure in the units of its layout: pixels, or half points where a preset gives the
/// type.
struct LinesPaper {
    QSizeF size;
    double unit = 1; ///< pixels of 1/96 inch
    int title = 20;
    int least = 11; ///< of type
    double margin = 24;
    bool heightFollows = false; ///< size.height() is the most
};

LinesPaper paperOf(const LinesFigure& figure) {
    const std::optional<FigurePresetSize> preset = sizeOf(figure.preset);
    LinesPaper page;
    page.size = QSizeF(figure.size);
    if (!preset)
        return page;
    page.unit = pixelsPerHalfPoint * preset->type.label / tokenPixels;
    page.size = (figure.millimetres.isEmpty() ? preset->millimetres : figure.millimetres) *
                (pixelsPerMillimetre / page.unit);
    page.title = static_cast<int>(preset->type.title * tokenPixels / preset->type.label);
    page.least = 12;
    page.margin = preset->margin * tokenPixels / preset->type.label;
    page.heightFollows = preset->heightFollows && figure.millimetres.isEmpty();
    return page;
}

/// The words of both sides.
using SideWords = std::pair<QStringList, QStringList>;

/// Words stand with what they mean, unless a column of numbers has to go for that.
SideWords chooseWords(const LinesPicture& picture, LinesGeometryInput& in) {
    const auto columnsWith = [&in](const SideWords& words) {
        in.queryLabelWidth = widestToken(words.first, 1);
        in.keyLabelWidth = widestToken(words.second, 1);
        return layoutLines(in).columns.size();
    };
    const SideWords whole(picture.queryWords, picture.keyWords);
    const SideWords brief(LinesWords::printed(picture.queryLabels, picture.queryWords),
                          LinesWords::printed(picture.keyLabels, picture.keyWords));
    const auto columns = columnsWith(brief);
    if (columnsWith(whole) >= columns)
        return whole;
    columnsWith(brief);
    return brief;
}

} // namespace

Result<QByteArray> renderLines(const LinesFigure& figure, FigureFormat format, FigureNotes* notes) {
    const LinesPicture& picture = figure.picture;
    if (picture.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there are no attention weights to draw"));
    if (figure.preset == FigurePreset::Free) {
        if (const Status possible = checkFigureSize(figure.size); !possible)
            return possible.error();
    }
    const LinesPaper paper = paperOf(figure);
    const AskedToken* const asked = figure.asked ? &*figure.asked : nullptr;
    const QString title = figure.title.isEmpty() ? LinesWords::title(picture, asked) : figure.title;
    QString subtitle = figure.subtitle;
    if (subtitle.isEmpty()) {
        subtitle = LinesWords::subtitle(picture, asked);
        if (asked) // else the title says it
            subtitle += QStringLiteral(" · ") + LinesWords::kept(asked->percent);
        if (!figure.source.isEmpty())
            subtitle.prepend(figure.source + QStringLiteral(" · "));
    }
    LinesGeometryInput in;
    in.size = paper.size;
    in.queries = static_cast<int>(picture.queries);
    in.keys = static_cast<int>(picture.keys);
    in.tracks = picture.drawnTracks();
    in.columns = static_cast<int>(picture.tracks.size());
    in.margin = paper.margin;
    in.printed = true;
    in.whole = true; // a page does not scroll
    in.titled = figure.titled;
    in.numbers = figure.asked.has_value();
    const FontMeasure measure;
    const auto small = [&](const QString& text) {
        return 13 * measure.emWidth(text, FigureFont::Text, false);
    };
    const double large = paper.title * measure.emWidth(title, FigureFont::Text, true);
    const bool below =
        figure.titled && large + 16 + small(subtitle) > paper.size.width() - 2 * paper.margin;
    in.subtitleHeight =
        figure.titled ? underTitle * (int{below} + int{!picture.learnt.isEmpty()}) : 0;
    const auto [queryWords, keyWords] = chooseWords(picture, in);
    if (paper.heightFollows) {
        constexpr double pleasantPitch = 28;
        const double around = in.size.height() - layoutLines(in).rows.height();
        in.size.setHeight(
            std::min(in.size.height(), around + pleasantPitch * std::max(in.queries, in.keys)));
    }
    const LinesGeometry geometry = layoutLines(in);
    const LinesDrawingInput input{.picture = picture,
                                  .geometry = geometry,
                                  .asked = asked,
                                  .theme = figure.theme,
                                  .labels = linesLabels(picture, queryWords, keyWords, geometry),
                                  .title = title,
                                  .subtitle = subtitle,
                                  .subtitleBelow = below,
                                  .titlePixels = paper.title,
                                  .leastPixels = paper.least};
    FigurePage page;
    page.unit = paper.unit;
    page.size = in.size * page.unit;
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.theme).base;
    page.title = title;
    page.description = subtitle;
    if (!picture.learnt.isEmpty())
        page.description += QStringLiteral(". ") + picture.learnt;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill(QRectF(QPointF(0, 0), in.size), page.ground.rgb());
        paintLines(canvas, input);
        paintLinesRows(canvas, input);
        paintLinesFrame(canvas, input);
    };
    if (notes) {
        const auto left = std::ssize(picture.tracks) - std::ssize(geometry.columns);
        const double room = geometry.title.width();
        if (left > 0)
            *notes << LinesWords::numbersLeftOut(static_cast<int>(left));
        if (geometry.isDense())
            *notes << LinesWords::tokensLeftOut();
        if (figure.titled && (large > room || (below && small(subtitle) > room) ||
                              std::min(small(picture.learnt), small(picture.learntBriefly)) > room))
            *notes << LinesWords::titleCut();
    }
    return renderPage(page, format);
}

} // namespace headscope
