// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/shapes_panels.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// Cells of the same size in every step, where that is large enough for numbers.
constexpr double commonCells[] = {64, 56, 48, 42, 36};
constexpr double readableCell = 25; ///< a number of three characters has room
constexpr double flattestCell = 0.46;
constexpr double widestCell = 96;  ///< of a step that has the room for itself
constexpr double namesHeight = 20; ///< over the blocks
constexpr double lane = 8;         ///< between them and the blocks, for what travels
constexpr double lineGap = 16;     ///< and below them
constexpr double stackGap = 10;    ///< between a tensor above and one below
constexpr double travelRoom = 48;  ///< between before and after, at least
constexpr double dividerRoom = 48; ///< between after and wrong

/// The wrong way is shown only where something is misplaced.
bool hasWrong(const ShapesModel& model) {
    return model.wrong && model.misplaced.misplaced() > 0;
}

BlockArrangement arrangementOf(const Journey& journey, std::size_t step,
                               const TokenWindow& tokens = {}) {
    return BlockArrangement(journey[step].tensor, journey.sizes(), tokens);
}

/// What an arrangement takes with the largest cells and nothing broken.
double naturalWidth(const BlockArrangement& arrangement, const BlockMeasures& usual) {
    return BlockGeometry(arrangement, usual, arrangement.blocks(), 1).extent().width;
}

BlockMeasures usualMeasures(const PanelsInput& input, double cell) {
    BlockMeasures measures;
    measures.cellWidth = measures.cellHeight = cell * input.scale;
    measures.blockGap *= input.scale;
    measures.lineGap = lineGap * input.scale;
    measures.header = (namesHeight + lane) * input.scale;
    measures.lane = lane * input.scale;
    measures.label = input.labelWidth;
    return measures;
}

/// Where the columns of panels begin and how wide they are.
struct Columns {
    double beforeWidth = 0;
    double afterLeft = 0;
    double afterWidth = 0;
    double wrongLeft = 0;
    double wrongWidth = 0;
};

Columns columnsFor(const ShapesModel& model, const QRectF& area, const BlockMeasures& usual,
                   double words) {
    const Journey& journey = model.right;
    const std::size_t count = journey.steps().size();
    double before = 0;
    double after = 0;
    for (std::size_t step = 0; step < count; ++step) {
        const double width = naturalWidth(arrangementOf(journey, step), usual);
        if (step + 1 < count || count == 1)
            before = std::max(before, width);
        if (step > 0)
            after = std::max(after, width);
    }
    const double wrong =
        hasWrong(model)
            ? std::max(words,
                       naturalWidth(arrangementOf(*model.wrong, model.wrong->lastStep()), usual))
            : 0;
    const double gaps = travelRoom + (hasWrong(model) ? dividerRoom : 0);
    const double all = before + after + wrong;
    const double room = std::max(1.0, area.width() - gaps);
    Columns columns;
    if (all <= room) {
        // What is left over is the way that the elements travel.
        const double rest = room - all;
        const double travel = travelRoom + (hasWrong(model) ? rest * 0.8 : std::min(rest, 240.0));
        columns.beforeWidth = before;
        columns.afterWidth = after;
        columns.wrongWidth = wrong;
        columns.afterLeft = before + travel;
    } else {
        // Nobody starves: a narrow panel keeps what it needs, wide ones share the rest.
        const double parts = hasWrong(model) ? 3 : 2;
        const auto share = [&](double natural) {
            return std::min(natural, std::max(room / parts, room * natural / all));
        };
        columns.beforeWidth = share(before);
        columns.afterWidth = share(after);
        columns.wrongWidth = hasWrong(model) ? share(wrong) : 0;
        const double taken = columns.beforeWidth + columns.afterWidth + columns.wrongWidth;
        const double factor = std::min(1.0, room / taken);
        columns.wrongWidth = std::max(columns.wrongWidth * factor, hasWrong(model) ? words : 0);
        const double others =
            (room - columns.wrongWidth) / std::max(1.0, columns.beforeWidth + columns.afterWidth);
        columns.beforeWidth *= std::min(1.0, others);
        columns.afterWidth *= std::min(1.0, others);
        columns.afterLeft = columns.beforeWidth + travelRoom;
    }
    columns.afterLeft = std::round(columns.afterLeft);
    columns.wrongLeft = area.width() - columns.wrongWidth;
    return columns;
}

