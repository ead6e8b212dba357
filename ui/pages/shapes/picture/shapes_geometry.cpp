// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/shapes_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double largestCell = 36;
constexpr double travelRoom = 48;  ///< between before and after, at least
constexpr double dividerRoom = 48; ///< between after and wrong
constexpr double floorRoom = 12;   ///< below the panels
constexpr double leastBlocks = 48; ///< for the blocks; low areas do without other things first
constexpr double lowStrip = 28;    ///< the memory as a bar with a window of cells, at its lowest
constexpr double mostWords = 0.36; ///< of the width that the words of the wrong way may take

BlockArrangement arrangementOf(const Journey& journey, std::size_t step) {
    return BlockArrangement(journey[step].tensor, journey.sizes());
}

/// What an arrangement takes with the largest cells and nothing broken.
double naturalWidth(const BlockArrangement& arrangement, const BlockMeasures& usual) {
    return BlockGeometry(arrangement, usual, arrangement.blocks(), 1).extent().width;
}

BlockMeasures usualMeasures(const ShapesGeometryInput& input) {
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

/// What the words of the wrong way need, however narrow its blocks are.
double wordsWidth(const ShapesGeometryInput& input, double width) {
    return std::min(std::max(input.wrongWidth, 0.6 * input.verdictWidth), mostWords * width);
}

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
        model.wrong
            ? std::max(words,
                       naturalWidth(arrangementOf(*model.wrong, model.wrong->lastStep()), usual))
            : 0;
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
        columns.wrongWidth = std::max(columns.wrongWidth * factor, model.wrong ? words : 0);
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
    if (model.wrong)
        consider(*model.wrong, model.wrong->lastStep(), columns.wrongWidth);
    return cell;
}

/// How high everything but the blocks is.
struct Heights {
    double title = 0;
    double hops = 0;
    double strip = 0;       ///< one memory
    double secondStrip = 0; ///< the memory that a copy writes, or the names below the first
    double axes = 0;        ///< of a panel
    double chooser = 0;
    double code = 0;
    double margin = 0; ///< between the memory and the panels

    double above(double scale) const {
        return 8 * scale + title + 28 * scale + std::max(hops, 6 * scale) + strip + secondStrip +
               margin;
    }
    double panelHead(double scale) const { return 24 * scale + axes + 8 * scale; }
    /// The verdict about the wrong way stands beside chooser and code.
    double below(double scale) const { return std::max(6 * scale + chooser + code, 28 * scale); }
};

/// Low areas do without what explains the most obvious things; the blocks keep `leastBlocks`
/// as long as anything is left to do without.
Heights heightsFor(const ShapesModel& model, double width, bool placesShown,
                   const ShapesGeometryInput& input) {
    const double s = input.scale;
    const bool low = input.size.height() < 560 * s;
    const double cell = std::min(
        32 * s, width / static_cast<double>(std::max<Index>(model.right.elementCount(), 1)));
    Heights heights;
    heights.title = input.withTitle ? 32 * s : 0;
    heights.hops = placesShown ? (low ? 40 : 48) * s : 0;
    heights.strip = std::max(cell, (cell < 14 ? 40 : 20) * s);
    // The same room in every step, so that the panels below stay where they are.
    heights.secondStrip = std::max(heights.strip, 34 * s);
    heights.margin = (low ? 8 : 16) * s;
    heights.axes = 24 * s;
    heights.chooser = (input.withChooser ? 34 : 0) * s;
    heights.code = (input.withChooser ? 44 : 46) * s;
    for (double* const spared : {&heights.hops, &heights.code, &heights.axes, &heights.title}) {
        const double blocks = input.size.height() - heights.above(s) - heights.panelHead(s) -
                              floorRoom * s - heights.below(s);
        if (blocks < leastBlocks * s)
            *spared = 0;
    }
    const double blocks = input.size.height() - heights.above(s) - heights.panelHead(s) -
                          floorRoom * s - heights.below(s);
    if (blocks < leastBlocks * s) {
        heights.strip = std::min(heights.strip, lowStrip * s);
        heights.secondStrip = std::max(heights.strip, 28 * s);
    }
    return heights;
}

