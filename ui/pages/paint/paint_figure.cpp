// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_figure.h"

#include "figure/figure_page.h"
#include "figure/painter_canvas.h"
#include "figure/timeline_film.h"
#include "pages/paint/paint_sheet.h"
#include "pages/paint/paint_words.h"
#include "scene/cell_mark.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/value_scale.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace paint_sheet;

void PaintSheet::write(double x, double y, const QString& text, const QColor& colour,
                       const Look& look) {
    FigureText line = figureLine(text, at(x, y), look, m_scale);
    line.math = true;
    m_canvas.text(line, colour.rgb());
}

void PaintSheet::line(std::initializer_list<QPointF> points, const QColor& colour, double width,
                      const std::vector<double>& dash) {
    std::vector<QPointF> placed;
    for (const QPointF& point : points)
        placed.push_back(at(point.x(), point.y()));
    m_canvas.line(placed, colour.rgb(), width * m_scale, dash);
}

void PaintSheet::matrix(std::size_t place, const QString& title, const QString& note,
                        const std::vector<double>& values, const ValueRange& range, ColourMap map,
                        bool isOfPaint) {
    const PaintTarget& target = m_scene.problem->target;
    const bool turned = m_scene.isTurned();
    const auto columns = static_cast<double>(turned ? target.queries : target.keys);
    const double left = m_left + static_cast<double>(place) * (columns * m_cell + sheetGap);
    const double width = columns * m_cell;
    write(left, gridTop - 52, title, m_colours.text, {.pixels = 16, .bold = true});
    write(left + width, gridTop - 52, note, m_colours.secondary,
          {.pixels = 12, .anchor = FigureAnchor::End});
    FigureMatrix grid;
    grid.origin = at(left, gridTop);
    grid.pitchX = grid.pitchY = m_cell * m_scale;
    grid.gap = m_cell >= 8 ? std::max(1.0, m_scale) : 0; // a whole pixel
    grid.rows = turned ? target.keys : target.queries;
    grid.columns = turned ? target.queries : target.keys;
    ValueScale scale = range;
    scale.squareRoot = m_scene.display.range.squareRoot;
    std::vector<QRgb> colours;
    std::vector<QRectF> masked;
    std::vector<QRectF> unpainted;
    for (Index row = 0; row < grid.rows; ++row) {
        for (Index column = 0; column < grid.columns; ++column) {
            const Index query = turned ? column : row;
            const Index key = turned ? row : column;
            if (!target.allows(query, key))
                masked.push_back(grid.cellRect(row, column));
            else if (isOfPaint && !target.isPainted(query))
                unpainted.push_back(grid.cellRect(row, column));
            else {
                colours.push_back(
                    colourOf(map, scale, static_cast<float>(values[target.place(query, key)]), 0));
                continue;
            }
            colours.push_back(qRgba(0, 0, 0, 0));
        }
    }
    m_canvas.cells(grid, colours);
    for (const auto& [region, mark] :
         {std::pair(&masked, CellMark::Masked), std::pair(&unpainted, CellMark::Padding)}) {
        const MarkStyle style = markStyle(mark, m_colours);
        m_canvas.hatch(*region, style.ground, style.lines, std::max(3.0, style.step * m_scale),
                       m_scale);
    }
    // What the colours stand for.
    const double below = gridTop + static_cast<double>(grid.rows) * m_cell + 18;
    const QString low = rangeText(range.low);
    write(left, below + 5, low, m_colours.secondary, {.pixels = 12, .font = FigureFont::Number});
    const double from = left + 8 * static_cast<double>(low.size()) + 6;
    std::vector<QRgb> bar;
    for (int i = 0; i < 64; ++i)
        bar.push_back(colourAt(map, i / 63.0));
    m_canvas.gradient({at(from, below - 4), QSizeF(100, 9) * m_scale}, bar);
    write(from + 106, below + 5,
          rangeText(range.high) + (scale.squareRoot ? QStringLiteral("  √") : QString()),
          m_colours.secondary, {.pixels = 12, .font = FigureFont::Number});
}

void PaintSheet::labels() {
    const PaintTarget& target = m_scene.problem->target;
    const bool turned = m_scene.isTurned();
    const QStringList& rows = m_scene.rowLabels();
    const QStringList& columns = m_scene.columnLabels();
    const double pixels = std::clamp(m_cell * 0.55, 6.0, 13.0);
    const auto every = std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil(9 / m_cell)));
    for (qsizetype row = 0; row < rows.size(); row += every)
        write(m_left - 8, gridTop + (static_cast<double>(row) + 0.5) * m_cell + pixels * 0.36,
              rows[row], !turned && !target.isPainted(row) ? m_colours.inactive : m_colours.text,
              {.pixels = pixels, .anchor = FigureAnchor::End});
    const double width = static_cast<double>(columns.size()) * m_cell;
    for (int matrix = 0; matrix < 3; ++matrix) {
        const double left = m_left + matrix * (width + sheetGap);
        for (qsizetype column = 0; column < columns.size(); column += every)
            write(left + (static_cast<double>(column) + 0.5) * m_cell + pixels * 0.36, gridTop - 6,
                  columns[column], m_colours.secondary,
                  {.pixels = std::min(pixels, 11.0), .upright = true});
    }
    write(m_left - 8, gridTop - 8,
          turned ? PaintSheetWords::tr("query →") : PaintSheetWords::tr("key →"),
          m_colours.secondary, {.pixels = 11, .anchor = FigureAnchor::End});
    write(m_left - 70, gridTop + static_cast<double>(rows.size()) * m_cell / 2,
          turned ? PaintSheetWords::tr("← key") : PaintSheetWords::tr("← query"),
          m_colours.secondary, {.pixels = 11, .anchor = FigureAnchor::Middle, .upright = true});
}

