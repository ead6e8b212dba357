// SPDX-License-Identifier: GPL-3.0-or-later
// The lower half of the figure: the way of the descent, and what each row is missing.
#include "pages/paint/paint_curves.h"
#include "pages/paint/paint_sheet.h"
#include "pages/paint/paint_words.h"
#include "plots/step_axis.h"
#include "scene/number_format.h"

#include <cmath>

namespace headscope {

using namespace paint_sheet;

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
