// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_plan.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headscope {

namespace {

constexpr double lineHeight = 1.35;   ///< in em
constexpr double closestLines = 1.25; ///< in em; labels one below the other
constexpr double largestPitch = 88;
constexpr double gapPitch = 12; ///< smaller cells touch

/// Widths that do not depend on the plan, in em.
struct Widths {
    std::map<Index, double> rowOfStep; ///< the widest label that a step leaves
    std::map<Index, double> columnOfStep;
    double rowAxis = 0;
    double columnAxis = 0;
    double title = 0;
    double note = 0;
};

double widestText(const QStringList& texts, const TextMeasure& measure, FigureFont font) {
    double most = 0;
    for (const QString& text : texts)
        most = std::max(most, measure.emWidth(text, font, false));
    return most;
}

double mathWidth(const QString& markup, const TextMeasure& measure) {
    FigureText text;
    text.text = markup;
    text.math = true;
    text.pixels = 1;
    return measure.width(text);
}

/// For 1 and all that figureLabelStep may give.
std::map<Index, double> widestOfSteps(const QStringList& labels, bool numbers,
                                      const TextMeasure& measure) {
    std::vector<double> widths;
    for (const QString& label : labels)
        widths.push_back(measure.emWidth(label, FigureFont::Text, false));
    const auto count = static_cast<Index>(widths.size());
    std::map<Index, double> result;
    for (Index decade = 1; decade <= 10 * std::max<Index>(count, 1); decade *= 10) {
        for (const Index factor : {1, 2, 5}) {
            double most = 0;
            for (Index i = 0; i < count; ++i) {
                if (isFigureLabelled(i, factor * decade, count, numbers))
                    most = std::max(most, widths[static_cast<std::size_t>(i)]);
            }
            result[factor * decade] = most;
        }
    }
    return result;
}

Widths widthsOf(const FigureGeometryInput& in, const TextMeasure& measure) {
    Widths w;
    w.rowOfStep = widestOfSteps(in.rowLabels, in.rowNumbers, measure);
    w.columnOfStep = widestOfSteps(in.columnLabels, in.columnNumbers, measure);
    w.rowAxis = mathWidth(in.rowAxis, measure);
    w.columnAxis = mathWidth(in.columnAxis, measure);
    w.title = widestText(in.panelTitles, measure, FigureFont::Text);
    w.note = widestText(in.panelNotes, measure, FigureFont::Number);
    return w;
}

double rounded(double pitch) {
    if (pitch >= 6)
        return std::floor(pitch);
    return pitch >= 2 ? std::floor(pitch * 2) / 2 : pitch;
}

class Planner {
public:
    Planner(const FigureGeometryInput& in, const Widths& widths, const FigureSizes& sizes,
            QSizeF room)
        : m_in(in)
        , m_widths(widths)
        , m_sizes(sizes)
        , m_room(room) {}

    /// Fills in all that follows from the choices that `plan` already holds.
    void evaluate(FigurePlan& plan) const {
        plan.score = -1;
        if (!fits(plan))
            return;
        // Labels that are left out need no room. Cells grow by that, so the steps
        // stay wide enough; that smaller ones might do now is no matter.
        const Index rowStep = plan.rowStep;
        const Index columnStep = plan.columnStep;
        if ((rowStep > 1 || columnStep > 1) &&
            !(fits(plan) && plan.rowStep <= rowStep && plan.columnStep <= columnStep))
            return;
        plan.rowStep = rowStep;
        plan.columnStep = columnStep;
        plan.score = score(plan);
    }

private:
    const FigureGeometryInput& m_in;
    const Widths& m_widths;
    const FigureSizes& m_sizes;
    QSizeF m_room;

    /// With the room that the labels of the plan's steps need; gives the steps anew.
    bool fits(FigurePlan& plan) const {
        bands(plan);
        if (!cells(plan) || !columnLabels(plan))
            return false;
        plan.rowStep = figureLabelStep(plan.pitchY, plan.label * closestLines, m_in.rows);
        return plan.rowStep > 0;
    }

    double titleWidth(const FigurePlan& plan) const {
        if (m_in.panelTitles.isEmpty())
            return 0;
        const double s = m_sizes.scale;
        double width = m_sizes.badge + (m_in.letters ? m_sizes.letterWidth(m_in.panels) : 0);
        if (plan.wordTitles)
            width += 7 * s + m_widths.title * m_sizes.panelTitle;
        if (!m_in.panelNotes.isEmpty())
            width += 10 * s + m_widths.note * m_sizes.panelTitle;
        return width;
    }

    double columnWidth(const FigurePlan& plan) const {
        return m_widths.columnOfStep.at(plan.columnStep) * plan.label;
    }

