// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_figure.h"

#include "figure/figure_canvas.h"
#include "figure/figure_page.h"
#include "figure/figure_painter.h"
#include "pages/layers/layers_picture.h"
#include "painters/off_mark.h"
#include "words/joined.h"
#include "words/measure_text.h"
#include "words/number_format.h"
#include "words/off_text.h"
#include "words/statements.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headscope {

namespace {

constexpr double titleHeight = 64;  ///< the height of title and detail
constexpr double sheetPadding = 24; ///< as the layout has it
constexpr Index mostCells = 400;    ///< of a head whose cells are single rectangles
constexpr double evenBefore = 8;    ///< room for the mark before its name
constexpr double barBefore = 36;

class LayersDrawing {
public:
    explicit LayersDrawing(const LayersFigure& figure)
        : m_figure(figure)
        , m_colours(theme(figure.theme)) {
        LayersGeometryInput in;
        in.width = in.height = figure.width;
        for (const LayersFigure::Group& group : figure.groups) {
            in.groups.push_back(static_cast<int>(group.rows.size()));
            in.headingWidth = std::max(in.headingWidth, widthOf(group.title, 13, true));
            for (const LayersFigure::Row& row : group.rows) {
                in.labelWidth =
                    std::max({in.labelWidth, widthOf(row.label, 13), widthOf(row.mean, 12)});
                in.heads = std::max(in.heads, static_cast<int>(row.columns.size()));
                for (const auto& head : row.columns) {
                    if (head && head->bar)
                        m_barNumber = std::max(
                            m_barNumber, widthOf(head->bar->text, 12, false, FigureFont::Number));
                }
            }
        }
        in.legendWidth = 1e9; // always two lines: what is shown, and the range
        in.bars = !figure.bars.isEmpty();
        in.barNumberWidth = m_barNumber;
        in.ownOrder = !figure.ownOrder.isEmpty();
        for (qsizetype i = 0; i < figure.bars.size(); ++i)
            in.barPieces.push_back(before(i) + widthOf(figure.bars[i], 13, i == 0));
        m_heads = in.heads;
        m_geometry = layoutLayers(in);
    }

    /// As wide as what stands there, and not wider than what was asked for.
    QSizeF size() const {
        double right =
            std::max({m_geometry.size.width(), 2 * sheetPadding + widthOf(m_figure.title, 18, true),
                      2 * sheetPadding + widthOf(m_figure.detail, 13), 640.0});
        for (const QRectF& piece : m_geometry.barPieces)
            right = std::max(right, piece.right() + sheetPadding);
        return {std::ceil(std::min(right, static_cast<double>(m_figure.width))),
                std::ceil(m_geometry.size.height() + above())};
    }

    void draw(FigureCanvas& canvas) {
        m_canvas = &canvas;
        write(m_figure.title, {sheetPadding, 24}, 18, m_colours.text, FigureAnchor::Start, true);
        write(m_figure.detail, {sheetPadding, 48}, 13, m_colours.secondary);
        legend();
        barLegend();
        headLines();
        int row = 0;
        for (std::size_t group = 0; group < m_figure.groups.size(); ++group) {
            if (m_figure.groups.size() > 1)
                write(m_figure.groups[group].title, leftMiddle(m_geometry.headings[group]), 13,
                      m_colours.text, FigureAnchor::Start, true);
            for (const LayersFigure::Row& drawn : m_figure.groups[group].rows)
                layer(drawn, row++);
        }
    }

private:
    double widthOf(const QString& text, int pixels, bool bold = false,
                   FigureFont font = FigureFont::Text) const {
        return pixels * m_measure.emWidth(text, font, bold);
    }
    double before(qsizetype piece) const {
        return piece == 0 ? barBefore : piece == m_figure.even ? evenBefore : 0;
    }
    /// Below title and detail; a line that says nothing takes no room.
    double above() const { return titleHeight - (m_figure.subject.isEmpty() ? 20 : 0); }
    QRectF placed(const QRectF& rect) const { return rect.translated(0, above()); }
    QPointF leftMiddle(const QRectF& rect) const {
        return {rect.left(), placed(rect).center().y()};
    }

    void write(const QString& text, QPointF middle, int pixels, const QColor& colour,
               FigureAnchor anchor = FigureAnchor::Start, bool bold = false,
               FigureFont font = FigureFont::Text) {
        if (text.isEmpty())
            return;
        m_canvas->text(
            figureLineAt(text, middle, {static_cast<double>(pixels), anchor, bold, font}),
            colour.rgb());
    }

