// SPDX-License-Identifier: GPL-3.0-or-later
// What the Lines page writes, on any device.
#include "figure/figure_writer.h"
#include "pages/lines/lines_sheet.h"
#include "pages/lines/lines_words.h"
#include "scene/panels/cell_mark.h"
#include "scene/panels/row_sums.h"
#include "words/numbers/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

class LinesDrawing : FigureWriter {
public:
    LinesDrawing(FigureCanvas& canvas, const LinesDrawingInput& input)
        : FigureWriter(canvas, input.geometry.textScale, input.leastPixels)
        , m_input(input)
        , m_picture(input.picture)
        , m_geometry(input.geometry)
        , m_asked(input.asked)
        , m_colours(theme(input.theme)) {}

    void rows() {
        for (const std::vector<QPointF>& pin : linePins(m_input)) {
            std::vector<QPointF> edge = pin;
            edge.insert(edge.end(), pin.begin(), pin.begin() + 2); // its last corner is round, too
            m_canvas.line(edge, m_colours.base.rgb(), 3 * s(), {});
            m_canvas.polygon(pin, m_colours.text.rgb());
        }
        tokens(LinesSide::Query, m_input.labels.queries);
        tokens(LinesSide::Key, m_input.labels.keys);
        if (!m_asked)
            return;
        if (!ofKey() && m_asked->possible == 0 && m_picture.hiddenCount == 0)
            write(LinesWords::masked(),
                  {m_geometry.lines.left(), m_geometry.labelY(static_cast<int>(m_asked->token))},
                  m_colours.secondary);
        if (!m_geometry.columns.empty())
            table();
    }

    void frame() {
        if (!m_geometry.title.isEmpty())
            titles();
        writeIn(m_geometry.queryHeader, LinesWords::queryHeader(), m_colours.secondary);
        writeIn(m_geometry.keyHeader, LinesWords::keyHeader(), m_colours.secondary);
        if (m_asked && ofKey() && !m_geometry.names.isEmpty())
            writeIn(m_geometry.namesHeader, LinesWords::namesHeader(), m_colours.secondary);
        for (std::size_t place = 0; place < m_geometry.columnHeads.size(); ++place)
            badge(m_geometry.columnHeads[place].center(), m_picture.tracks[trackAt(place)]);
        for (const auto& [room, arrow] :
             {std::pair(m_geometry.earlier, QChar(u'‹')), {m_geometry.later, QChar(u'›')}}) {
            if (!room.isEmpty())
                write(arrow, room.center(), m_colours.secondary,
                      {.pixels = 16, .anchor = FigureAnchor::Middle, .bold = true});
        }
        legend();
        if (m_asked && !m_geometry.columns.empty())
            sums();
    }

private:
    bool ofKey() const { return m_asked->side == LinesSide::Key; }
    std::size_t trackAt(std::size_t column) const {
        return column + static_cast<std::size_t>(m_geometry.firstColumn);
    }
    /// Where the numbers of a column begin.
    double numberX(std::size_t column) const {
        return m_geometry.columns[column].center().x() - numberSlot / 2 * s();
    }

    void titles() {
        const FigureLook large{.pixels = static_cast<double>(m_input.titlePixels), .bold = true};
        const FigureLook small{};
        const QRectF& room = m_geometry.title;
        writeIn(room, m_input.title, m_colours.text, large);
        const double width = m_geometry.subtitle.width();
        const QString& learnt =
            widthOf(m_picture.learnt, small) <= width ? m_picture.learnt : m_picture.learntBriefly;
        const QString& sentence = m_input.sentence.isEmpty() ? learnt : m_input.sentence;
        QRectF line = m_geometry.subtitle;
        if (m_input.subtitleBelow) {
            line.setHeight(line.height() / (sentence.isEmpty() ? 1 : 2));
            writeIn(line, m_input.subtitle, m_colours.secondary, small);
            line.translate(0, line.height());
        } else {
            // On the base line of the title.
            const double drop = (pixelsOf(large) - pixelsOf(small)) * middleToBaseline;
            const double left = room.left() + widthOf(m_input.title, large) + 16 * s();
            const double least = std::min(40 * s(), widthOf(m_input.subtitle, small));
            if (left + least <= room.right())
                writeIn({left, room.top() + drop, room.right() - left, room.height()},
                        m_input.subtitle, m_colours.secondary, small);
        }
        if (!line.isEmpty() && !sentence.isEmpty())
            writeIn(line, sentence, m_colours.text, small);
    }