/// One size of cells for all steps and panels, so that nothing grows or shrinks
/// between them; 0 where cells are too small for that to matter.
double commonCell(const ShapesModel& model, const Columns& columns, double height,
                  const BlockMeasures& usual) {
    const double largest = usual.cellWidth;
    double cell = largest;
    const auto consider = [&](const Journey& journey, std::size_t step, double width) {
        const BlockGeometry fitted =
            BlockGeometry::fitted(arrangementOf(journey, step), {width, height}, largest, usual);
        cell = std::min(cell, fitted.isLabelled() ? fitted.measures().cellWidth : 0.0);
    };
    const std::size_t count = model.right.steps().size();
    for (std::size_t step = 0; step < count; ++step) {
        if (step + 1 < count || count == 1)
            consider(model.right, step, columns.beforeWidth);
        if (step > 0)
            consider(model.right, step, columns.afterWidth);
    }
    if (hasWrong(model))
        consider(*model.wrong, model.wrong->lastStep(), columns.wrongWidth);
    return cell;
}

constexpr double titlePart = 0.55; ///< of a line that it shares with the axes

/// One panel: its words, and blocks as large as they can be, but not larger than `cell`.
struct PanelPlan {
    double axes = 0; ///< height of the line of axes
    double cell = 0;
    BlockMeasures usual;
    double scale = 1;
    bool axesBeside = false; ///< at the right of the title instead of below it
    double words = 0;        ///< how wide the words over the wrong way are
    double axesWords = 0;    ///< how wide its axes are
    TokenWindow tokens{};
    Extent number{}; ///< the cell that one needs; nothing: as usual

    double head() const { return 32 * scale + (axesBeside ? 0 : axes); }
};

DrawnTensor panelAt(const Journey& journey, std::size_t step, const QRectF& column,
                    const PanelPlan& plan) {
    DrawnTensor panel;
    const double s = plan.scale;
    panel.title = QRectF(column.left(), column.top(), column.width(), 24 * s);
    panel.axes = QRectF(column.left(), panel.title.bottom(), column.width(), plan.axes);
    if (plan.axesBeside) {
        panel.title.setWidth(std::floor(column.width() * titlePart));
        panel.axes =
            QRectF(panel.title.right() + 12 * s, column.top() + 2 * s,
                   column.right() - panel.title.right() - 12 * s, std::min(plan.axes, 24 * s));
    }
    // The width to the last bit: a column that is a hair narrower has smaller cells.
    const double top = column.top() + plan.head();
    panel.space = QRectF(column.left(), top, column.width(), std::max(0.0, column.bottom() - top));
    const Extent room{panel.space.width(), panel.space.height()};
    panel.blocks = BlockGeometry::fitted(arrangementOf(journey, step, plan.tokens), room, plan.cell,
                                         plan.usual)
                       .movedTo({std::round(panel.space.x()), std::round(panel.space.y())});
    return panel;
}

/// In a crowded picture the wrong way stands beside the step that goes right where it went wrong,
/// and nowhere else.
bool showsWrong(const ShapesModel& model, std::size_t step) {
    return hasWrong(model) && step == model.right.arrangedStep();
}

/// All in one row, whose width is cut at `cut` and the rest into equal parts.
Panels inRow(const ShapesModel& model, std::size_t step, const QRectF& area, double cut,
             const PanelPlan& plan) {
    Panels panels;
    const bool wrong = showsWrong(model, step);
    const double gaps = (step > 0 ? travelRoom : 0) + (wrong ? dividerRoom : 0);
    const double room = std::max(1.0, area.width() - gaps);
    const double first = step > 0 ? std::floor(room * cut) : room;
    const double last = wrong ? std::max(std::floor((room - first) / 2), plan.words) : 0;
    const double rest = std::max(1.0, room - first - last);
    const auto column = [&](double left, double width) {
        return QRectF(area.left() + left, area.top(), width, area.height());
    };
    panels.before = panelAt(model.right, step > 0 ? step - 1 : 0, column(0, first), plan);
    if (step > 0)
        panels.after = panelAt(model.right, step, column(first + travelRoom, rest), plan);
    if (wrong) {
        panels.wrong =
            panelAt(*model.wrong, model.wrong->lastStep(), column(area.width() - last, last), plan);
        panels.divider = std::round(area.right() - last - dividerRoom / 2);
    }
    return panels;
}

