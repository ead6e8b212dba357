// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_drawing.h"

#include "pages/lines/lines_words.h"
#include "scene/cell_mark.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {
constexpr int curveParts = 48; ///< straight pieces of a curve
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

void LinesDrawing::draw(FigureCanvas& canvas) {
    m_canvas = &canvas;
    surround();
    if (m_figure.titled)
        titles();
    legend();
    lines(m_picture.lines, m_figure.asked ? fadedOpacity : 1.0, false);
    if (m_figure.asked)
        lines(m_figure.asked->lines, 1, true);
    for (const std::vector<QPointF>& pin : linePins(sheet())) {
        std::vector<QPointF> edge = pin;
        edge.push_back(pin.front());
        canvas.line(edge, m_colours.base.rgb(), linePinEdge, {});
        canvas.polygon(pin, m_colours.text.rgb());
    }
    tokens(LinesSide::Query, m_queryWords);
    tokens(LinesSide::Key, m_keyWords);
    if (m_figure.asked)
        table(*m_figure.asked);
}

void LinesDrawing::write(const QString& text, QPointF middle, int pixels, const QColor& colour,
                         FigureAnchor anchor, bool bold, FigureFont font) {
    pixels = std::max(pixels, m_paper.least);
    m_canvas->text(figureLineAt(text, middle, {static_cast<double>(pixels), anchor, bold, font}),
                   colour.rgb());
}

QRgb LinesDrawing::mixed(const QColor& colour, double opacity) const {
    const auto channel = [opacity](int over, int under) {
        return static_cast<int>(std::lround(over * opacity + under * (1 - opacity)));
    };
    const QColor& ground = m_colours.base;
    return qRgb(channel(colour.red(), ground.red()), channel(colour.green(), ground.green()),
                channel(colour.blue(), ground.blue()));
}

LinesSheet LinesDrawing::sheet() const {
    return {m_picture, m_geometry, m_figure.asked ? &*m_figure.asked : nullptr, {}, m_figure.theme};
}

void LinesDrawing::lines(const std::vector<WeightLine>& all, double opacity, bool edged) {
    const std::vector<int> lanes = m_picture.lanes();
    for (const WeightLine& line : all) {
        const auto track = static_cast<std::size_t>(line.track);
        std::vector<QPointF> points;
        for (int part = 0; part <= curveParts; ++part)
            points.push_back(m_geometry.onLine(static_cast<int>(line.query),
                                               static_cast<int>(line.key), lanes[track],
                                               static_cast<double>(part) / curveParts));
        const auto weight = static_cast<double>(line.weight);
        if (edged)
            m_canvas->line(points, m_colours.base.rgb(), lineWidthOf(weight) + 2, {});
        m_canvas->line(
            points,
            mixed(trackColour(m_picture.tracks[track], m_colours), lineOpacityOf(weight) * opacity),
            lineWidthOf(weight), {});
    }
}

void LinesDrawing::tokens(LinesSide side, const QStringList& labels) {
    const std::optional<AskedToken>& asked = m_figure.asked;
    const bool atRight = side == LinesSide::Key;
    const QRectF& room = atRight ? m_geometry.keyLabel(0) : m_geometry.queryLabel(0);
    const QStringList cut = m_measure.elidedApart(labels, 14, room.width());
    for (const int token : writtenTokens(sheet(), side)) {
        const bool isAsked = asked && asked->side == side && asked->token == token;
        const bool held = asked && asked->side != side && asked->holds(m_picture, token);
        const QRectF place = atRight ? m_geometry.keyLabel(token) : m_geometry.queryLabel(token);
        const double y = place.center().y();
        if (isAsked) {
            const double height = std::min(place.height() - 1, 34.0);
            m_canvas->fill(
                QRectF(place.left() - (atRight ? 6 : 0), y - height / 2, place.width() + 6, height),
                m_colours.accent.rgb());
        }
        const QString& text = cut[token];
        const double end = atRight ? place.left() : place.right();
        write(text, {end, y}, 14,
              isAsked ? m_colours.accentText
              : held  ? m_colours.text
                      : m_colours.secondary,
              atRight ? FigureAnchor::Start : FigureAnchor::End, isAsked || held);
        if (atRight && m_picture.hidden[static_cast<std::size_t>(token)])
            m_canvas->fill(QRectF(end, y, 14 * m_measure.emWidth(text, FigureFont::Text, false), 1),
                           m_colours.secondary.rgb());
    }
}

