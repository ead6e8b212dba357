// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lens/model_grid.h"

#include "figure/figure_page.h"
#include "figure/figure_writer.h"
#include "figure/off_mark.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double gridMargin = 24;
constexpr double gridGap = 2;
constexpr double gridNarrowest = 60;
constexpr double gridWidest = 132;
constexpr FigureLook gridTitle = {.pixels = 20, .bold = true};
constexpr FigureLook gridWord = {.pixels = 14, .anchor = FigureAnchor::Middle, .bold = true};
constexpr FigureLook gridNumber = {
    .pixels = 12, .anchor = FigureAnchor::Middle, .font = FigureFont::Number};
constexpr FigureLook gridLabel = {.pixels = 13};

double widthOf(const QString& text, const FigureLook& look) {
    return look.pixels * FontMeasure().emWidth(text, look.font, look.bold);
}

class GridDrawing : FigureWriter {
public:
    GridDrawing(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry)
        : FigureWriter(canvas, geometry.scale)
        , m_grid(grid)
        , m_geometry(geometry)
        , m_colours(theme(grid.theme)) {}

    void body(const std::optional<QRectF>& framed) {
        for (Index row = 0; row < m_grid.rows.size(); ++row) {
            for (Index column = 0; column < m_grid.columns.size(); ++column) {
                const QRectF room = m_geometry.cells.cellRect(row, column);
                if (room.intersects(m_geometry.body))
                    cell(m_grid.at(row, column), room);
            }
        }
        if (framed)
            frame(*framed);
    }
    void head() {
        for (int column = 0; column < m_grid.columns.size(); ++column) {
            QRectF room = m_geometry.cells.cellRect(0, column);
            room = {room.left(), m_geometry.head.top(), room.width(), m_geometry.head.height()};
            if (!room.intersects(m_geometry.head))
                continue;
            const bool asked = m_grid.askedColumn == column;
            if (asked)
                m_canvas.fill({room.left(), room.bottom() - 4 * s(), room.width(), 2 * s()},
                              m_colours.accent.rgb());
            FigureLook look = gridLabel.at(FigureAnchor::Middle);
            look.bold = asked;
            writeIn(room, m_grid.columns[column], asked ? m_colours.text : m_colours.secondary,
                    look);
        }
    }
    void names() {
        for (int row = 0; row < m_grid.rows.size(); ++row) {
            const QRectF beside = m_geometry.cells.cellRect(row, 0);
            if (beside.bottom() > m_geometry.names.top() &&
                beside.top() < m_geometry.names.bottom())
                write(m_grid.rows[row], {m_geometry.names.right(), beside.center().y()},
                      m_colours.secondary, gridLabel.at(FigureAnchor::End));
        }
    }
    void around() {
        writeIn(m_geometry.title, m_grid.title, m_colours.text, gridTitle);
        writeIn(m_geometry.subtitle, m_grid.subtitle, m_colours.secondary, gridLabel);
        write(m_grid.corner, {m_geometry.names.right(), m_geometry.head.center().y()},
              m_colours.secondary, gridLabel.at(FigureAnchor::End));
        legend();
        double y = m_geometry.notes.top() + 11 * s();
        for (qsizetype i = 0; i < m_grid.notes.size(); ++i, y += 22 * s()) {
            FigureLook look = gridLabel;
            look.bold = i == 0;
            writeIn({m_geometry.notes.left(), y - 11 * s(), m_geometry.notes.width(), 22 * s()},
                    m_grid.notes[i], i == 0 ? m_colours.text : m_colours.secondary, look);
        }
    }

private:
    void cell(const ModelGrid::Cell& shown, const QRectF& room) {
        if (qAlpha(shown.ground) == 0)
            return;
        m_canvas.fill(room, shown.ground);
        for (const QLineF& line : shown.off ? offLines(room) : std::array<QLineF, 2>())
            m_canvas.line({line.p1(), line.p2()}, m_colours.inactive.rgb(), 1.5 * s(), {});
        const QColor ink = textColourOn(shown.ground);
        const QRectF inside = room.adjusted(4 * s(), 0, -4 * s(), 0);
        const double apart = shown.word.isEmpty() || shown.number.isEmpty() ? 0 : 9 * s();
        writeIn(inside.translated(0, -apart), shown.word, ink, gridWord);
        writeIn(inside.translated(0, apart), shown.number, ink, gridNumber);
    }
    void frame(const QRectF& room) {
        const double wide = std::max(2.0, std::round(2 * s()));
        for (const auto& [colour, out] :
             {std::pair(m_colours.base, 0.0), std::pair(m_colours.text, wide)}) {
            paintFrame(m_canvas, room.adjusted(-out, -out, out, out), wide, colour.rgb());
        }
    }
    void legend() {
        if (m_grid.ramp.empty())
            return;
        double x = m_geometry.legend.left();
        const double y = m_geometry.legend.center().y();
        const FigureLook end = gridNumber.at(FigureAnchor::Start);
        const auto put = [&](const QString& text, const FigureLook& look, double behind) {
            write(text, {x, y}, m_colours.secondary, look);
            x += widthOf(text, look) + behind * s();
        };
        put(m_grid.low, end, 6);
        m_canvas.gradient({x, y - 5 * s(), 140 * s(), 10 * s()}, m_grid.ramp);
        x += 146 * s();
        put(m_grid.high, end, 16);
        if (!m_grid.off.isEmpty()) {
            const QRectF mark(x, y - 7 * s(), 14 * s(), 14 * s());
            for (const QLineF& line : offLines(mark))
                m_canvas.line({line.p1(), line.p2()}, m_colours.secondary.rgb(), 1.5 * s(), {});
            x = mark.right() + 6 * s();
            put(m_grid.off, gridLabel, 20);
        }
        writeIn({x, y - 10 * s(), std::max(1.0, m_geometry.title.right() - x), 20 * s()},
                m_grid.scale, m_colours.secondary, gridLabel);
    }

