// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_sheet.h"

#include "pages/paint/paint_curves.h"
#include "pages/paint/paint_words.h"
#include "plots/step_axis.h"
#include "scene/panels/cell_mark.h"
#include "scene/value_scale.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

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
    MatrixGeometry grid;
    grid.origin = at(left, gridTop);
    grid.pitchX = grid.pitchY = m_cell * m_scale;
    grid.setGap(m_cell >= 8 ? std::max(1.0, m_scale) : 0); // a whole pixel
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
    m_canvas.gradient({at(from, below - 4), QSizeF(100, 9) * m_scale}, colourRamp(map, 64));
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

void PaintSheet::curves() {
    const DescentCurves all = paintCurves(m_scene);
    const double left = sheetMargin + 30;
    const double right = 700;
    double top = std::max(0.1, all.limit);
    double last = 10;
    for (const DescentCurves::Curve& curve : all.curves) {
        for (const double value : curve.values)
            top = std::max(top, value);
        if (!curve.steps.empty())
            last = std::max(last, curve.steps.back());
    }
    const double grid = gridStep(top);
    top = std::ceil(top / grid - 1e-9) * grid;
    const auto x = [&](double step) {
        return left +
               (stepPlace(step) - zeroPlace) / (stepPlace(last) - zeroPlace) * (right - left);
    };
    const auto y = [&](double value) { return plotBottom - value / top * (plotBottom - plotTop); };
    write(sheetMargin, plotTop - 24, PaintSheetWords::tr("Distance to the painting"),
          m_colours.text, {.pixels = 16, .bold = true});
    write(right, plotTop - 24, PaintSheetWords::tr("KL in bits, mean of the painted rows"),
          m_colours.secondary, {.pixels = 12, .anchor = FigureAnchor::End});
    for (int i = 0; i * grid <= top + grid / 2; ++i) {
        line({{left, y(i * grid)}, {right, y(i * grid)}}, m_colours.hairline, 1);
        write(left - 6, y(i * grid) + 4, rangeText(i * grid), m_colours.secondary,
              {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    }
    std::vector<double> ticks{0};
    for (double step = 1; step < last; step *= 10)
        ticks.push_back(step);
    ticks.push_back(last);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (i + 1 < ticks.size() && x(last) - x(ticks[i]) < 44)
            continue;
        write(x(ticks[i]), plotBottom + 18, QString::number(ticks[i], 'f', 0), m_colours.secondary,
              {.pixels = 12, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
    }
    write(right, plotBottom + 36, PaintSheetWords::tr("steps of Adam"), m_colours.secondary,
          {.pixels = 12, .anchor = FigureAnchor::End});
    if (!all.limitLabel.isEmpty()) {
        line({{left, y(all.limit)}, {right, y(all.limit)}}, m_colours.secondary, 1, {1, 3});
        const bool below = y(all.limit) + 19 < plotBottom; // where no curve goes
        write(left + 6, y(all.limit) + (below ? 14 : -5), all.limitLabel, m_colours.secondary,
              {.pixels = 12});
    }
    static const std::vector<double> dashes[] = {{5, 3}, {2, 2}, {8, 3, 2, 3}, {}};
    std::vector<std::pair<double, const DescentCurves::Curve*>> ends;
    for (const bool main : {false, true}) {
        for (std::size_t i = 0; i < all.curves.size(); ++i) {
            const DescentCurves::Curve& curve = all.curves[i];
            if (curve.main != main || curve.values.empty())
                continue;
            std::vector<QPointF> points;
            for (std::size_t k = 0; k < curve.values.size(); ++k)
                points.push_back(at(x(curve.steps[k]), y(curve.values[k])));
            m_canvas.line(points, (main ? m_colours.text : m_colours.secondary).rgb(),
                          (main ? 2.4 : 1.2) * m_scale,
                          main ? std::vector<double>() : dashes[i % std::size(dashes)]);
            ends.emplace_back(y(curve.values.back()), &curve);
        }
    }
    std::ranges::stable_sort(ends, {}, [](const auto& end) { return end.first; });
    for (std::size_t i = ends.size(); i-- > 0;)
        ends[i].first =
            std::min(ends[i].first, i + 1 == ends.size() ? plotBottom : ends[i + 1].first - 16);
    for (const auto& [middle, curve] : ends)
        write(right + 10, middle + 4,
              curve->label + QStringLiteral("   ") + fixedText(curve->found, 2),
              curve->main ? m_colours.text : m_colours.secondary,
              {.pixels = 12, .bold = curve->main});
    if (m_scene.isFound())
        return;
    line({{x(all.playhead), plotTop - 6}, {x(all.playhead), plotBottom}}, m_colours.accent, 2);
    write(x(all.playhead), plotBottom + 36, all.playheadLabel, m_colours.accent,
          {.pixels = 12, .anchor = FigureAnchor::Middle, .bold = true, .font = FigureFont::Number});
}

void PaintSheet::rows() {
    const PaintTarget& target = m_scene.problem->target;
    const double left = 830;
    const double right = pageWidth - sheetMargin;
    write(left, plotTop - 24, PaintSheetWords::tr("What each row is missing, in bits"),
          m_colours.text, {.pixels = 16, .bold = true});
    constexpr Index most = 12;
    const Index all = target.paintedRows();
    const double pitch =
        std::min(20.0, (plotBottom - plotTop + 14) / static_cast<double>(std::min(most, all)));
    double longest = 4; // bits that a whole bar stands for, at least
    for (const double bits : m_scene.now.rowBits)
        longest = std::max(longest, bits);
    double middle = plotTop;
    Index shown = 0;
    for (Index query = 0; query < target.queries && shown < most; ++query) {
        if (!target.isPainted(query))
            continue;
        ++shown;
        const double bits = m_scene.now.rowBits[static_cast<std::size_t>(query)];
        write(left, middle + 4, rowTitle(m_scene, query), m_colours.text, {.pixels = 13});
        const QRectF bar(at(left + 150, middle - 4), QSizeF(right - left - 204, 8) * m_scale);
        m_canvas.fill(bar, m_colours.hairline.rgb());
        m_canvas.fill({bar.topLeft(), QSizeF(bar.width() * bits / longest, bar.height())},
                      m_colours.neutralBar.rgb());
        write(right, middle + 4, fixedText(bits, 2), m_colours.text,
              {.pixels = 13, .anchor = FigureAnchor::End, .font = FigureFont::Number});
        middle += pitch;
    }
    if (shown < all)
        write(left, middle + 4, PaintSheetWords::tr("and %1 more").arg(qint64{all - shown}),
              m_colours.secondary, {.pixels = 12});
}

} // namespace headscope
