// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_figure.h"

#include "figure/figure_canvas.h"
#include "figure/figure_page.h"
#include "pages/lines/lines_geometry.h"
#include "pages/lines/lines_painting.h"
#include "pages/lines/lines_words.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr int curveParts = 48; ///< straight pieces of a curve

class LinesDrawing {
public:
    LinesDrawing(FigureCanvas& canvas, const LinesFigure& figure)
        : m_canvas(canvas)
        , m_figure(figure)
        , m_picture(figure.picture)
        , m_colours(theme(figure.theme)) {
        LinesGeometryInput in;
        in.size = QSizeF(figure.size);
        in.queries = static_cast<int>(m_picture.queries);
        in.keys = static_cast<int>(m_picture.keys);
        in.tracks = m_picture.drawnTracks();
        in.columns = static_cast<int>(m_picture.tracks.size());
        in.queryLabelWidth = widest(m_picture.queryLabels);
        in.keyLabelWidth = widest(m_picture.keyLabels);
        in.scroll = 1e9;
        m_geometry = layoutLines(in);
        if (m_geometry.most > 0 && figure.asked) {
            in.scroll = m_geometry.pitch * static_cast<double>(figure.asked->token) -
                        m_geometry.rows.height() / 2;
            m_geometry = layoutLines(in);
        }
    }

    void draw() {
        surround();
        lines(m_picture.lines, m_figure.asked ? fadedOpacity : 1.0, false);
        if (m_figure.asked)
            lines(m_figure.asked->lines, 1, true);
        tokens(LinesSide::Query, m_picture.queryLabels, m_geometry.queryLabels);
        tokens(LinesSide::Key, m_picture.keyLabels, m_geometry.keyLabels);
        if (m_figure.asked)
            table(*m_figure.asked);
    }

private:
    double widest(const QStringList& labels) const {
        double width = 0;
        for (const QString& label : labels)
            width = std::max(width, 14 * m_measure.emWidth(label, FigureFont::Text, true));
        return width;
    }

    void write(const QString& text, QPointF middle, int pixels, const QColor& colour,
               FigureAnchor anchor = FigureAnchor::Start, bool bold = false,
               FigureFont font = FigureFont::Text) {
        const QPointF origin = middle + QPointF(0, pixels * middleToBaseline);
        m_canvas.text(figureLine(text, origin, {static_cast<double>(pixels), anchor, bold, font}),
                      colour.rgb());
    }

    /// Devices without opacity get the colour that it comes out as on the ground.
    QRgb mixed(const QColor& colour, double opacity) const {
        const auto channel = [opacity](int over, int under) {
            return static_cast<int>(std::lround(over * opacity + under * (1 - opacity)));
        };
        const QColor& ground = m_colours.base;
        return qRgb(channel(colour.red(), ground.red()), channel(colour.green(), ground.green()),
                    channel(colour.blue(), ground.blue()));
    }

    bool isInView(int token) const {
        const QRectF row = m_geometry.row(token);
        return row.top() >= m_geometry.rows.top() - 1 &&
               row.bottom() <= m_geometry.rows.bottom() + 1;
    }

    void lines(const std::vector<WeightLine>& all, double opacity, bool edged) {
        const std::vector<int> lanes = m_picture.lanes();
        for (const WeightLine& line : all) {
            // A line to a row that is not on the page would end nowhere.
            if (!isInView(static_cast<int>(line.query)) || !isInView(static_cast<int>(line.key)))
                continue;
            const auto track = static_cast<std::size_t>(line.track);
            const double from = m_geometry.lineY(static_cast<int>(line.query), lanes[track]);
            const double to = m_geometry.lineY(static_cast<int>(line.key), lanes[track]);
            std::vector<QPointF> points;
            for (int part = 0; part <= curveParts; ++part) {
                const double t = static_cast<double>(part) / curveParts;
                points.emplace_back(m_geometry.lines.left() +
                                        m_geometry.lines.width() * (1.5 * t * (1 - t) + t * t * t),
                                    from + (to - from) * t * t * (3 - 2 * t));
            }
            const auto weight = static_cast<double>(line.weight);
            if (edged)
                m_canvas.line(points, m_colours.base.rgb(), lineWidthOf(weight) + 2, {});
            m_canvas.line(points,
                          mixed(trackColour(m_picture.tracks[track], m_colours),
                                lineOpacityOf(weight) * opacity),
                          lineWidthOf(weight), {});
        }
    }

    void tokens(LinesSide side, const QStringList& labels, const QRectF& column) {
        const std::optional<AskedToken>& asked = m_figure.asked;
        for (int token = 0; token < labels.size(); ++token) {
            if (!isInView(token))
                continue;
            const bool isAsked = asked && asked->side == side && asked->token == token;
            const bool held = asked && asked->side != side && asked->holds(m_picture, token);
            const double y = m_geometry.row(token).center().y();
            const bool atRight = side == LinesSide::Key;
            if (isAsked) {
                const double height = std::min(m_geometry.pitch - 2, 34.0);
                m_canvas.fill(QRectF(column.left() - (atRight ? 6 : 0), y - height / 2,
                                     column.width() + 6, height),
                              m_colours.accent.rgb());
            }
            write(m_measure.elided(labels[token], 14, column.width()),
                  {atRight ? column.left() : column.right(), y}, 14,
                  isAsked ? m_colours.accentText
                  : held  ? m_colours.text
                          : m_colours.secondary,
                  atRight ? FigureAnchor::Start : FigureAnchor::End, isAsked || held);
        }
    }

