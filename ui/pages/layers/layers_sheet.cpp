// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_sheet.h"

#include "figure/figure_page.h"
#include "figure/figure_painter.h"
#include "figure/figure_writer.h"
#include "figure/off_mark.h"
#include "painters/matrix_painter.h"
#include "scene/compared.h"
#include "words/error_text.h"
#include "words/joined.h"
#include "words/numbers/number_format.h"
#include "words/off_text.h"
#include "words/statements.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace headscope {

namespace {

constexpr double sheetPadding = 24; ///< as the layout has it
constexpr Index mostCells = 400;    ///< of a head on paper whose cells are single rectangles

constexpr FigureLook plainLook{.pixels = 13};
constexpr FigureLook boldLook{.pixels = 13, .bold = true};
constexpr FigureLook titleLook{.pixels = 18, .bold = true};
constexpr FigureLook numberLook{.pixels = 12, .font = FigureFont::Number};

class LayersDrawing : FigureWriter {
    Q_DECLARE_TR_FUNCTIONS(Layers)

public:
    using Place = LayersPicture::Place;

    LayersDrawing(FigureCanvas& canvas, const LayersPicture& picture, const LayersStyle& style)
        : FigureWriter(canvas, picture.scene().display.textScale)
        , m_picture(picture)
        , m_geometry(picture.geometry())
        , m_style(style)
        , m_colours(theme(picture.scene().display.theme))
        , m_shown(style.onPaper ? std::nullopt : picture.shownPlace())
        , m_marked(style.hovered  ? style.hovered
                   : style.cursor ? style.cursor
                                  : m_shown) {}

    void all(const QRectF& exposed) {
        m_canvas.fill(exposed, m_colours.base.rgb());
        if (m_picture.isEmpty())
            return nothing();
        if (m_style.onPaper) {
            const double wide = m_style.area.width() - 2 * sheetPadding;
            writeIn({sheetPadding, 12, wide, 24}, m_picture.title(), m_colours.text, titleLook);
            writeIn({sheetPadding, 38, wide, 20}, m_picture.detail(), m_colours.secondary);
        }
        legend();
        barLegend();
        headLines();
        const std::vector<LayersPicture::Group>& groups = m_picture.groups();
        for (std::size_t group = 0; groups.size() > 1 && group < groups.size(); ++group)
            writeIn(m_geometry.headings[group], groups[group].title, m_colours.text, boldLook);
        for (int row = 0; row < std::ssize(m_picture.rows()); ++row) {
            const QRectF label = m_geometry.rowLabels[static_cast<std::size_t>(row)];
            if (label.bottom() + m_geometry.barHeight >= exposed.top() &&
                label.top() <= exposed.bottom())
                this->row(row);
        }
        if (m_shown)
            frame(*m_shown, m_colours.accent);
        if (m_style.hovered && m_style.hovered != m_shown)
            frame(*m_style.hovered, m_colours.text);
        else if (m_style.framed && m_style.cursor && m_style.cursor != m_shown)
            frame(*m_style.cursor, m_colours.text);
    }

private:
    void nothing() {
        if (!m_picture.isComparing())
            return;
        const std::shared_ptr<const Compared>& compared = m_picture.scene().compared;
        const QString said = compared && compared->error
                                 ? translated(*compared->error)
                                 : CompareWords::tr("Computing both states …");
        QRectF line = m_style.area.adjusted(40, 80, -40, 0);
        line.setHeight(20 * s());
        const FigureLook look{.pixels = 14};
        for (const QString& part :
             linesOf(said, m_measure, static_cast<int>(14 * s()), std::max(1.0, line.width()))) {
            writeIn(line, part, m_colours.secondary, look.at(FigureAnchor::Middle));
            line.translate(0, line.height());
        }
    }

