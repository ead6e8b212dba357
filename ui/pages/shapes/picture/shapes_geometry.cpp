// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/shapes_geometry.h"

#include "pages/shapes/picture/shapes_panels.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double widestFoot = 0.36; ///< of the width, for what is said of the wrong way
constexpr double floorRoom = 12;    ///< below the panels
constexpr double leastBlocks = 48;  ///< for the blocks; low areas do without other things first
constexpr double lowStrip = 28;     ///< the memory as a bar with a window of cells, at its lowest
constexpr double mostWords = 0.36;  ///< of the width that the words of the wrong way may take

/// What the words of the wrong way need, however narrow its blocks are.
double wordsWidth(const ShapesGeometryInput& input, double width) {
    return std::min(std::max(input.wrongWidth, 0.6 * input.verdictWidth), mostWords * width);
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
/// `tight`: numbers need the room more than what surrounds them.
Heights heightsFor(const ShapesModel& model, double width, bool placesShown,
                   const ShapesGeometryInput& input, bool tight) {
    const double s = input.scale;
    const bool low = tight || input.size.height() < 560 * s;
    const double cell = std::min(
        32 * s, width / static_cast<double>(std::max<Index>(model.right.elementCount(), 1)));
    Heights heights;
    heights.title = input.withTitle ? 32 * s : 0;
    heights.hops = placesShown ? (tight ? 34 : low ? 40 : 48) * s : 0;
    heights.strip = std::max(cell, (cell < 14 ? 40 : 20) * s);
    // The same room in every step, so that the panels below stay where they are.
    heights.secondStrip = std::max(heights.strip, (tight ? 28 : 34) * s);
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

constexpr double tokensLine = 22;
constexpr Index fewTokens = 2; ///< with fewer, numbers may be smaller

/// Which tokens are drawn, of a crowded picture; all where the numbers of all can be read.
/// `remarked`: with the line that says which.
struct ShownTokens {
    TokenWindow tokens;
    Extent cell;
    bool remarked = false;
};

ShownTokens findShownTokens(const ShapesModel& model, PanelsInput room,
                            const ShapesGeometryInput& input) {
    const Index all = model.right.sizes().sequence;
    const auto fitting = [&](const Extent& cell) {
        room.cell = cell;
        return tokensWithRoom(model, room);
    };
    if (fitting(input.cells->good) == all)
        return {{}, input.cells->good, false};
    room.area.setTop(room.area.top() + tokensLine * input.scale);
    ShownTokens shown{{}, input.cells->pleasant, true};
    Index count = fitting(input.cells->pleasant);
    if (count < std::min(all, fewTokens)) {
        const Index more = fitting(input.cells->least);
        if (more > count) {
            count = more;
            shown.cell = input.cells->least;
        }
    }
    if (count > 0 && count < all)
        shown.tokens.count = count;
    shown.remarked = count < all;
    return shown;
}

/// What the search depends on.
struct ShownKey {
    std::uint64_t model = 0;
    QRectF area;
    double axes = 0;
    double labelWidth = 0;
    double words = 0;
    double axesWords = 0;
    ShapesGeometryInput::Cells cells;
    bool operator==(const ShownKey&) const = default;
};

ShownTokens shownTokens(const ShapesModel& model, const PanelsInput& room,
                        const ShapesGeometryInput& input) {
    if (!input.cells)
        return {};
    if (model.right.elementCount() > mostSingleElements)
        return {{}, {}, true}; // a crowd, of colours alone
    // A search of some milliseconds, whose answer is the same at every step.
    thread_local ShownKey known;
    thread_local ShownTokens shown;
    const ShownKey key{model.id,   room.area,      room.axes,   room.labelWidth,
                       room.words, room.axesWords, *input.cells};
    if (!(key == known)) {
        shown = findShownTokens(model, room, input);
        known = key;
    }
    ShownTokens now = shown;
    if (now.tokens.count > 0)
        now.tokens.first =
            std::clamp<Index>(input.firstToken, 0, model.right.sizes().sequence - now.tokens.count);
    return now;
}

/// What stands below the panels: buttons and code, and what is said of the wrong way.
void placeFoot(ShapesGeometry& geometry, const Heights& heights, const QRectF& area,
               const ShapesGeometryInput& input) {
    const double s = input.scale;
    const double bottom = area.bottom() + floorRoom * s;
    geometry.chooser = QRectF(area.left(), bottom + 6 * s, area.width(), heights.chooser);
    geometry.code = QRectF(area.left(), geometry.chooser.bottom() + 2 * s, area.width(),
                           std::max(0.0, heights.code - 2 * s));
    geometry.separator = bottom;
    if (input.verdictWidth <= 0)
        return;
    const double wanted = geometry.wrong ? area.right() - geometry.wrong->title.left()
                                         : std::ceil(1.4 * input.verdictWidth);
    const double left = area.right() - std::min(wanted, widestFoot * area.width());
    const QRectF column(left, bottom, area.right() - left, heights.chooser);
    const double lines = input.verdictWidth > column.width() ? 36 : 24;
    geometry.verdict = QRectF(column.left(), bottom + 4 * s, column.width(), lines * s);
    if (geometry.wrong && heights.code > 0)
        geometry.wrongCode = QRectF(column.left(), geometry.verdict.bottom(), column.width(),
                                    geometry.code.bottom() - geometry.verdict.bottom());
    geometry.code.setRight(column.left() - 24 * s);
    geometry.chooser.setRight(geometry.code.right() - 8 * s);
}

} // namespace

ShapesGeometry layoutShapes(const ShapesModel& model, std::size_t step, bool placesShown,
                            const ShapesGeometryInput& input) {
    ShapesGeometry geometry;
    geometry.scale = input.scale;
    const double s = input.scale;
    const double left = input.margin;
    const double width = std::max(100.0, input.size.width() - 2 * input.margin);
    double y = 8 * s;
    const auto take = [&](double height) {
        const QRectF rect(left, y, width, height);
        y += height;
        return rect;
    };
    const auto roomOf = [&](const Heights& heights) {
        // Where even that has no room, the picture goes on below the edge.
        const double top = heights.above(s);
        const double height = std::max(
            heights.panelHead(s) + 1, input.size.height() - top - heights.below(s) - floorRoom * s);
        return PanelsInput{
            QRectF(left, top, width, height), heights.axes,    s,    input.labelWidth,
            wordsWidth(input, width),         input.wrongAxes, false};
    };
    Heights heights = heightsFor(model, width, placesShown, input, false);
    PanelsInput room = roomOf(heights);
    const bool crowded = isCrowded(model, room);
    if (crowded) {
        heights = heightsFor(model, width, placesShown, input, true);
        room = roomOf(heights);
        room.crowded = true;
    }
    if (crowded || model.right.elementCount() > mostSingleElements) {
        const ShownTokens shown = shownTokens(model, room, input);
        room.tokens = geometry.tokens = shown.tokens;
        room.cell = shown.cell;
        if (shown.remarked) {
            geometry.remark = QRectF(left, room.area.top(), width, tokensLine * s);
            room.area.setTop(geometry.remark.bottom());
        }
    }
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
    const Panels panels = layoutPanels(model, step, room);
    geometry.before = panels.before;
    geometry.after = panels.after;
    geometry.wrong = panels.wrong;
    geometry.divider = panels.divider;
    if (step > 1)
        geometry.cameFrom = layoutPanels(model, step - 1, room).after->blocks;
    placeFoot(geometry, heights, room.area, input);
    return geometry;
}

} // namespace headscope
