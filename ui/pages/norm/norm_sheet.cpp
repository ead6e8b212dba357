// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/norm/norm_sheet.h"

#include "figure/figure_writer.h"
#include "painters/matrix_painter.h"
#include "words/joined.h"
#include "words/numbers/number_format.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr FigureLook titleLook{.pixels = 20, .bold = true};
constexpr FigureLook subtitleLook{.pixels = 14, .math = true};
constexpr FigureLook plainLook{};
constexpr FigureLook numberLook{.font = FigureFont::Number};
constexpr double leastPixels = 11; ///< of words that have little room

class NormDrawing : FigureWriter {
    Q_DECLARE_TR_FUNCTIONS(Norm)

public:
    NormDrawing(FigureCanvas& canvas, const NormPicture& picture, const NormStyle& style)
        : FigureWriter(canvas, picture.scene().display.textScale)
        , m_picture(picture)
        , m_style(style)
        , m_colours(theme(picture.scene().display.theme))
        , m_asked(style.hovered ? style.hovered : picture.askedTarget()) {}

    void all() {
        m_canvas.fill(m_style.area, m_colours.base.rgb());
        if (m_picture.geometry().sides.empty())
            return;
        for (std::size_t side = 0; side < m_picture.geometry().sides.size(); ++side)
            this->side(side);
        colourBar();
    }

private:
    void side(std::size_t index) {
        const NormSide& laid = m_picture.geometry().sides[index];
        const NormBlock& block = m_picture.sides()[index];
        titles(laid, block);
        labels(laid);
        cells(laid.matrix, block.values, true);
        const Selection& selection = m_picture.scene().selection;
        for (const auto& [grid, values, stage] :
             {std::tuple(&laid.mean, &block.mean, block.root ? Stage::MeanSquare : Stage::Mean),
              std::tuple(&laid.variance, &block.variance, Stage::Variance)}) {
            if (values->isEmpty())
                continue;
            if (selection.stage == stage)
                m_canvas.fill(grid->bounds(), m_colours.accentTint.rgb());
            cells(*grid, *values, false);
        }
        for (const auto& [grid, values] :
             {std::pair(&laid.gain, &block.gain), std::pair(&laid.shift, &block.shift)}) {
            if (values->isEmpty())
                continue;
            const bool written = typeFor(*grid, s()).has_value(); // else colours, as the rest
            for (Index column = 0; column < grid->columns && written; ++column)
                paintFrame(m_canvas, grid->cellRect(0, column), 1, m_colours.controlBorder.rgb());
            cells(*grid, *values, !written);
        }
        // The letters of what was taken, where it stands.
        letter(laid, laid.mean, block.root ? QStringLiteral("m") : QStringLiteral("μ"),
               block.layer);
        letter(laid, laid.variance, QStringLiteral("σ²"), block.layer);
        letter(laid, laid.gain, QStringLiteral("γ"), false);
        letter(laid, laid.shift, QStringLiteral("β"), false);
        if (m_asked)
            frames(index);
    }

    void titles(const NormSide& laid, const NormBlock& block) {
        const QString title = m_picture.sideTitle(block);
        writeIn(laid.title, title, m_colours.text, titleLook);
        const QRectF rest = laid.title.adjusted(widthOf(title, titleLook) + 14 * s(), 0, 0, 0);
        const QStringList subtitles = m_picture.subtitles();
        const auto subtitle = std::ranges::find_if(subtitles, [&](const QString& words) {
            return widthOf(words, subtitleLook) <= rest.width();
        });
        if (subtitle != subtitles.end())
            writeIn(rest, *subtitle, m_colours.secondary, subtitleLook);
        if (!laid.explanation.isEmpty())
            words(laid.explanation,
                  block.layer ? tr("Each row by itself: one token, all its features.")
                  : m_picture.scene().run->batch() > 1
                      ? tr("Each column by itself: one feature, all tokens of all sequences.")
                      : tr("Each column by itself: one feature, all tokens."),
                  FigureAnchor::Start);
    }

    void words(const QRectF& room, const QString& text, FigureAnchor anchor) {
        writeIn(room, text, m_colours.secondary,
                fitted(plainLook.at(anchor), text, room.width(), leastPixels));
    }

