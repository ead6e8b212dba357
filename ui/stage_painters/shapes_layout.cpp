// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_painters/shapes_layout.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double largestCell = 36;
constexpr double travelRoom = 48;  ///< between before and after, at least
constexpr double dividerRoom = 48; ///< between after and wrong
constexpr double floorRoom = 12;   ///< below the panels

BlockArrangement arrangementOf(const Journey& journey, std::size_t step) {
    return BlockArrangement(journey[step].tensor, journey.sizes());
}

/// What an arrangement takes with the largest cells and nothing broken.
double naturalWidth(const BlockArrangement& arrangement, const BlockMeasures& usual) {
    return BlockGeometry(arrangement, usual, arrangement.blocks(), 1).extent().width;
}

BlockMeasures usualMeasures(const ShapesLayoutInput& input) {
    BlockMeasures measures;
    measures.cellWidth = measures.cellHeight = largestCell * input.scale;
    measures.blockGap *= input.scale;
    measures.lineGap *= input.scale;
    measures.header *= input.scale;
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

Columns columnsFor(const ShapesModel& model, const QRectF& area, const BlockMeasures& usual) {
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
        model.wrong ? naturalWidth(arrangementOf(*model.wrong, model.wrong->lastStep()), usual) : 0;
    const double gaps = travelRoom + (model.wrong ? dividerRoom : 0);
    const double all = before + after + wrong;
    const double room = std::max(1.0, area.width() - gaps);
    Columns columns;
    if (all <= room) {
        // What is left over is the way that the elements travel.
        const double rest = room - all;
        const double travel = travelRoom + (model.wrong ? rest * 0.8 : std::min(rest, 240.0));
        columns.beforeWidth = before;
        columns.afterWidth = after;
        columns.wrongWidth = wrong;
        columns.afterLeft = before + travel;
    } else {
        // Nobody starves: a narrow panel keeps what it needs, wide ones share the rest.
        const double parts = model.wrong ? 3 : 2;
        const auto share = [&](double natural) {
            return std::min(natural, std::max(room / parts, room * natural / all));
        };
        columns.beforeWidth = share(before);
        columns.afterWidth = share(after);
        columns.wrongWidth = model.wrong ? share(wrong) : 0;
        const double taken = columns.beforeWidth + columns.afterWidth + columns.wrongWidth;
        const double factor = std::min(1.0, room / taken);
        columns.beforeWidth *= factor;
        columns.afterWidth *= factor;
        columns.wrongWidth *= factor;
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
    if (model.wrong)
        consider(*model.wrong, model.wrong->lastStep(), columns.wrongWidth);
    return cell;
}

DrawnTensor panelAt(const Journey& journey, std::size_t step, const QRectF& column, double cell,
                    const BlockMeasures& usual, double scale) {
    DrawnTensor panel;
    panel.title = QRectF(column.left(), column.top(), column.width(), 24 * scale);
    panel.axes = QRectF(column.left(), panel.title.bottom(), column.width(), 24 * scale);
    // The width to the last bit: a column that is a hair narrower has smaller cells.
    const double top = panel.axes.bottom() + 8 * scale;
    panel.space = QRectF(column.left(), top, column.width(), column.bottom() - top);
    const Extent room{panel.space.width(), panel.space.height()};
    panel.blocks = BlockGeometry::fitted(arrangementOf(journey, step), room,
                                         cell > 0 ? cell : usual.cellWidth, usual)
                       .movedTo({std::round(panel.space.x()), std::round(panel.space.y())});
    return panel;
}

} // namespace

ShapesLayout layoutShapes(const ShapesModel& model, std::size_t step, bool placesShown,
                          const ShapesLayoutInput& input) {
    ShapesLayout layout;
    layout.scale = input.scale;
    const BlockMeasures usual = usualMeasures(input);
    const double s = input.scale;
    const double left = input.margin;
    const double width = std::max(100.0, input.size.width() - 2 * input.margin);
    double y = 8 * s;
    const auto take = [&](double height) {
        const QRectF rect(left, y, width, height);
        y += height;
        return rect;
    };
    // Low windows do without what explains the most obvious things.
    const bool low = input.size.height() < 560 * s;
    if (input.withTitle)
        layout.title = take(32 * s);
    layout.memoryHeader = take(28 * s);
    if (placesShown)
        layout.hops = take((low ? 40 : 48) * s);
    else
        y += 6 * s;
    const double cell = std::min(
        32 * s, width / static_cast<double>(std::max<Index>(model.right.elementCount(), 1)));
    const double stripHeight = std::max(cell, (cell < 14 ? 40 : 20) * s);
    layout.strip = take(stripHeight);
    const bool copies = model.right[step].copies();
    const double below = y + (copies ? 6 : 2) * s;
    layout.newStrip = QRectF(left, below, width, stripHeight);
    layout.stripLabels = QRectF(left, below, width, 28 * s);
    // The same room in every step, so that the panels below stay where they are.
    y += std::max(stripHeight, 34 * s) + (low ? 8 : 16) * s;

    const double codeHeight = (input.withChooser ? 84 : 52) * s;
    const QRectF panels(left, y, width, std::max(40.0, input.size.height() - y - codeHeight));
    const double panelHeight = panels.height() - floorRoom * s;
    const Columns columns = columnsFor(model, panels, usual);
    const double blockHeight = panelHeight - 56 * s;
    const double common = commonCell(model, columns, blockHeight, usual);
    const QRectF beforeColumn(left, y, columns.beforeWidth, panelHeight);
    const QRectF afterColumn(left + columns.afterLeft, y, columns.afterWidth, panelHeight);
    layout.before = panelAt(model.right, step > 0 ? step - 1 : 0, beforeColumn, common, usual, s);
    if (step > 0)
        layout.after = panelAt(model.right, step, afterColumn, common, usual, s);
    // Words may stand over the room in which elements travel; they rest elsewhere.
    layout.before.title.setRight(layout.after ? afterColumn.left() - 12 * s : afterColumn.right());
    if (step > 1)
        layout.cameFrom = panelAt(model.right, step - 1, afterColumn, common, usual, s).blocks;
    layout.chooser = QRectF(left, panels.bottom() + 6 * s, width, (input.withChooser ? 34 : 0) * s);
    layout.code = QRectF(left, layout.chooser.bottom() + 2 * s, width,
                         panels.bottom() + codeHeight - layout.chooser.bottom() - 2 * s);
    layout.separator = panels.bottom();
    if (model.wrong) {
        const QRectF column(left + columns.wrongLeft, y, columns.wrongWidth, panelHeight);
        layout.wrong = panelAt(*model.wrong, model.wrong->lastStep(), column, common, usual, s);
        layout.divider = std::round(column.left() - dividerRoom / 2);
        layout.verdict = QRectF(column.left(), panels.bottom() + 4 * s, column.width(), 24 * s);
        layout.wrongCode =
            QRectF(column.left(), layout.verdict.bottom(), column.width(), codeHeight - 28 * s);
        layout.code.setRight(layout.divider);
        layout.chooser.setRight(layout.divider - 8 * s);
    }
    return layout;
}

} // namespace headscope