    const ModelGrid& m_grid;
    const ModelGridGeometry& m_geometry;
    const Theme& m_colours;
};

/// Of every cell, so that columns are alike; `named`: so that the names of the columns fit, too.
double cellWidth(const ModelGrid& grid, bool named) {
    double width = gridNarrowest;
    for (const QString& name : named ? grid.columns : QStringList())
        width = std::max(width, widthOf(name, {.pixels = 13, .bold = true}) + 8);
    for (const ModelGrid::Cell& cell : grid.cells)
        width = std::max({width, widthOf(cell.word, gridWord) * 1.1 + 10,
                          widthOf(cell.number, gridNumber) + 10});
    return std::min(std::ceil(width), gridWidest) + gridGap;
}

} // namespace

ModelGridGeometry layoutGrid(const ModelGrid& grid, QSizeF room, double scale) {
    ModelGridGeometry geometry;
    geometry.scale = scale;
    const auto px = [scale](double pixels) { return std::round(pixels * scale); };
    const double left = px(gridMargin);
    const bool both = std::ranges::any_of(grid.cells, [](const ModelGrid::Cell& cell) {
        return !cell.word.isEmpty() && !cell.number.isEmpty();
    });
    double names = widthOf(grid.corner, gridLabel);
    for (const QString& name : grid.rows)
        names = std::max(names, widthOf(name, gridLabel));
    const double nameWidth = px(names);
    const double bodyLeft = left + nameWidth + px(12);
    const auto count = static_cast<double>(grid.columns.size());
    // Where there is little room, names are cut before cells are out of sight.
    const double most = room.width() > 0 ? (room.width() - left - bodyLeft) / std::max(1.0, count)
                                         : px(gridWidest + gridGap);
    geometry.cells.rows = grid.rows.size();
    geometry.cells.columns = grid.columns.size();
    geometry.cells.pitchX =
        std::clamp(std::floor(most), px(cellWidth(grid, false)), px(cellWidth(grid, true)));
    geometry.cells.pitchY = px(both ? 46 : 36);
    geometry.cells.setGap(gridGap * scale);
    geometry.all = {geometry.cells.pitchX * count,
                    geometry.cells.pitchY * static_cast<double>(grid.rows.size())};
    const double around = px(12 + 32 + 24 + 12);
    const double under = px(44) + px(22) * static_cast<double>(grid.notes.size()) + px(12);
    double said = std::max(widthOf(grid.title, gridTitle) * 1.1, widthOf(grid.subtitle, gridLabel));
    for (const QString& note : grid.notes)
        said = std::max(said, widthOf(note, {.pixels = 13, .bold = true}) * 1.1);
    geometry.size = {std::ceil(std::max(bodyLeft + geometry.all.width(), left + px(said)) + left),
                     std::ceil(around + px(30) + geometry.all.height() + under)};
    const double width = room.width() > 0 ? room.width() : geometry.size.width();
    const double height = room.height() > 0 ? room.height() : geometry.size.height();
    const double wide = std::max(px(80), width - 2 * left);
    geometry.title = {left, px(12), wide, px(32)};
    geometry.subtitle = {left, geometry.title.bottom(), wide, px(24)};
    const double top = around + px(30);
    geometry.body = {
        bodyLeft, top, std::max(1.0, std::min(geometry.all.width(), width - left - bodyLeft)),
        std::max(geometry.cells.pitchY, std::min(geometry.all.height(), height - top - under))};
    geometry.cells.origin = geometry.body.topLeft();
    geometry.head = {bodyLeft, around, geometry.body.width(), px(30)};
    geometry.names = {left, top, nameWidth, geometry.body.height()};
    geometry.legend = {bodyLeft, geometry.body.bottom() + px(6), wide, px(32)};
    geometry.notes = {left, geometry.legend.bottom() + px(6), wide,
                      px(22) * static_cast<double>(grid.notes.size())};
    return geometry;
}