void LinesDrawing::table(const AskedToken& asked) {
    const bool ofKey = asked.side == LinesSide::Key;
    const QStringList names =
        m_measure.elidedApart(m_picture.queryLabels, 13, m_geometry.names.width() - 4);
    for (const int row : writtenTokens(sheet(), ofKey ? LinesSide::Query : LinesSide::Key)) {
        const double y = m_geometry.queryLabel(row).center().y();
        if (ofKey && !m_geometry.names.isEmpty())
            write(names[row], {m_geometry.names.left(), y}, 13, m_colours.secondary);
        const bool hidden =
            m_picture
                .hidden[static_cast<std::size_t>(ofKey ? asked.token : static_cast<Index>(row))] !=
            0;
        for (std::size_t place = 0; place < m_geometry.columns.size() && !hidden; ++place)
            number(asked.columns[place], m_picture.tracks[place], static_cast<std::size_t>(row),
                   m_geometry.number(static_cast<int>(place), row));
        for (const std::vector<QPointF>& pin : numberPins(sheet(), row))
            m_canvas->polygon(pin, m_colours.text.rgb());
    }
    if (!ofKey && asked.possible == 0 && m_picture.hiddenCount == 0)
        write(LinesWords::masked(),
              {m_geometry.lines.left(),
               m_geometry.queryLabel(static_cast<int>(asked.token)).center().y()},
              13, m_colours.secondary);
    for (const auto& [label, text] :
         {std::pair(m_geometry.heldLabel, LinesWords::held(asked.side)),
          std::pair(m_geometry.countLabel, LinesWords::count(asked.side))})
        write(m_measure.elided(text, 13, label.width()), {label.left(), label.center().y()}, 13,
              m_colours.secondary);
    for (std::size_t place = 0; place < m_geometry.columns.size(); ++place) {
        const double left = m_geometry.columns[place].center().x() - 21;
        write(cellText(static_cast<float>(asked.columns[place].sum), 5),
              {left, m_geometry.heldLabel.center().y()}, 13, m_colours.text, FigureAnchor::Start,
              false, FigureFont::Number);
        write(QString::number(asked.columns[place].count),
              {left, m_geometry.countLabel.center().y()}, 13, m_colours.text, FigureAnchor::Start,
              false, FigureFont::Number);
    }
}

void LinesDrawing::number(const AskedColumn& column, const LinesTrack& track, std::size_t row,
                          const QRectF& place) {
    const double left = place.center().x() - 21;
    const float weight = column.weights[row];
    if (column.masked[row] && weight == 0.0F) {
        const MarkStyle style = markStyle(CellMark::Masked, m_colours);
        m_canvas->hatch({QRectF(left, place.center().y() - 6, 42, 12)}, style.ground, style.lines,
                        style.step, 1);
        return;
    }
    const bool held = column.held[row] != 0;
    const bool bars = m_geometry.pitch >= 34;
    write(cellText(weight, 5), {left, place.center().y() - (bars ? 2 : 0)}, 13,
          held ? m_colours.text : m_colours.secondary, FigureAnchor::Start, held,
          FigureFont::Number);
    if (held && bars)
        m_canvas->fill(QRectF(left, place.center().y() + 8,
                              42 * std::clamp(static_cast<double>(weight), 0.0, 1.0), 3),
                       trackColour(track, m_colours).rgb());
}