    void shareBar(const QRectF& bar, double share, std::optional<double> even) {
        m_canvas->fill(bar, m_colours.hairline.rgb());
        if (std::isfinite(share) && share > 0)
            m_canvas->fill(
                {bar.left(), bar.top(), bar.width() * std::min(share, 1.0), bar.height()},
                m_colours.neutralBar.rgb());
        if (even)
            m_canvas->fill({bar.left() + bar.width() * std::clamp(*even, 0.0, 1.0) - 1,
                            bar.top() - 2, 2, bar.height() + 4},
                           m_colours.text.rgb());
    }

    void legend() {
        write(m_figure.subject, {m_geometry.legend.left(), leftMiddle(m_geometry.legend).y()}, 13,
              m_colours.text, FigureAnchor::Start, true);
        double left = m_geometry.scale.left();
        const double middle = leftMiddle(m_geometry.scale).y();
        const auto put = [&](const QString& text, FigureFont font = FigureFont::Text) {
            const int pixels = font == FigureFont::Number ? 12 : 13;
            write(text, {left, middle}, pixels, m_colours.secondary, FigureAnchor::Start, false,
                  font);
            left += widthOf(text, pixels, false, font) + (font == FigureFont::Number ? 4 : 20);
        };
        if (m_figure.common) {
            const ValueScale& range = m_figure.common->range;
            if (range.squareRoot)
                put(QStringLiteral("√"), FigureFont::Number);
            put(rangeText(range.low), FigureFont::Number);
            const QRectF bar(left, middle - 5, 96, 10);
            paintEdge(*m_canvas, bar, m_figure.common->map, m_figure.theme, 1);
            m_canvas->gradient(bar, colourRamp(m_figure.common->map, 64));
            left += 100;
            put((range.low < 0 ? QStringLiteral("+") : QString()) + rangeText(range.high),
                FigureFont::Number);
            left += 16;
        } else {
            put(m_figure.range);
        }
        for (const CellMark mark : m_figure.marks) {
            swatch({left, middle - 7, 14, 14}, mark);
            left += 20;
            put(markName(mark));
        }
        if (!m_figure.off.isEmpty()) {
            cross({left, middle - 7, 14, 14});
            left += 20;
            put(m_figure.off);
        }
        put(m_figure.axes);
    }

    void cross(const QRectF& picture) {
        strokeOff(picture, m_colours, 1,
                  [&](const QLineF& line, const QColor& colour, double width) {
                      m_canvas->line({line.p1(), line.p2()}, colour.rgb(), width, {});
                  });
    }

    void swatch(const QRectF& rect, CellMark mark) {
        const MarkStyle style = markStyle(mark, m_colours);
        if (style.step > 0)
            m_canvas->hatch({rect}, style.ground, style.lines, style.step, 1);
        else
            m_canvas->fill(rect, style.flat);
    }

    void barLegend() {
        for (qsizetype i = 0; i < m_figure.bars.size(); ++i) {
            const QRectF room = m_geometry.barPieces[static_cast<std::size_t>(i)];
            const double middle = leftMiddle(room).y();
            if (i == 0)
                shareBar({room.left(), middle - 2.5, 28, 5}, 0.6,
                         m_figure.even >= 0 ? std::optional(0.35) : std::nullopt);
            else if (i == m_figure.even)
                m_canvas->fill({room.left(), middle - 6, 2, 12}, m_colours.text.rgb());
            write(m_figure.bars[i], {room.left() + before(i), middle}, 13,
                  i == 0 ? m_colours.text : m_colours.secondary, FigureAnchor::Start, i == 0);
        }
    }

    void headLines() {
        for (const QRectF& line : m_geometry.headLines) {
            write(m_figure.ownOrder, leftMiddle(line), 13, m_colours.secondary);
            write(m_figure.meanLabel, leftMiddle(m_geometry.headLabel(line, 0)), 13,
                  m_colours.secondary);
            if (!m_figure.ownOrder.isEmpty() || !m_figure.meanLabel.isEmpty())
                continue;
            const auto& first = firstRow();
            for (int column = 0; column < m_heads; ++column) {
                const QRectF label = placed(m_geometry.headLabel(line, column));
                const QRectF badge(label.left(), label.center().y() - 9, 18, 18);
                const int head = first[static_cast<std::size_t>(column)];
                const QColor colour = headColour(head, m_colours.kind);
                m_canvas->fill(badge, colour.rgb());
                write(QString::number(head + 1), badge.center(), 12, textColourOn(colour.rgb()),
                      FigureAnchor::Middle, true);
                write(m_figure.columnMeans.value(column), {badge.right() + 4, badge.center().y()},
                      12, m_colours.secondary, FigureAnchor::Start, false, FigureFont::Number);
            }
        }
    }