    void badge(QPointF middle, const LinesTrack& track) {
        if (track.head < 0)
            return write(QStringLiteral("x̄"), middle, m_colours.secondary,
                         {.anchor = FigureAnchor::Middle});
        const double side = 18 * s();
        const QRectF square(middle.x() - side / 2, middle.y() - side / 2, side, side);
        const FigureLook number{.pixels = 11, .anchor = FigureAnchor::Middle, .bold = true};
        if (track.drawn)
            return paintHeadBadge(m_canvas, square, track.head, m_colours.kind, pixelsOf(number));
        const double edge = 2 * s();
        m_canvas.fill(square, trackColour(track, m_colours).rgb());
        m_canvas.fill(square.adjusted(edge, edge, -edge, -edge), m_colours.base.rgb());
        write(QString::number(track.head + 1), middle, m_colours.secondary, number); // it stays
    }

    void legend() {
        const FigureLook words{.pixels = 12};
        const QRectF& room = m_geometry.legend;
        const double y = room.top() + 10 * s();
        double x = room.left() + widthOf(LinesWords::weight(), words) + 16 * s();
        const double step = std::min(52 * s(), (room.right() - x) / legendWeights.size());
        if (step < 31 * s()) // "0.75" beside "0.25"
            return;
        const double sample = step - 8 * s();
        write(LinesWords::weight(), {room.left(), y}, m_colours.secondary, words);
        for (const double weight : legendWeights) {
            const double width = lineWidthOf(weight) * s();
            m_canvas.fill({x, y - width / 2, sample, width},
                          mixed(m_colours.base.rgb(), m_colours.text.rgb(), lineOpacityOf(weight)));
            write(QString::number(weight), {x + sample / 2, y + 19 * s()}, m_colours.secondary,
                  {.pixels = 11, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
            x += step;
        }
        if (x + widthOf(LinesWords::fixedScale(), words) + 8 * s() <= room.right())
            write(LinesWords::fixedScale(), {x, y}, m_colours.secondary, words);
    }

    void tokens(LinesSide side, const QStringList& labels) {
        const bool atRight = side == LinesSide::Key;
        for (const int token : writtenTokens(m_input, side)) {
            const QRectF place =
                atRight ? m_geometry.keyLabel(token) : m_geometry.queryLabel(token);
            const bool isAsked = m_asked && m_asked->side == side && m_asked->token == token;
            const bool isHeld =
                m_asked && m_asked->side != side && m_asked->holds(m_picture, token);
            const bool hidden = atRight && m_picture.hidden[static_cast<std::size_t>(token)] != 0;
            const double y = place.center().y();
            if (isAsked) {
                const double height = std::min(place.height() - 2, 34 * s());
                m_canvas.fill({place.left() - (atRight ? 6 * s() : 0), y - height / 2,
                               place.width() + 6 * s(), height},
                              m_colours.accent.rgb());
            }
            const QColor& ink = isAsked  ? m_colours.accentText
                                : hidden ? m_colours.inactive
                                : isHeld ? m_colours.text
                                         : m_colours.secondary;
            const double end = atRight ? place.left() : place.right();
            const FigureLook look{.pixels = tokenPixels,
                                  .anchor = atRight ? FigureAnchor::Start : FigureAnchor::End,
                                  .bold = isAsked || isHeld};
            write(printable(labels.value(token)), {end, y}, ink, look);
            if (hidden) // struck out
                m_canvas.fill({end, y, widthOf(labels.value(token), look), std::max(1.0, s())},
                              ink.rgb());
        }
    }

    void table() {
        const bool named = ofKey() && !m_geometry.names.isEmpty();
        const double left = named     ? m_geometry.names.left()
                            : ofKey() ? m_geometry.columns.front().left()
                                      : m_geometry.keyLabels.left();
        const double right = m_geometry.columns.back().right();
        for (const int row : writtenTokens(m_input, ofKey() ? LinesSide::Query : LinesSide::Key)) {
            const QRectF band = m_geometry.queryLabel(row);
            if (!m_geometry.isDense())
                m_canvas.fill({left, band.bottom() - 1, right - left, 1}, m_colours.hairline.rgb());
            if (named)
                write(printable(m_input.labels.names.value(row)), {left, band.center().y()},
                      m_colours.secondary);
            for (std::size_t column = 0; column < m_geometry.columns.size(); ++column)
                number(column, row);
            for (const std::vector<QPointF>& pin : numberPins(m_input, row))
                m_canvas.polygon(pin, m_colours.text.rgb());
        }
    }

    /// How much the asked token and the one of a row have to do with each other in one head.
    void number(std::size_t place, int row) {
        const LinesTrack& track = m_picture.tracks[trackAt(place)];
        const QRectF room = m_geometry.number(static_cast<int>(place), row);
        if (m_input.cell && m_input.cell->panel == track.panel &&
            (ofKey() ? m_input.cell->row : m_input.cell->column) == row)
            m_canvas.fill(room.adjusted(4 * s(), 1, -4 * s(), -1), m_colours.accentTint.rgb());
        if (m_picture.hidden[static_cast<std::size_t>(ofKey() ? m_asked->token : Index{row})])
            return; // no number is 0 because it is hidden
        const AskedColumn& column = m_asked->columns[trackAt(place)];
        const auto token = static_cast<std::size_t>(row);
        const auto weight = static_cast<double>(column.weights[token]);
        const double left = numberX(place);
        const double y = room.center().y();
        if (column.masked[token] && weight == 0) {
            const MarkStyle style = markStyle(CellMark::Masked, m_colours);
            return m_canvas.hatch({{left, y - 6 * s(), numberSlot * s(), 12 * s()}}, style.ground,
                                  style.lines, style.step, 1);
        }
        const bool held = column.held[token] != 0;
        write(cellText(column.weights[token], 5), {left, m_geometry.numberY(row)},
              held ? m_colours.text : m_colours.secondary,
              {.bold = held, .font = FigureFont::Number});
        if (held && m_geometry.hasBars())
            m_canvas.fill(
                {left, y + 8 * s(), numberSlot * s() * std::clamp(weight, 0.0, 1.0), 3 * s()},
                trackColour(track, m_colours).rgb());
    }

    /// Σ and number of the held weights, below each column.
    void sums() {
        const double sumY = m_geometry.heldLabel.center().y();
        const double countY = m_geometry.countLabel.center().y();
        writeIn(m_geometry.heldLabel, LinesWords::held(m_asked->side), m_colours.secondary);
        writeIn(m_geometry.countLabel, LinesWords::count(m_asked->side), m_colours.secondary);
        for (std::size_t place = 0; place < m_geometry.columns.size(); ++place) {
            const AskedColumn& column = m_asked->columns[trackAt(place)];
            const bool whole = std::fabs(column.sum - 1) <= sumTolerance(column.weights.size());
            const FigureLook digits{.font = FigureFont::Number};
            write(whole ? QStringLiteral("1") : cellText(static_cast<float>(column.sum), 5),
                  {numberX(place), sumY}, m_colours.text, digits);
            write(QString::number(column.count), {numberX(place), countY}, m_colours.text, digits);
        }
    }

    const LinesDrawingInput& m_input;
    const LinesPicture& m_picture;
    const LinesGeometry& m_geometry;
    const AskedToken* m_asked;
    const Theme& m_colours;
};

} // namespace

void paintLinesRows(FigureCanvas& canvas, const LinesDrawingInput& input) {
    LinesDrawing(canvas, input).rows();
}

void paintLinesFrame(FigureCanvas& canvas, const LinesDrawingInput& input) {
    LinesDrawing(canvas, input).frame();
}

} // namespace headscope