void LinesDrawing::titles() {
    const QString over = title();
    const QString under = subtitle();
    const double base = m_geometry.title.center().y();
    const double right = m_geometry.title.right();
    const auto line = [&](const QString& text, QPointF at, int pixels, const QColor& colour,
                          bool bold) {
        const QString shown = m_measure.elided(text, pixels, right - at.x());
        m_cut = m_cut || shown != text;
        write(shown, at, pixels, colour, FigureAnchor::Start, bold);
    };
    line(over, {m_geometry.title.left(), base}, m_paper.title, m_colours.text, true);
    double below = m_geometry.subtitle.top() + titleLine / 2;
    if (m_below)
        line(under, {m_geometry.title.left(), std::exchange(below, below + titleLine)}, 13,
             m_colours.secondary, false);
    else
        line(under,
             {m_geometry.title.left() +
                  m_paper.title * m_measure.emWidth(over, FigureFont::Text, true) + 16,
              base + 2},
             13, m_colours.secondary, false);
    if (!m_picture.learnt.isEmpty())
        line(learnt(right - m_geometry.title.left()), {m_geometry.title.left(), below}, 13,
             m_colours.secondary, false);
}

QString LinesDrawing::learnt(double room) const {
    const bool fits = 13 * m_measure.emWidth(m_picture.learnt, FigureFont::Text, false) <= room;
    return fits ? m_picture.learnt : m_picture.learntBriefly;
}

void LinesDrawing::surround() {
    for (const auto& [header, text] : {std::pair(m_geometry.queryHeader, LinesWords::queryHeader()),
                                       std::pair(m_geometry.keyHeader, LinesWords::keyHeader())})
        write(text, {header.left(), header.center().y()}, 13, m_colours.secondary);
    if (m_figure.asked && m_figure.asked->side == LinesSide::Key && !m_geometry.names.isEmpty())
        write(LinesWords::namesHeader(),
              {m_geometry.namesHeader.left(), m_geometry.namesHeader.center().y()}, 13,
              m_colours.secondary);
    for (std::size_t place = 0; place < m_geometry.columnHeads.size(); ++place) {
        const LinesTrack& track = m_picture.tracks[place];
        const QPointF middle = m_geometry.columnHeads[place].center();
        if (track.head < 0)
            continue; // the subtitle says that it is the mean
        const QColor colour = trackColour(track, m_colours);
        m_canvas->fill(QRectF(middle.x() - 9, middle.y() - 9, 18, 18), colour.rgb());
        write(QString::number(track.head + 1), middle, 11, textColourOn(colour.rgb()),
              FigureAnchor::Middle, true);
    }
}

void LinesDrawing::legend() {
    const QRectF& legend = m_geometry.legend;
    const double begin = 12 * m_measure.emWidth(LinesWords::weight(), FigureFont::Text, false) + 16;
    const double step = std::min(52.0, (legend.width() - begin) / legendWeights.size());
    constexpr double leastStep = 31; // "0.75" beside "0.25"
    if (step < leastStep)
        return;
    double x = legend.left() + begin;
    write(LinesWords::weight(), {legend.left(), legend.top() + 10}, 12, m_colours.secondary);
    for (const double weight : legendWeights) {
        const double width = lineWidthOf(weight);
        m_canvas->fill(QRectF(x, legend.top() + 10 - width / 2, step - 12, width),
                       mixed(m_colours.text, lineOpacityOf(weight)));
        write(QString::number(weight), {x + (step - 12) / 2, legend.top() + 29}, 11,
              m_colours.secondary, FigureAnchor::Middle, false, FigureFont::Number);
        x += step;
    }
    const QString fixed = LinesWords::fixedScale();
    if (x + 12 * m_measure.emWidth(fixed, FigureFont::Text, false) <= legend.right())
        write(fixed, {x, legend.top() + 10}, 12, m_colours.secondary);
}

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

} // namespace headscope