    /// Which head stands in each column: the same in all layers.
    std::vector<int> firstRow() const {
        std::vector<int> heads(static_cast<std::size_t>(m_heads));
        for (const LayersFigure::Group& group : m_figure.groups) {
            for (const LayersFigure::Row& row : group.rows) {
                for (std::size_t column = 0; column < row.columns.size(); ++column) {
                    if (row.columns[column])
                        heads[column] = row.columns[column]->number;
                }
            }
        }
        return heads;
    }

    void layer(const LayersFigure::Row& row, int place) {
        const QRectF label = placed(m_geometry.rowLabels[static_cast<std::size_t>(place)]);
        const double apart = row.mean.isEmpty() ? 0 : 8;
        write(row.label, {label.right(), label.center().y() - apart}, 13, m_colours.text,
              FigureAnchor::End);
        write(row.mean, {label.right(), label.center().y() + apart}, 12, m_colours.secondary,
              FigureAnchor::End);
        const QRectF first = placed(m_geometry.thumbnail(place, 0));
        write(row.note, {first.left(), first.center().y()}, 13, m_colours.secondary);
        for (int column = 0; column < static_cast<int>(row.columns.size()); ++column) {
            const auto& drawn = row.columns[static_cast<std::size_t>(column)];
            if (!drawn)
                continue;
            matrix(*drawn, placed(m_geometry.thumbnail(place, column)));
            if (drawn->off)
                cross(matrixRect(*drawn, placed(m_geometry.thumbnail(place, column))));
            bar(*drawn, placed(m_geometry.bar(place, column)));
        }
    }

    void bar(const LayersFigure::Head& head, QRectF room) {
        if (m_geometry.barHeight <= 0)
            return;
        if (!m_figure.ownOrder.isEmpty()) {
            write(QString::number(head.number + 1), {room.left(), room.center().y()}, 12,
                  m_colours.text, FigureAnchor::Start, true);
            room.setLeft(room.left() + 18);
        }
        if (!head.bar)
            return;
        if (m_geometry.barNumbers) {
            write(head.bar->text, {room.right(), room.center().y()}, 12, m_colours.secondary,
                  FigureAnchor::End, false, FigureFont::Number);
            room.setRight(room.right() - m_barNumber - 6);
        }
        const double largest = m_figure.largestBar > 0 ? m_figure.largestBar : 1;
        shareBar({room.left(), room.center().y() - 2.5, room.width(), 5}, head.bar->value / largest,
                 head.bar->even ? std::optional(*head.bar->even / largest) : std::nullopt);
    }

    /// Where its cells lie.
    QRectF matrixRect(const LayersFigure::Head& head, const QRectF& square) const {
        const Tensor& cells = head.panel->panel.matrix;
        const auto rows = static_cast<double>(cells.size(m_figure.turned ? 1 : 0));
        const auto columns = static_cast<double>(cells.size(m_figure.turned ? 0 : 1));
        const double pitch = square.width() / std::max(rows, columns);
        return {square.topLeft(), QSizeF(columns * pitch, rows * pitch)};
    }

    void matrix(const LayersFigure::Head& head, const QRectF& square) {
        MatrixPanel panel = head.panel->panel;
        CellColours colours = head.colours;
        colours.theme = m_figure.theme;
        const auto longer =
            static_cast<double>(std::max(panel.matrix.size(0), panel.matrix.size(1)));
        const PanelLevels::Level level = head.panel->levels.at(
            panel, square.width() * std::max(1.0, m_figure.dotsPerInch / 96) / longer);
        if (m_figure.turned)
            panel.turn();
        FigureMatrix cells;
        cells.origin = square.topLeft();
        cells.pitchX = cells.pitchY = square.width() / longer;
        cells.rows = panel.matrix.size(0);
        cells.columns = panel.matrix.size(1);
        paintEdge(*m_canvas, cells.bounds(), colours.map, m_figure.theme, 1);
        if (panel.matrix.elementCount() > mostCells)
            return picture(level, colours, square);
        std::vector<QRgb> drawn;
        std::map<CellMark, std::vector<QRectF>> marked;
        for (Index row = 0; row < cells.rows; ++row) {
            for (Index column = 0; column < cells.columns; ++column) {
                const CellMark mark = panel.markOf(row, column);
                const MarkStyle style = markStyle(mark, m_colours);
                if (mark != CellMark::None && style.step > 0)
                    marked[mark].push_back(cells.cellRect(row, column));
                drawn.push_back(mark == CellMark::None ? colourOf(colours.map, colours.range,
                                                                  panel.matrix(row, column),
                                                                  m_figure.turned ? column : row)
                                : style.step > 0       ? QRgb{0}
                                                       : style.flat);
            }
        }
        for (const auto& [mark, region] : marked) {
            const MarkStyle style = markStyle(mark, m_colours);
            m_canvas->hatch(region, style.ground, style.lines, style.step, 1);
        }
        m_canvas->cells(cells, drawn);
        paintTypedNumberPins(*m_canvas, panel, cells, drawn);
    }