    void bands(FigurePlan& plan) const {
        const double s = m_sizes.scale;
        plan.rowLimit =
            std::min(170 * s, plan.rowLabelsEach ? m_room.width() / plan.gridColumns * 0.3
                                                 : m_room.width() * 0.2);
        plan.columnLimit =
            std::min(120 * s, plan.columnLabelsEach ? m_room.height() / plan.gridRows * 0.28
                                                    : m_room.height() * 0.2);
        // The first of labels that stand closer than their height sticks out to the left.
        plan.axisGap = plan.upright && plan.columnStep > 1
                           ? std::max(m_sizes.labelGap, plan.label * textHeight / 2 + 4 * s)
                           : m_sizes.labelGap;
        const double rows =
            std::min(m_widths.rowOfStep.at(plan.rowStep) * plan.label, plan.rowLimit);
        plan.rowBand = std::ceil(
            std::max(rows + m_sizes.labelGap, m_widths.rowAxis * plan.label + plan.axisGap));
        const double line = std::ceil(plan.label * lineHeight);
        const double labels =
            plan.upright ? std::max(line, std::ceil(std::min(columnWidth(plan), plan.columnLimit) +
                                                    m_sizes.labelGap))
                         : line;
        const bool titled = !m_in.panelTitles.isEmpty();
        plan.titleBand = titled ? std::ceil(m_sizes.badge + 6 * s) + m_sizes.jobLine(m_in) : 0;
        // Without titles the axis always has the line over the labels.
        plan.axisLine = plan.axisLine || !titled;
        plan.columnBand = labels + (plan.axisLine ? line : 0);
        if (m_in.columnGroups > 1)
            plan.columnBand += std::ceil(6 * s);
    }

    /// What the last label of the columns may stick out beyond the margin. Pages without given type
    /// have a wide one.
    double overhang(const FigurePlan& plan) const {
        if (!m_in.type)
            return 0;
        const double label = plan.upright          ? plan.label * textHeight
                             : plan.columnStep > 1 ? columnWidth(plan)
                                                   : 0;
        return std::max(0.0, label / 2 - m_sizes.margin);
    }

    bool cells(FigurePlan& plan) const {
        const int across = plan.gridColumns;
        const int down = plan.gridRows;
        // Panels begin on whole pixels, so that a slot is rounded up: of a width that is
        // not whole, many panels together would stick out of the page.
        const double width = std::floor((m_room.width() - overhang(plan) -
                                         plan.rowBand * (plan.rowLabelsEach ? across : 1) -
                                         m_sizes.gutter * (across - 1)) /
                                        across);
        const double height =
            (m_room.height() - plan.columnBand * (plan.columnLabelsEach ? down : 1) -
             plan.titleBand * down - m_sizes.gutter * (down - 1)) /
            down;
        const double title = titleWidth(plan);
        const double axis = m_widths.columnAxis * plan.label;
        if (width < std::max({title, axis, 4.0}) || height < 2)
            return false;
        const auto columns = static_cast<double>(m_in.columns);
        const auto rows = static_cast<double>(m_in.rows);
        const double square =
            std::min({width / columns, height / rows, largestPitch * m_sizes.scale});
        plan.pitchX = plan.pitchY = square;
        stretch(plan, width / columns, height / rows);
        plan.pitchX = rounded(plan.pitchX);
        plan.pitchY = rounded(plan.pitchY);
        if (std::min(plan.pitchX, plan.pitchY) >= gapPitch)
            plan.gap = std::max(1.0, std::round(m_sizes.scale));
        const double cellsWidth = plan.pitchX * columns - plan.gap;
        if (!plan.axisLine && title + axis + 12 * m_sizes.scale > cellsWidth)
            return false;
        plan.slotWidth = std::ceil(std::max({cellsWidth, title, axis}));
        return true;
    }

    /// A cell is square, unless stretching it makes room for labels and values;
    /// where rows are queries and columns keys, only narrow strips are stretched.
    void stretch(FigurePlan& plan, double mostX, double mostY) const {
        const Index longer = std::max(m_in.rows, m_in.columns);
        if (m_in.squareCells && std::min(m_in.rows, m_in.columns) * 4 > longer)
            return;
        const double line = plan.label * closestLines + 1;
        if (plan.pitchY < line)
            plan.pitchY = std::clamp(std::min(line, 8 * plan.pitchX), plan.pitchY,
                                     std::max(plan.pitchY, mostY));
        const double wanted = m_in.squareCells ? line : 36 * m_sizes.scale;
        if (plan.pitchX < wanted)
            plan.pitchX = std::clamp(std::min(wanted, 5 * plan.pitchY), plan.pitchX,
                                     std::max(plan.pitchX, mostX));
    }

    bool columnLabels(FigurePlan& plan) const {
        const double needed = m_widths.columnOfStep.at(1) * plan.label + 6 * m_sizes.scale;
        if (m_in.columnGroups > 1) { // one label for each group, always level
            plan.columnStep = 1;
            return !plan.upright &&
                   plan.pitchX * static_cast<double>(m_in.columns / m_in.columnGroups) >= needed;
        }
        if (plan.upright) {
            plan.columnStep = figureLabelStep(plan.pitchX, plan.label * closestLines, m_in.columns);
            return plan.columnStep > 0 && !m_in.columnNumbers;
        }
        // Tokens are rather turned than left out; numbers can be counted on.
        plan.columnStep = figureLabelStep(plan.pitchX, needed, m_in.columns);
        return m_in.columnNumbers ? plan.columnStep > 0 : plan.columnStep == 1;
    }