void PaintSheet::paint(const QString& title) {
    const PaintTarget& target = m_scene.problem->target;
    const bool turned = m_scene.isTurned();
    const auto columns = static_cast<double>(turned ? target.queries : target.keys);
    const auto count = static_cast<double>(turned ? target.keys : target.queries);
    m_left = sheetMargin + 84;
    m_cell = std::min({(pageWidth - sheetMargin - m_left - 2 * sheetGap) / (3 * columns),
                       (gridBottom - gridTop) / count, 34.0});
    write(sheetMargin, 48, verdictTitle(m_scene), m_colours.text, {.pixels = 22, .bold = true});
    const QString source = verdictSource(m_scene);
    write(sheetMargin, 72, title.isEmpty() ? source : title + QStringLiteral(" · ") + source,
          m_colours.secondary, {.pixels = 13});
    const std::vector<double> painted(target.weights.begin(), target.weights.end());
    std::vector<double> difference = m_scene.now.attention;
    for (std::size_t i = 0; i < difference.size(); ++i)
        difference[i] -= painted[i];
    labels();
    const QString when = m_scene.isFound()
                             ? PaintSheetWords::tr("best found")
                             : PaintSheetWords::tr("step %1").arg(qint64{m_scene.step()});
    matrix(0, PaintSheetWords::tr("Painted"), PaintSheetWords::tr("target"), painted, {0, 1},
           m_scene.display.map, true);
    matrix(1, PaintSheetWords::tr("The head does"), when, m_scene.now.attention, {0, 1},
           m_scene.display.map, false);
    matrix(2, PaintSheetWords::tr("Difference"), PaintSheetWords::tr("head − painted"), difference,
           {-1, 1}, ColourMap::RedBlue, true);
    write(m_left + columns * m_cell + sheetGap, gridTop + count * m_cell + 44,
          rightRowsText(m_scene), m_colours.secondary, {.pixels = 12});
    curves();
    rows();
}

PaintScene paintSceneOf(const Painting& painting, const AxisTokens& tokens, Index sequence) {
    PaintScene scene;
    const PaintTarget& target = painting.problem.target;
    scene.queryLabels = axisLabels(tokens, Axis::Query, sequence, target.queries);
    scene.keyLabels = axisLabels(tokens, Axis::Key, sequence, target.keys);
    scene.problem = std::make_shared<const PaintProblem>(painting.problem);
    scene.options = painting.options;
    scene.painting = std::make_shared<const Painting>(painting);
    scene.record = painting.descents.history.size() - 1;
    scene.weights = painting.weights;
    scene.now = painting.head;
    return scene;
}

void takeRecord(PaintScene& scene, std::size_t record) {
    const Painting& painting = *scene.painting;
    const std::vector<PaintRecord>& history = painting.descents.history;
    scene.record = std::min(record, history.size() - 1);
    const bool atEnd = scene.record + 1 == history.size();
    scene.weights = atEnd ? painting.weights : rounded(history[scene.record].weights);
    scene.now = paintedHead(*scene.problem, scene.weights);
}

namespace {

void paintSheetOn(FigureCanvas& canvas, const PaintFigure& figure) {
    canvas.fill({QPointF(0, 0), QSizeF(figure.size)}, theme(figure.scene.display.theme).base.rgb());
    PaintSheet(canvas, figure).paint(figure.title);
}

} // namespace

GifRequest paintFilm(const PaintAnimation& animation) {
    const std::size_t records = animation.figure.scene.painting->descents.history.size();
    const std::size_t last = std::min(animation.to.value_or(records - 1), records - 1);
    const std::size_t from = std::min(animation.from, last);
    return filmOfRecords(static_cast<int>(last - from) + 1, animation.figure.size,
                         1000 / animation.framesPerSecond,
                         [figure = animation.figure, from](int frame) {
                             PaintFigure shown = figure;
                             takeRecord(shown.scene, from + static_cast<std::size_t>(frame));
                             QImage image(shown.size, QImage::Format_RGB32);
                             QPainter painter(&image);
                             PainterCanvas canvas(painter, PainterCanvas::Device::Raster, 1);
                             paintSheetOn(canvas, shown);
                             painter.end();
                             return image;
                         });
}

Result<QByteArray> renderPainting(const PaintFigure& figure, FigureFormat format) {
    if (figure.scene.isEmpty() || !figure.scene.painting || figure.scene.now.attention.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to export yet: paint "
                                                      "something and let a head look for it"));
    if (const Status possible = checkFigureSize(figure.size); !possible)
        return possible.error();
    FigurePage page;
    page.size = figure.size;
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.scene.display.theme).base;
    page.title = PaintSheetWords::tr("A painted attention, and what a head makes of it");
    page.description = PaintSheetWords::tr("%1 bits are missing with d_k = %2; the limit is %3.")
                           .arg(fixedText(figure.scene.now.bits, 4))
                           .arg(qint64{figure.scene.painting->options.keyDim})
                           .arg(fixedText(figure.scene.painting->limits.optimum.bits, 4));
    page.paint = [&](FigureCanvas& canvas) { paintSheetOn(canvas, figure); };
    return renderPage(page, format);
}

} // namespace headscope