    void legend() {
        QRectF line = m_geometry.legend;
        if (!m_style.onPaper) {
            writeIn(line, tr("head →"), m_colours.secondary);
            line.setLeft(line.left() + 72 * s());
        }
        // On paper it is the title, unless that is an answer.
        if (!m_style.onPaper || m_picture.isComparing())
            writeIn(line, m_picture.subject(), m_colours.text, boldLook);
        QRectF rest = m_geometry.scale;
        if (rest.top() <= line.top())
            rest.setLeft(line.left() + widthOf(m_picture.subject(), boldLook) + 16 * s());
        range(rest);
        const auto put = [&](const QString& text) {
            writeIn(rest, text, m_colours.secondary);
            rest.setLeft(rest.left() + widthOf(text, plainLook) + 20 * s());
        };
        const auto swatch = [&] {
            const double side = 14 * s();
            const QRectF square(rest.left(), rest.center().y() - side / 2, side, side);
            rest.setLeft(square.right() + 6 * s());
            return square;
        };
        for (const CellMark mark : m_picture.marks()) {
            if (widthOf(markName(mark), plainLook) + 20 * s() > rest.width())
                break;
            const QRectF square = swatch();
            hatch({square}, mark);
            if (mark == CellMark::Dropped)
                writeIn(square, QString(QChar(droppedSign)), m_colours.secondary,
                        plainLook.at(FigureAnchor::Middle));
            put(markName(mark));
        }
        const HeadsOff* const off = m_picture.off();
        if (off && off->any()) {
            paintOff(m_canvas, swatch(), m_colours, s());
            put(m_style.onPaper ? offText(*off) : offMarkName());
        }
        // In every square; the large one says it again.
        const QString weights =
            m_picture.isComparing() || m_style.onPaper ? QString() : m_picture.weightsSaid();
        QStringList said{joined({m_picture.axesText(), weights})};
        if (!weights.isEmpty())
            said << weights << tr("dice");
        const auto fits = [&](const QString& text) {
            return widthOf(text, plainLook) <= rest.width();
        };
        if (const auto fitting = std::ranges::find_if(said, fits); fitting != said.end())
            put(*fitting);
    }

    /// The colours and their ends, or whose these are; takes what it needs from the left of `rest`.
    void range(QRectF& rest) {
        const auto put = [&](const QString& text, const FigureLook& look, double behind) {
            writeIn(rest, text, m_colours.secondary, look);
            rest.setLeft(rest.left() + widthOf(text, look) + behind * s());
        };
        const std::optional<CellColours> common = m_picture.commonColours();
        if (!common)
            return put(m_picture.rangeWords(), plainLook, 20);
        const ValueScale& range = common->range;
        put(rangeText(range.low), numberLook, 4);
        const QRectF bar(rest.left(), rest.center().y() - 5 * s(), 96 * s(), 10 * s());
        paintEdge(m_canvas, bar, common->map, m_colours.kind, 1);
        m_canvas.gradient(bar, colourRamp(common->map, 64));
        rest.setLeft(bar.right() + 4 * s());
        put((range.high > 0 && range.low < 0 ? QStringLiteral("+") : QString()) +
                rangeText(range.high),
            numberLook, range.squareRoot ? 8 : 20);
        if (range.squareRoot)
            put(tr("square root"), plainLook, 20);
    }

    void barLegend() {
        const std::vector<LayersPicture::Piece> pieces = m_picture.barLegend();
        const std::vector<QRectF>& rooms = m_geometry.barPieces;
        for (std::size_t i = 0; i < std::min(pieces.size(), rooms.size()); ++i) {
            const QRectF room = rooms[i];
            const LayersPicture::Piece& piece = pieces[i];
            writeIn(room.adjusted(piece.before, 0, 0, 0), piece.text,
                    i == 0 ? m_colours.text : m_colours.secondary, i == 0 ? boldLook : plainLook);
            if (i == 0)
                paintShareBar(
                    m_canvas, {room.left(), room.center().y() - 2.5 * s(), 28 * s(), 5 * s()}, 0.6,
                    m_picture.bars().even ? std::optional(0.35) : std::nullopt, m_colours, s());
            else if (piece.before > 0)
                m_canvas.fill({room.left(), room.center().y() - 6 * s(), 2 * s(), 12 * s()},
                              m_colours.text.rgb());
        }
    }

    void headLines() {
        const QString said = m_picture.headLineText();
        for (QRectF line : m_geometry.headLines) {
            if (!said.isEmpty()) {
                if (m_geometry.headLines.size() == 1)
                    line.setRight(m_style.area.right() - 8);
                writeIn(line, said, m_colours.secondary);
                continue;
            }
            for (int column = 0; column < m_picture.columns(); ++column) {
                const QRectF label = m_geometry.headLabel(line, column);
                const double side = std::min(18 * s(), label.width());
                paintHeadBadge(m_canvas, {label.left(), label.center().y() - side / 2, side, side},
                               m_picture.headAt({0, column}), m_colours.kind, 12 * s());
                if (m_marked && m_marked->column == column)
                    m_canvas.fill({label.left(), label.bottom() - 1, m_geometry.cell, 2},
                                  m_colours.accent.rgb());
                const QString mean = m_picture.meanOfColumn(column);
                const QRectF rest = label.adjusted(side + 4 * s(), 0, 0, 0);
                if (widthOf(mean, numberLook) <= rest.width())
                    writeIn(rest, mean, m_colours.secondary, numberLook);
            }
        }
    }

