// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_figure.h"

#include "figure/figure_page.h"
#include "pages/lines/lines_drawing.h"
#include "pages/lines/lines_words.h"

#include <algorithm>

namespace headscope {

namespace {

LinesPaper paperOf(const LinesFigure& figure) {
    const std::optional<FigurePresetSize> preset = sizeOf(figure.preset);
    LinesPaper page;
    page.size = QSizeF(figure.size);
    if (!preset)
        return page;
    // Tokens are written with 14 units.
    constexpr double token = 14;
    page.unit = pixelsPerHalfPoint * preset->type.label / token;
    page.size = (figure.millimetres.isEmpty() ? preset->millimetres : figure.millimetres) *
                (pixelsPerMillimetre / page.unit);
    page.title = static_cast<int>(preset->type.title * token / preset->type.label);
    page.least = 12;
    page.margin = preset->margin * token / preset->type.label;
    page.heightFollows = preset->heightFollows && figure.millimetres.isEmpty();
    return page;
}

} // namespace

void LinesDrawing::chooseWords(LinesGeometryInput& in) {
    const auto columnsWith = [&](const QStringList& queries, const QStringList& keys) {
        in.queryLabelWidth = widest(m_queryWords = queries);
        in.keyLabelWidth = widest(m_keyWords = keys);
        return layoutLines(in).columns.size();
    };
    const auto columns =
        columnsWith(LinesWords::printed(m_picture.queryLabels, m_picture.queryWords),
                    LinesWords::printed(m_picture.keyLabels, m_picture.keyWords));
    const QStringList queries = m_queryWords;
    const QStringList keys = m_keyWords;
    if (columnsWith(m_picture.queryWords, m_picture.keyWords) < columns)
        columnsWith(queries, keys);
}

QString LinesDrawing::title() const {
    if (!m_figure.ownTitle.isEmpty())
        return m_figure.ownTitle;
    return LinesWords::title(m_picture, m_figure.asked ? &*m_figure.asked : nullptr);
}

QString LinesDrawing::subtitle() const {
    if (!m_figure.ownSubtitle.isEmpty())
        return m_figure.ownSubtitle;
    const QString said =
        LinesWords::subtitle(m_picture, m_figure.asked ? &*m_figure.asked : nullptr);
    return m_figure.source.isEmpty() ? said : m_figure.source + QStringLiteral(" · ") + said;
}

LinesDrawing::LinesDrawing(const LinesFigure& figure)
    : m_figure(figure)
    , m_picture(figure.picture)
    , m_colours(theme(figure.theme))
    , m_paper(paperOf(figure)) {
    LinesGeometryInput in;
    in.size = m_paper.size;
    in.queries = static_cast<int>(m_picture.queries);
    in.keys = static_cast<int>(m_picture.keys);
    in.tracks = m_picture.drawnTracks();
    in.columns = static_cast<int>(m_picture.tracks.size());
    in.margin = m_paper.margin;
    in.printed = true;
    in.whole = true; // a page does not scroll
    in.titled = figure.titled;
    in.numbers = figure.asked.has_value();
    const double titled = m_paper.title * m_measure.emWidth(title(), FigureFont::Text, true);
    const double beside = 13 * m_measure.emWidth(subtitle(), FigureFont::Text, false);
    m_below = figure.titled && titled + 16 + beside > in.size.width() - 2 * in.margin;
    in.subtitleHeight =
        (m_below ? titleLine : 0) + (figure.titled && !m_picture.learnt.isEmpty() ? titleLine : 0);
    chooseWords(in);
    if (m_paper.heightFollows) {
        constexpr double pleasantPitch = 28;
        const LinesGeometry trial = layoutLines(in);
        const double around = in.size.height() - trial.rows.height();
        in.size.setHeight(
            std::min(in.size.height(), around + pleasantPitch * std::max(in.queries, in.keys)));
        m_paper.size = in.size;
    }
    m_geometry = layoutLines(in);
}

FigureNotes LinesDrawing::notes() const {
    FigureNotes notes;
    const auto left = std::ssize(m_picture.tracks) - std::ssize(m_geometry.columns);
    if (left > 0)
        notes << LinesWords::numbersLeftOut(static_cast<int>(left));
    if (m_geometry.isDense())
        notes << LinesWords::tokensLeftOut();
    if (m_figure.titled && m_cut)
        notes << LinesWords::titleCut();
    return notes;
}

double LinesDrawing::widest(const QStringList& labels) const {
    double width = 0;
    for (const QString& label : labels)
        width = std::max(width, 14 * m_measure.emWidth(label, FigureFont::Text, true));
    return width;
}

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