/// The tensor before above, the one after and the wrong one below.
Panels inStack(const ShapesModel& model, std::size_t step, const QRectF& area, double cut,
               PanelPlan plan) {
    Panels panels;
    plan.axesBeside = area.width() >= 480 * plan.scale;
    const double gap = stackGap * plan.scale;
    const double first = std::floor((area.height() - gap) * cut);
    const QRectF upper(area.left(), area.top(), area.width(), first);
    QRectF lower(area.left(), upper.bottom() + gap, area.width(), area.height() - gap - first);
    panels.before = panelAt(model.right, step - 1, upper, plan);
    if (showsWrong(model, step)) {
        const double width = std::floor((area.width() - dividerRoom) / 2);
        // One line for title and axes where both have room for their words.
        const double beside = std::floor(width - titlePart * width) - 12 * plan.scale;
        plan.axesBeside =
            plan.axesBeside && titlePart * width >= plan.words && beside >= plan.axesWords;
        panels.wrong =
            panelAt(*model.wrong, model.wrong->lastStep(),
                    QRectF(area.right() - width, lower.top(), width, lower.height()), plan);
        panels.divider = std::round(area.right() - width - dividerRoom / 2);
        lower.setWidth(width);
    }
    panels.after = panelAt(model.right, step, lower, plan);
    return panels;
}

/// All three below each other: rows that are wider than half of the area.
Panels inTower(const ShapesModel& model, std::size_t step, const QRectF& area, double cut,
               PanelPlan plan) {
    Panels panels;
    plan.axesBeside = area.width() >= 480 * plan.scale;
    const double gap = stackGap * plan.scale;
    const double first = std::floor((area.height() - 2 * gap) * cut);
    const double other = std::floor((area.height() - 2 * gap - first) / 2);
    QRectF part(area.left(), area.top(), area.width(), first);
    panels.before = panelAt(model.right, step - 1, part, plan);
    part = QRectF(area.left(), part.bottom() + gap, area.width(), other);
    panels.after = panelAt(model.right, step, part, plan);
    part.moveTop(part.bottom() + gap);
    panels.wrong = panelAt(*model.wrong, model.wrong->lastStep(), part, plan);
    return panels;
}

/// Side by side or below each other, whichever lets numbers be read best.
Panels freePanels(const ShapesModel& model, std::size_t step, const QRectF& area,
                  const PanelPlan& plan) {
    constexpr double firstCut = 0.2;
    constexpr double lastCut = 0.8;
    constexpr double nextCut = 0.0125;
    if (step == 0)
        return inRow(model, step, area, 1, plan);
    std::optional<Panels> best;
    double bestLegibility = -1;
    const auto consider = [&](Panels panels, double worth) {
        // Numbers in all panels are worth more than larger cells in which there are none.
        constexpr double lineOfText = 0.46; // of the width of the least readable cell
        const double least = readableCell * plan.scale;
        const Extent needed =
            plan.number.width > 0 ? plan.number : Extent{least, lineOfText * least};
        const bool numbers = panels.hold(needed);
        const double legibility = worth * panels.legibility() * (numbers ? 1.5 : 1);
        if (legibility <= bestLegibility + 1e-9)
            return;
        bestLegibility = legibility;
        best = std::move(panels);
    };
    // Between an even cut and one that is as good the even one is taken: it comes first.
    for (const double cut : {0.5, 0.33})
        consider(inRow(model, step, area, cut, plan), 1.05);
    for (double cut = firstCut; cut <= lastCut; cut += nextCut) {
        consider(inRow(model, step, area, cut, plan), 1);
        // A way from left to right is easier to follow than one down.
        consider(inStack(model, step, area, cut, plan), 0.92);
        if (showsWrong(model, step))
            consider(inTower(model, step, area, cut, plan), 0.85);
    }
    return *best;
}

} // namespace

double Panels::legibility() const {
    double smallest = before.blocks.legibility();
    for (const auto* panel : {&after, &wrong}) {
        if (*panel)
            smallest = std::min(smallest, (*panel)->blocks.legibility());
    }
    return smallest;
}

double Panels::least(double Extent::*side) const {
    double smallest = before.blocks.cellExtent().*side;
    for (const auto* panel : {&after, &wrong}) {
        if (*panel)
            smallest = std::min(smallest, (*panel)->blocks.cellExtent().*side);
    }
    return smallest;
}