void paintGridBody(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry,
                   const std::optional<QRectF>& framed) {
    GridDrawing(canvas, grid, geometry).body(framed);
}

void paintGridHead(FigureCanvas& canvas, const ModelGrid& grid, const ModelGridGeometry& geometry) {
    GridDrawing(canvas, grid, geometry).head();
}

void paintGridNames(FigureCanvas& canvas, const ModelGrid& grid,
                    const ModelGridGeometry& geometry) {
    GridDrawing(canvas, grid, geometry).names();
}

void paintGridFrame(FigureCanvas& canvas, const ModelGrid& grid,
                    const ModelGridGeometry& geometry) {
    GridDrawing(canvas, grid, geometry).around();
}

Result<QByteArray> renderGrid(const ModelGrid& grid, FigureFormat format, double width,
                              double dotsPerInch) {
    if (grid.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no trained model that predicts to "
                                                      "be drawn"));
    const double own = layoutGrid(grid, {}, 1).size.width();
    const double wide = width > 0 ? width : own;
    // What is narrower has its bounds all the same.
    if (const Status possible = checkFigureSize(QSizeF(wide, smallestFigureHeight)); !possible)
        return possible.error();
    const ModelGridGeometry geometry = layoutGrid(grid, {}, wide / own);
    FigurePage page;
    page.size = {std::max(wide, geometry.size.width()),
                 std::max<double>(smallestFigureHeight, geometry.size.height())};
    if (const Status possible = checkFigureSize(page.size); !possible)
        return possible.error();
    page.dotsPerInch = dotsPerInch;
    page.ground = theme(grid.theme).base;
    page.title = grid.title;
    page.description = grid.subtitle;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill(QRectF(QPointF(0, 0), page.size), page.ground.rgb());
        paintGridBody(canvas, grid, geometry);
        paintGridHead(canvas, grid, geometry);
        paintGridNames(canvas, grid, geometry);
        paintGridFrame(canvas, grid, geometry);
    };
    return renderPage(page, format);
}

PageFigure gridFigure(const QString& title, const QString& fileName, const ModelGrid& shown,
                      const std::function<ModelGrid(ThemeKind)>& paper) {
    return {.title = title,
            .fileName = fileName,
            .look = {QSize(static_cast<int>(layoutGrid(shown, {}, 1).size.width()), 0)},
            .heightFollows = true,
            .render = [paper](FigureFormat format, const PageLook& look) {
                return renderGrid(paper(look.theme), format, look.size.width(), look.dotsPerInch);
            }};
}

} // namespace headscope