    void table(const AskedToken& asked) {
        const bool ofKey = asked.side == LinesSide::Key;
        const auto count = static_cast<int>(ofKey ? m_picture.queries : m_picture.keys);
        for (int row = 0; row < count; ++row) {
            if (!isInView(row))
                continue;
            if (ofKey && !m_geometry.names.isEmpty())
                write(
                    m_measure.elided(m_picture.queryLabels[row], 13, m_geometry.names.width() - 4),
                    {m_geometry.names.left(), m_geometry.row(row).center().y()}, 13,
                    m_colours.secondary);
            for (std::size_t place = 0; place < m_geometry.columns.size(); ++place)
                number(asked.columns[place], m_picture.tracks[place], static_cast<std::size_t>(row),
                       m_geometry.number(static_cast<int>(place), row));
        }
        write(LinesWords::held(asked.side),
              {m_geometry.heldLabel.left(), m_geometry.heldLabel.center().y()}, 13,
              m_colours.secondary);
        write(LinesWords::count(asked.side),
              {m_geometry.countLabel.left(), m_geometry.countLabel.center().y()}, 13,
              m_colours.secondary);
        for (std::size_t place = 0; place < m_geometry.columns.size(); ++place) {
            const double left = m_geometry.columns[place].center().x() - 21;
            write(cellText(static_cast<float>(asked.columns[place].sum), 5),
                  {left, m_geometry.heldLabel.center().y()}, 13, m_colours.text,
                  FigureAnchor::Start, false, FigureFont::Number);
            write(QString::number(asked.columns[place].count),
                  {left, m_geometry.countLabel.center().y()}, 13, m_colours.text,
                  FigureAnchor::Start, false, FigureFont::Number);
        }
    }

    void number(const AskedColumn& column, const LinesTrack& track, std::size_t row,
                const QRectF& place) {
        const double left = place.center().x() - 21;
        const float weight = column.weights[row];
        if (column.masked[row] && weight == 0.0F)
            return;
        const bool held = column.held[row] != 0;
        write(cellText(weight, 5), {left, place.center().y() - 2}, 13,
              held ? m_colours.text : m_colours.secondary, FigureAnchor::Start, held,
              FigureFont::Number);
        if (held && m_geometry.pitch >= 34)
            m_canvas.fill(QRectF(left, place.center().y() + 8,
                                 42 * std::clamp(static_cast<double>(weight), 0.0, 1.0), 3),
                          trackColour(track, m_colours).rgb());
    }

    void surround() {
        const AskedToken* const asked = m_figure.asked ? &*m_figure.asked : nullptr;
        const QString title = LinesWords::title(m_picture, asked);
        const double base = m_geometry.title.center().y();
        write(m_measure.elided(title, 20, m_geometry.title.width()),
              {m_geometry.title.left(), base}, 20, m_colours.text, FigureAnchor::Start, true);
        QString under = LinesWords::subtitle(m_picture, asked);
        if (!m_figure.source.isEmpty())
            under = m_figure.source + QStringLiteral(" · ") + under;
        const double left =
            m_geometry.title.left() + 20 * m_measure.emWidth(title, FigureFont::Text, true) + 16;
        if (left + 60 < m_geometry.title.right())
            write(m_measure.elided(under, 13, m_geometry.title.right() - left), {left, base + 2},
                  13, m_colours.secondary);
        write(LinesWords::queryHeader(),
              {m_geometry.queryHeader.left(), m_geometry.queryHeader.center().y()}, 13,
              m_colours.secondary);
        write(LinesWords::keyHeader(),
              {m_geometry.keyHeader.left(), m_geometry.keyHeader.center().y()}, 13,
              m_colours.secondary);
        for (std::size_t place = 0; place < m_geometry.columnHeads.size(); ++place) {
            const LinesTrack& track = m_picture.tracks[place];
            const QPointF middle = m_geometry.columnHeads[place].center();
            if (track.head < 0)
                continue; // the subtitle says that it is the mean
            const QColor colour = trackColour(track, m_colours);
            m_canvas.fill(QRectF(middle.x() - 9, middle.y() - 9, 18, 18), colour.rgb());
            write(QString::number(track.head + 1), middle, 11, textColourOn(colour.rgb()),
                  FigureAnchor::Middle, true);
        }
        const QRectF& legend = m_geometry.legend;
        double x = legend.left();
        write(LinesWords::weight(), {x, legend.top() + 10}, 12, m_colours.secondary);
        x += 12 * m_measure.emWidth(LinesWords::weight(), FigureFont::Text, false) + 16;
        for (const double weight : legendWeights) {
            const double width = lineWidthOf(weight);
            m_canvas.fill(QRectF(x, legend.top() + 10 - width / 2, 40, width),
                          mixed(m_colours.text, lineOpacityOf(weight)));
            write(QString::number(weight), {x + 20, legend.top() + 29}, 11, m_colours.secondary,
                  FigureAnchor::Middle, false, FigureFont::Number);
            x += 52;
        }
        write(LinesWords::fixedScale(), {x, legend.top() + 10}, 12, m_colours.secondary);
    }

    FigureCanvas& m_canvas;
    const LinesFigure& m_figure;
    const LinesPicture& m_picture;
    const Theme& m_colours;
    FontMeasure m_measure;
    LinesGeometry m_geometry;
};

} // namespace

Result<QByteArray> renderLines(const LinesFigure& figure, FigureFormat format) {
    if (figure.picture.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there are no attention weights to draw"));
    const AskedToken* const asked = figure.asked ? &*figure.asked : nullptr;
    FigurePage page;
    page.size = figure.size;
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.theme).base;
    page.title = LinesWords::title(figure.picture, asked);
    page.description = LinesWords::subtitle(figure.picture, asked);
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill(QRectF(QPointF(0, 0), page.size), page.ground.rgb());
        LinesDrawing(canvas, figure).draw();
    };
    return renderPage(page, format);
}

} // namespace headscope