    void labels(const NormSide& side) {
        const MatrixGeometry& grid = side.matrix;
        const double line = 18 * s();
        if (!side.columnAxis.isEmpty())
            writeIn(side.columnAxis, QStringLiteral("d_{model} →"), m_colours.secondary,
                    {.math = true});
        const Index stepDown = labelStep(grid.pitchY, line * 0.9);
        for (Index row = 0; row < grid.rows; ++row) {
            const bool marked =
                m_asked && m_asked->row == row && m_asked->name == m_picture.shown();
            if (row % stepDown != 0 && !marked)
                continue;
            writeIn({side.rowLabels.left(), grid.rowRect(row).center().y() - line / 2,
                     side.rowLabels.width(), line},
                    m_picture.rowLabels().value(row), m_colours.text,
                    {.anchor = FigureAnchor::End, .bold = marked});
        }
        const Index stepAlong = labelStep(grid.pitchX, 24 * s());
        for (Index column = 0; column < grid.columns; column += stepAlong)
            write(QString::number(column + 1),
                  {grid.columnRect(column).center().x(), side.columnLabels.center().y()},
                  m_colours.secondary,
                  {.pixels = 12, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
    }

    /// `coloured` ones have their numbers where they are asked for, others always, as there is
    /// room.
    void cells(const MatrixGeometry& grid, const Tensor& values, bool coloured) {
        const auto valueOf = [&](Index row, Index column) {
            return values.rank() == 1 ? values(column) : values(row, column);
        };
        std::vector<QRgb> fills;
        for (Index row = 0; row < grid.rows && coloured; ++row) {
            for (Index column = 0; column < grid.columns; ++column)
                fills.push_back(
                    colourOf(ColourMap::RedBlue, m_picture.range(), valueOf(row, column)));
        }
        if (coloured)
            m_canvas.cells(grid, fills);
        const std::optional<NumberType> type = typeFor(grid, s());
        if (!type || (coloured && !m_picture.scene().display.valuesInCells))
            return;
        const FigureLook look{.pixels = type->pixels / s(),
                              .anchor = FigureAnchor::Middle,
                              .font = FigureFont::Number};
        std::size_t place = 0;
        for (Index row = 0; row < grid.rows; ++row) {
            for (Index column = 0; column < grid.columns; ++column)
                write(cellText(valueOf(row, column), type->characters),
                      grid.cellRect(row, column).center(),
                      coloured ? textColourOn(fills[place++]) : m_colours.text, look);
        }
    }

    void letter(const NormSide& laid, const MatrixGeometry& grid, const QString& sign, bool above) {
        if (grid.rows == 0 || (above && !typeFor(grid, s()))) // too low for what it would head
            return;
        const QPointF first = grid.cellRect(0, 0).center();
        const QPointF place = above ? QPointF(first.x(), laid.columnLabels.center().y())
                                    : QPointF(laid.rowLabels.right(), first.y());
        write(sign, place, m_colours.text,
              {.pixels = 14,
               .anchor = above ? FigureAnchor::Middle : FigureAnchor::End,
               .bold = true});
    }

    /// The same cell on both sides: what a mean was taken of is a row here, a column there.
    void frames(std::size_t index) {
        const NormSide& laid = m_picture.geometry().sides[index];
        const NormBlock& block = m_picture.sides()[index];
        const bool ofLayer = m_picture.sides()[m_asked->side].layer;
        const bool ofMatrix = m_asked->name == m_picture.shown();
        const bool parameter = m_asked->isParameter();
        const bool hasRow = ofMatrix || (ofLayer && !parameter);
        const bool hasColumn = ofMatrix || !ofLayer || parameter;
        const QColor& colour = block.scope == m_picture.scene().selection.scope
                                   ? m_colours.accent
                                   : m_colours.secondary;
        // Outside of the rectangle by `apart`, where it needs not cover what is written.
        const auto frame = [&](const QRectF& rect, double apart) {
            const double out = apart + 1;
            paintFrame(m_canvas, rect.adjusted(-out, -out, out, out), 2, colour.rgb());
        };
        if (block.layer && hasRow && m_asked->row < laid.matrix.rows) {
            frame(laid.matrix.rowRect(m_asked->row), 2);
            const QRectF means = laid.mean.rowRect(m_asked->row);
            frame(block.root ? means : means.united(laid.variance.rowRect(m_asked->row)), 0);
        }
        if (hasColumn && m_asked->column < laid.matrix.columns && !block.layer) {
            frame(laid.matrix.columnRect(m_asked->column), 2);
            if (!parameter)
                frame(laid.mean.columnRect(m_asked->column)
                          .united(laid.variance.columnRect(m_asked->column)),
                      0);
        }
        const MatrixGeometry& own = m_picture.gridOf({index, m_asked->name, 0, 0});
        if (parameter && own.rows > 0)
            frame(own.cellRect(0, m_asked->column), 0);
        if (!ofMatrix)
            return;
        const QRectF cell = laid.matrix.cellRect(m_asked->row, m_asked->column);
        const bool locked = !m_style.hovered && m_picture.scene().selection.locked;
        for (const CellFrame& each : locked ? lockFrames(cell) : hoverFrames(cell))
            paintFrame(m_canvas, each.box, each.width, each.colour);
    }

    void colourBar() {
        const QString low = rangeText(m_picture.range().low);
        const QString high = rangeText(m_picture.range().high);
        QRectF rest = m_picture.geometry().colourBar;
        const QRectF bar(rest.left() + widthOf(low, numberLook) + 8, rest.center().y() - 6 * s(),
                         std::min(220 * s(), rest.width() / 5), 12 * s());
        writeIn(rest, low, m_colours.text, numberLook);
        paintEdge(m_canvas, bar, ColourMap::RedBlue, m_colours.kind, 1);
        m_canvas.gradient(bar, colourRamp(ColourMap::RedBlue, 256));
        rest.setLeft(bar.right() + 8);
        writeIn(rest, high, m_colours.text, numberLook);
        rest.setLeft(rest.left() + widthOf(high, numberLook) + 16 * s());
        QStringList said;
        if (m_picture.sides().size() > 1)
            said << tr("one range for both");
        if (!m_style.onPaper && m_picture.isEditable())
            said << tr("γ and β: double-click to edit");
        words(rest, joined(said), FigureAnchor::End);
    }

    const NormPicture& m_picture;
    const NormStyle& m_style;
    const Theme& m_colours;
    std::optional<NormTarget> m_asked;
};

} // namespace

void paintNorm(FigureCanvas& canvas, const NormPicture& picture, const NormStyle& style) {
    NormDrawing(canvas, picture, style).all();
}

} // namespace headscope