DrawnTensor panelAt(const Journey& journey, std::size_t step, const QRectF& column, double axes,
                    double cell, const BlockMeasures& usual, double scale) {
    DrawnTensor panel;
    panel.title = QRectF(column.left(), column.top(), column.width(), 24 * scale);
    panel.axes = QRectF(column.left(), panel.title.bottom(), column.width(), axes);
    // The width to the last bit: a column that is a hair narrower has smaller cells.
    const double top = panel.axes.bottom() + 8 * scale;
    panel.space = QRectF(column.left(), top, column.width(), std::max(0.0, column.bottom() - top));
    const Extent room{panel.space.width(), panel.space.height()};
    panel.blocks = BlockGeometry::fitted(arrangementOf(journey, step), room,
                                         cell > 0 ? cell : usual.cellWidth, usual)
                       .movedTo({std::round(panel.space.x()), std::round(panel.space.y())});
    return panel;
}

} // namespace

ShapesGeometry layoutShapes(const ShapesModel& model, std::size_t step, bool placesShown,
                            const ShapesGeometryInput& input) {
    ShapesGeometry geometry;
    geometry.scale = input.scale;
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
    const Heights heights = heightsFor(model, width, placesShown, input);
    if (heights.title > 0)
        geometry.title = take(heights.title);
    geometry.memoryHeader = take(28 * s);
    if (heights.hops > 0)
        geometry.hops = take(heights.hops);
    else
        y += 6 * s;
    geometry.strip = take(heights.strip);
    const bool copies = model.right[step].copies();
    const double below = y + (copies ? 6 : 2) * s;
    geometry.newStrip = QRectF(left, below, width, heights.strip);
    geometry.stripLabels = QRectF(left, below, width, 28 * s);
    y += heights.secondStrip + heights.margin;

    // Where even that has no room, the picture goes on below the edge.
    const double panelHeight = std::max(heights.panelHead(s) + 1,
                                        input.size.height() - y - heights.below(s) - floorRoom * s);
    const QRectF panels(left, y, width, panelHeight + floorRoom * s);
    const Columns columns = columnsFor(model, panels, usual, wordsWidth(input, width));
    const double common = commonCell(model, columns, panelHeight - heights.panelHead(s), usual);
    const auto panelIn = [&](const Journey& journey, std::size_t of, const QRectF& column) {
        return panelAt(journey, of, column, heights.axes, common, usual, s);
    };
    const QRectF beforeColumn(left, y, columns.beforeWidth, panelHeight);
    const QRectF afterColumn(left + columns.afterLeft, y, columns.afterWidth, panelHeight);
    geometry.before = panelIn(model.right, step > 0 ? step - 1 : 0, beforeColumn);
    if (step > 0)
        geometry.after = panelIn(model.right, step, afterColumn);
    // Words may stand over the room in which elements travel; they rest elsewhere.
    geometry.before.title.setRight(geometry.after ? afterColumn.left() - 12 * s
                                                  : afterColumn.right());
    if (step > 1)
        geometry.cameFrom = panelIn(model.right, step - 1, afterColumn).blocks;
    geometry.chooser = QRectF(left, panels.bottom() + 6 * s, width, heights.chooser);
    geometry.code =
        QRectF(left, geometry.chooser.bottom() + 2 * s, width, std::max(0.0, heights.code - 2 * s));
    geometry.separator = panels.bottom();
    if (model.wrong) {
        const QRectF column(left + columns.wrongLeft, y, columns.wrongWidth, panelHeight);
        geometry.wrong = panelIn(*model.wrong, model.wrong->lastStep(), column);
        geometry.divider = std::round(column.left() - dividerRoom / 2);
        const double lines = input.verdictWidth > column.width() ? 36 : 24;
        geometry.verdict =
            QRectF(column.left(), panels.bottom() + 4 * s, column.width(), lines * s);
        if (heights.code > 0)
            geometry.wrongCode = QRectF(column.left(), geometry.verdict.bottom(), column.width(),
                                        geometry.code.bottom() - geometry.verdict.bottom());
        geometry.code.setRight(geometry.divider);
        geometry.chooser.setRight(geometry.divider - 8 * s);
    }
    return geometry;
}

} // namespace headscope