    /// Of many cells: a pixel for each, or for some; masked ones flat.
    void picture(const PanelLevels::Level& level, const CellColours& colours,
                 const QRectF& square) {
        QImage image = cellImage(level.panel, colours.pooled(level.factor), m_figure.turned);
        const QRgb flat = markStyle(CellMark::Masked, m_colours).flat;
        for (int y = 0; y < image.height(); ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < image.width(); ++x) {
                if (qAlpha(line[x]) == 0)
                    line[x] = flat;
            }
        }
        FigureMatrix cells;
        cells.origin = square.topLeft();
        cells.rows = image.height();
        cells.columns = image.width();
        cells.pitchX = cells.pitchY =
            square.width() / static_cast<double>(std::max(image.width(), image.height()));
        m_canvas->cellImage(cells, image);
    }

    const LayersFigure& m_figure;
    const Theme& m_colours;
    FigureCanvas* m_canvas = nullptr;
    FontMeasure m_measure;
    LayersGeometry m_geometry;
    double m_barNumber = 0;
    int m_heads = 1;
};

} // namespace

LayersFigure figureOf(const LayersPicture& picture) {
    const bool comparing = picture.isComparing();
    const LayersComparison* const comparison = picture.comparison().get();
    const Scene& scene = picture.scene();
    LayersFigure figure;
    figure.title = comparing ? comparison ? comparison->title : QString() : picture.subject();
    figure.subject = comparing ? picture.subject() : QString();
    figure.detail = comparison ? comparison->detail : QString();
    if (!comparing && scene.run)
        figure.detail = joined({runTitle(scene.run->origin()), picture.weightsSaid()});
    figure.common = picture.commonColours();
    figure.range = picture.rangeWords();
    figure.axes = picture.axesText();
    figure.marks = picture.marks();
    const HeadsOff* const off = picture.off();
    if (off && off->any())
        figure.off = offText(*off);
    figure.turned = scene.display.rowsAreKeys;
    figure.largestBar = picture.bars().largest;
    for (const LayersPicture::Piece& piece : picture.barLegend()) {
        if (piece.text == evenSpreadText())
            figure.even = static_cast<int>(figure.bars.size());
        figure.bars << piece.text;
    }
    figure.ownOrder = picture.ownOrderText();
    auto next = picture.rows().begin();
    for (const LayersPicture::Group& group : picture.groups()) {
        LayersFigure::Group& drawn = figure.groups.emplace_back();
        drawn.title = group.title;
        for (int i = 0; i < group.rows; ++i, ++next) {
            LayersFigure::Row& row = drawn.rows.emplace_back();
            row.label = next->label;
            row.note = next->note;
            row.mean = picture.meanOfRow(*next);
            for (const std::size_t head : next->order) {
                auto& column = row.columns.emplace_back();
                if (auto panel = picture.panelOf(*next, head))
                    column = LayersFigure::Head{
                        std::move(panel), picture.coloursOf(*next, head), static_cast<int>(head),
                        head < next->bars.size() ? next->bars[head] : std::optional<HeadBar>(),
                        off && off->contains(next->attention->scope, static_cast<Index>(head))};
            }
        }
    }
    for (int column = 0; column < picture.columns(); ++column)
        figure.columnMeans << picture.meanOfColumn(column);
    return figure;
}

Result<QByteArray> renderLayers(const LayersFigure& figure, FigureFormat format,
                                const FigureWork& work) {
    if (figure.groups.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there are no layers to draw"));
    LayersDrawing drawing(figure);
    FigurePage page;
    page.size = drawing.size();
    // The page may be narrower than what is wanted, which has its bounds all the same.
    if (const Status possible = checkFigureSize(QSizeF(figure.width, page.size.height()));
        !possible)
        return possible.error();
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.theme).base;
    page.title = figure.title;
    page.description = figure.detail;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill({QPointF(0, 0), page.size}, page.ground.rgb());
        drawing.draw(canvas);
    };
    return renderPage(page, format, work);
}

} // namespace headscope