    double score(const FigurePlan& plan) const {
        const int places = plan.gridColumns * plan.gridRows;
        double score = std::sqrt(plan.pitchX * plan.pitchY);
        score *= std::pow(plan.label / (13 * m_sizes.scale), 0.35);
        score *= 1 - 0.15 * (places - m_in.panels) / places;
        if (plan.rowLabelsEach)
            score *= 1.06;
        if (plan.columnLabelsEach)
            score *= 1.06;
        if (plan.upright)
            score *= 0.93;
        if (plan.axisLine)
            score *= 0.99;
        if (!plan.wordTitles)
            score *= 0.85;
        score *= std::pow(static_cast<double>(plan.columnStep * plan.rowStep), -0.14);
        // Where the page is as high as its content, what counts is the width that is used.
        if (m_in.cropHeight && !m_in.cropWidth)
            score *= plan.width(m_sizes.gutter) / m_room.width();
        return score;
    }
};

} // namespace

FigureSizes::FigureSizes(QSizeF page, double shrink) {
    scale =
        std::clamp(std::sqrt(page.width() * page.height() / (1600.0 * 900.0)), 0.6, 6.0) * shrink;
    const auto pixels = [this](double size) {
        return std::max(1, static_cast<int>(std::lround(size * scale)));
    };
    title = pixels(20);
    formula = pixels(15);
    note = pixels(13);
    tick = pixels(12);
    smallestValue = 7; // smaller digits nobody reads
    panelTitle = pixels(14);
    label = pixels(13);
    smallestLabel = std::min(label, std::max(pixels(8), shrink < 1 ? 1 : 8));
    margin = std::round(28 * scale);
    gutter = std::round(26 * scale);
    badge = std::round(20 * scale);
    labelGap = std::ceil(7 * scale);
}

FigureSizes::FigureSizes(const FigureType& type, double pageMargin)
    : scale(type.label / 13.0)
    , title(type.title)
    , formula(type.label)
    , note(type.label)
    , tick(type.tick)
    , smallestValue(type.smallest)
    , panelTitle(type.label)
    , label(type.label)
    , smallestLabel(type.smallest)
    , margin(pageMargin)
    , gutter(std::round(18 * scale))
    , badge(std::round(18 * scale))
    , labelGap(std::ceil(7 * scale)) {}

double FigurePlan::width(double gutter) const {
    return rowBand * (rowLabelsEach ? gridColumns : 1) + slotWidth * gridColumns +
           gutter * (gridColumns - 1);
}

double FigurePlan::height(double gutter, double cellsHeight) const {
    return columnBand * (columnLabelsEach ? gridRows : 1) + (titleBand + cellsHeight) * gridRows +
           gutter * (gridRows - 1);
}

FigurePlan planFigure(const FigureGeometryInput& input, const TextMeasure& measure,
                      const FigureSizes& sizes, QSizeF room) {
    const Widths widths = widthsOf(input, measure);
    const Planner planner(input, widths, sizes, room);
    FigurePlan best;
    for (int across = 1; across <= input.panels; ++across) {
        const int down = (input.panels + across - 1) / across;
        const bool isWanted = across == std::min(input.gridColumns, input.panels);
        if (input.gridColumns > 0 && !isWanted)
            continue;
        if (!isWanted && across > 1 && (across - 1) * down >= input.panels)
            continue; // a narrower grid has no more rows
        const int step = std::max(1, sizes.label / 13);
        for (int label = sizes.label; label >= sizes.smallestLabel; label -= step) {
            // Rows each, columns each, upright, axis line, words: every combination.
            for (int choice = 0; choice < 32; ++choice) {
                FigurePlan plan;
                plan.gridColumns = across;
                plan.gridRows = down;
                plan.label = label;
                // On paper the axes are shared.
                plan.rowLabelsEach = across > 1 && (choice & 1) && !input.type;
                plan.columnLabelsEach = down > 1 && (choice & 2) && !input.type;
                plan.upright = choice & 4;
                plan.axisLine = choice & 8;
                plan.wordTitles = !(choice & 16);
                planner.evaluate(plan);
                if (plan.score > best.score)
                    best = plan;
            }
        }
    }
    return best;
}

bool isFigureLabelled(Index index, Index step, Index count, bool numbers) {
    if (!numbers)
        return index % step == 0;
    return (index + 1) % step == 0 || (step > count && index == count - 1);
}

Index figureLabelStep(double pitch, double needed, Index count) {
    constexpr double slack = 1e-9;
    for (Index decade = 1; decade <= 1000000; decade *= 10) {
        for (const Index factor : {1, 2, 5}) {
            const Index step = factor * decade;
            if (static_cast<double>(step) * pitch + slack >= needed)
                return step;
            // One label alone needs no distance, but at least its own height.
            if (step >= count)
                return static_cast<double>(count) * pitch + slack >= needed ? step : 0;
        }
    }
    return 0;
}

} // namespace headscope