bool Panels::hold(const Extent& cell) const {
    return least(&Extent::width) >= cell.width && least(&Extent::height) >= cell.height;
}

namespace {

/// The largest cells that all steps can have, and the columns in which they have them.
struct Common {
    double cell = -1; ///< 0: cells are too small for their size to matter
    BlockMeasures usual;
    Columns columns;
    bool readable = false; ///< or so many elements that no size would be
};

Common commonOf(const ShapesModel& model, const PanelsInput& input) {
    const double s = input.scale;
    const PanelPlan heads{input.axes, 0, {}, s, false, 0};
    Common common;
    const bool many = model.right.elementCount() > mostSingleElements;
    for (const double largest : commonCells) {
        const BlockMeasures measures = usualMeasures(input, largest);
        const Columns tried = columnsFor(model, input.area, measures, input.words);
        const double cell = commonCell(model, tried, input.area.height() - heads.head(), measures);
        if (cell > common.cell) {
            common.cell = cell;
            common.usual = measures;
            common.columns = tried;
        }
        if (many || common.cell >= largest * s)
            break;
    }
    common.readable = many || common.cell >= readableCell * s;
    return common;
}

} // namespace

bool isCrowded(const ShapesModel& model, const PanelsInput& input) {
    return !commonOf(model, input).readable;
}

Panels layoutPanels(const ShapesModel& model, std::size_t step, const PanelsInput& input) {
    const double s = input.scale;
    const QRectF& area = input.area;
    const Common common = commonOf(model, input);
    if (!common.readable || input.crowded) {
        BlockMeasures flat = usualMeasures(input, widestCell);
        flat.flattest = flattestCell;
        flat.gapPerCell = 0.28;
        flat.header = (16 + 7) * s;
        flat.lane = 7 * s;
        flat.lineGap = 7 * s;
        // Where width is left over, a number is written in full before it is written larger.
        constexpr double lowCell = 0.36;
        if (input.cell.width > 0)
            flat.flattest = std::min(lowCell, input.cell.height / input.cell.width);
        return freePanels(model, step, area,
                          {input.axes, widestCell * s, flat, s, false, input.words, input.axesWords,
                           input.tokens, input.cell});
    }
    const auto& [cell, usual, columns, readable] = common;
    Panels panels;
    const PanelPlan plan{
        input.axes,     cell > 0 ? cell : usual.cellWidth, usual, s, false, input.words,
        input.axesWords};
    const QRectF before(area.left(), area.top(), columns.beforeWidth, area.height());
    const QRectF after(area.left() + columns.afterLeft, area.top(), columns.afterWidth,
                       area.height());
    panels.before = panelAt(model.right, step > 0 ? step - 1 : 0, before, plan);
    if (step > 0)
        panels.after = panelAt(model.right, step, after, plan);
    // Words may stand over the room in which elements travel; they rest elsewhere.
    panels.before.title.setRight(step > 0 ? after.left() - 12 * s : after.right());
    if (hasWrong(model)) {
        const QRectF column(area.left() + columns.wrongLeft, area.top(), columns.wrongWidth,
                            area.height());
        panels.wrong = panelAt(*model.wrong, model.wrong->lastStep(), column, plan);
        panels.divider = std::round(column.left() - dividerRoom / 2);
    }
    return panels;
}

Index tokensWithRoom(const ShapesModel& model, PanelsInput input) {
    const Index all = model.right.sizes().sequence;
    input.crowded = true;
    const auto holds = [&](std::size_t step, Index count) {
        input.tokens = {0, count};
        // What is wider than the area alone needs no layout.
        const auto columns = arrangementOf(model.right, step, input.tokens).columns();
        return static_cast<double>(columns) * input.cell.width <= input.area.width() &&
               layoutPanels(model, step, input).hold(input.cell);
    };
    Index most = 0;
    for (std::size_t step = 0; step < model.right.steps().size(); ++step) {
        const Index wanted = most > 0 ? most : all;
        if (holds(step, wanted)) {
            most = wanted;
            continue;
        }
        if (!holds(step, 1))
            continue;
        Index enough = 1;
        Index tooMany = wanted;
        while (tooMany - enough > 1) {
            const Index middle = (enough + tooMany) / 2;
            (holds(step, middle) ? enough : tooMany) = middle;
        }
        most = enough;
    }
    return most;
}

} // namespace headscope