    void row(int row) {
        const LayersPicture::Row& drawn = m_picture.rows()[static_cast<std::size_t>(row)];
        const bool marked = m_marked && m_marked->row == row;
        const QString mean = m_picture.meanOfRow(drawn);
        const QRectF label = m_geometry.rowLabels[static_cast<std::size_t>(row)];
        const double apart = mean.isEmpty() ? 0 : 8 * s();
        writeIn(label.translated(0, -apart), drawn.label,
                marked || m_style.onPaper ? m_colours.text : m_colours.secondary,
                (marked ? boldLook : plainLook).at(FigureAnchor::End));
        writeIn(label.translated(0, apart), mean, m_colours.secondary,
                {.pixels = 12, .anchor = FigureAnchor::End});
        QRectF note = m_picture.thumbnail({row, 0});
        note.setRight(m_style.area.right() - 8);
        writeIn(note, drawn.note, m_colours.secondary);
        for (int column = 0; column < m_picture.columns(); ++column) {
            const Place place{row, column};
            if (!m_picture.hasHead(place))
                continue;
            head(place);
            bar(place);
        }
    }

    const QImage& imageAt(const Place& place) const {
        return m_picture.rowAt(place).heads[static_cast<std::size_t>(m_picture.headAt(place))];
    }

    /// The pixels of its image, in the upper left of its square.
    MatrixGeometry cellsAt(const Place& place) const {
        const QImage& image = imageAt(place);
        const QRectF square = m_picture.thumbnail(place);
        MatrixGeometry cells;
        cells.origin = square.topLeft();
        cells.rows = image.height();
        cells.columns = image.width();
        cells.pitchX = cells.pitchY = square.width() / std::max(image.width(), image.height());
        return cells;
    }

    void frame(const Place& place, const QColor& colour) {
        paintFrame(m_canvas, cellsAt(place).bounds().adjusted(-3, -3, 3, 3), 2, colour.rgb());
    }

    void hatch(const std::vector<QRectF>& region, CellMark mark) {
        const MarkStyle style = markStyle(mark, m_colours);
        if (style.step > 0)
            return m_canvas.hatch(region, style.ground, style.lines, style.step, 1);
        for (const QRectF& rect : region)
            m_canvas.fill(rect, style.flat);
    }

    void head(const Place& place) {
        const LayersPicture::Row& row = m_picture.rowAt(place);
        const auto head = static_cast<std::size_t>(m_picture.headAt(place));
        const QImage& image = imageAt(place);
        const MatrixGeometry cells = cellsAt(place);
        paintEdge(m_canvas, cells.bounds(), m_picture.coloursOf(row, 0).map, m_colours.kind, 1);
        const bool single = row.factor == 1 && cells.rows * cells.columns <= mostCells;
        if (!m_style.onPaper) {
            if (image.hasAlphaChannel()) { // hatched cells are transparent
                hatch({cells.bounds()}, CellMark::Masked);
                const QRectF padded = paddingPart(cells, row.paddingFrom);
                if (!padded.isEmpty())
                    hatch({padded}, CellMark::Padding);
            }
            m_canvas.cellImage(cells, image);
        } else if (!single) {
            m_canvas.cellImage(cells, flattened(image));
        }
        const MatrixPanel& panel = row.attention->heads[head].panel;
        if (row.factor == 1 && (!panel.typedNumbers.empty() || (m_style.onPaper && single)))
            this->cells(panel, cells, image, m_style.onPaper && single);
        if (m_picture.isOff(place))
            paintOff(m_canvas, cells.bounds(), m_colours, s());
    }

    /// Single ones where they are `drawn`, and the pins of typed numbers.
    void cells(MatrixPanel panel, const MatrixGeometry& cells, const QImage& image, bool drawn) {
        if (m_picture.scene().display.rowsAreKeys)
            panel.turn();
        std::vector<QRgb> colours;
        std::map<CellMark, std::vector<QRectF>> marked;
        for (int row = 0; row < image.height(); ++row) {
            const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(row));
            for (int column = 0; column < image.width(); ++column) {
                colours.push_back(line[column]);
                if (drawn && qAlpha(line[column]) == 0)
                    marked[panel.markOf(row, column)].push_back(cells.cellRect(row, column));
            }
        }
        for (const auto& [mark, region] : marked)
            hatch(region, mark);
        if (drawn)
            m_canvas.cells(cells, colours);
        paintTypedNumberPins(m_canvas, panel, cells, colours);
    }

    /// Where the queries from `begin` on, of those in a picture, are.
    QRectF paddingPart(const MatrixGeometry& cells, Index begin) const {
        const bool turned = m_picture.scene().display.rowsAreKeys;
        const QRectF first = cells.cellRect(turned ? 0 : std::min(begin, cells.rows),
                                            turned ? std::min(begin, cells.columns) : 0);
        return {first.topLeft(), cells.bounds().bottomRight()};
    }

    /// Cells that are too small for hatching have its colour.
    QImage flattened(const QImage& image) const {
        QImage flat(image.size(), QImage::Format_RGB32);
        flat.fill(markStyle(CellMark::Masked, m_colours).flat);
        QPainter(&flat).drawImage(0, 0, image);
        return flat;
    }

    void bar(const Place& place) {
        if (m_geometry.barHeight <= 0)
            return;
        QRectF room = m_geometry.bar(place.row, place.column);
        if (m_picture.hasOwnOrder()) {
            writeIn(room, QString::number(m_picture.headAt(place) + 1), m_colours.text,
                    {.pixels = 12, .bold = true});
            room.setLeft(room.left() + 18 * s());
        }
        const std::optional<HeadBar>& bar = m_picture.barAt(place);
        if (!bar)
            return;
        if (m_geometry.barNumbers) {
            // Measured by the layout: hundreds of numbers are not measured again.
            write(bar->text, {room.right(), room.center().y()}, m_colours.secondary,
                  numberLook.at(FigureAnchor::End));
            room.setRight(room.right() - m_geometry.barNumberWidth - 6 * s());
        }
        const double largest = m_picture.bars().largest > 0 ? m_picture.bars().largest : 1;
        paintShareBar(m_canvas, {room.left(), room.center().y() - 2.5 * s(), room.width(), 5 * s()},
                      bar->value / largest,
                      bar->even ? std::optional(*bar->even / largest) : std::nullopt, m_colours,
                      s());
    }

    const LayersPicture& m_picture;
    const LayersGeometry& m_geometry;
    const LayersStyle& m_style;
    const Theme& m_colours;
    std::optional<Place> m_shown;
    std::optional<Place> m_marked; ///< whose row and column have their names in the foreground
};

} // namespace

void paintLayers(FigureCanvas& canvas, const LayersPicture& picture, const LayersStyle& style,
                 const QRectF& exposed) {
    LayersDrawing(canvas, picture, style).all(exposed);
}

Result<QByteArray> renderLayers(LayersFigure figure, FigureFormat format) {
    LayersPicture& picture = figure.picture;
    if (picture.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there are no layers to draw"));
    picture.layOutOnPaper(figure.width, std::max(1.0, figure.dotsPerInch / 96), figure.theme);
    FigurePage page;
    page.title = picture.title();
    page.description = picture.detail();
    // As wide as what stands there, and not wider than what was asked for.
    const FontMeasure measure;
    const LayersGeometry& geometry = picture.geometry();
    const double heading = std::max(
        titleLook.pixels * measure.emWidth(page.title, titleLook.font, true),
        plainLook.pixels * measure.emWidth(page.description, plainLook.font, plainLook.bold));
    double right = std::max({geometry.size.width(), 2 * sheetPadding + heading, 640.0});
    for (const QRectF& piece : geometry.barPieces)
        right = std::max(right, piece.right() + sheetPadding);
    page.size = {std::ceil(std::min(right, static_cast<double>(figure.width))),
                 std::ceil(geometry.size.height())};
    // The page may be narrower than what is wanted, which has its bounds all the same.
    if (const Status possible = checkFigureSize(QSizeF(figure.width, page.size.height()));
        !possible)
        return possible.error();
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.theme).base;
    page.paint = [&](FigureCanvas& canvas) {
        const QRectF all(QPointF(0, 0), page.size);
        LayersStyle style;
        style.area = all;
        style.onPaper = true;
        paintLayers(canvas, picture, style, all);
    };
    return renderPage(page, format);
}

} // namespace headscope
