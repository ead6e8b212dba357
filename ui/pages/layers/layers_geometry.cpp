// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_geometry.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

constexpr double smallestCell = 28;
constexpr double largestCell = 200;
constexpr double gap = 6;
constexpr double gapUnderBar = 4; ///< the bar keeps rows apart, too
constexpr double above = 6;       ///< before the legend, and behind the last row
constexpr double betweenPieces = 16;
constexpr double padding = 24;
constexpr double betweenGroups = 40;

/// Groups below each other or side by side, and how large a head then is.
struct Arrangement {
    int columns = 1; ///< of groups
    int rows = 1;    ///< of thumbnails in the tallest column
    int headings = 1;
    double cell = 0;
    double bar = 0; ///< height of what stands under a thumbnail
    bool numbers = false;
    double slot = 0; ///< width of what stands under it, where that is wider
};

/// Where the pieces of what is said of the bars begin, and in how many lines they stand.
std::vector<QPointF> placesOfPieces(const LayersGeometryInput& in, int& lines) {
    std::vector<QPointF> places;
    const double right = in.width - padding;
    double left = padding;
    lines = in.bars && !in.barPieces.empty() ? 1 : 0;
    for (const double wide : in.barPieces) {
        if (left > padding && left + wide > right) {
            left = padding;
            ++lines;
        }
        places.emplace_back(left, lines - 1);
        left += wide + betweenPieces * in.textScale;
    }
    return places;
}

/// Of the legend.
int linesOf(const LayersGeometryInput& in) {
    const double room = in.width - 2 * padding - in.labelWidth - 16 * in.textScale;
    return in.legendWidth > room ? 2 : 1;
}

/// A bar needs so much beside its number.
constexpr double leastBar = 30;
constexpr double ownNumber = 18; ///< the head's, before its bar
constexpr double widened = 36;   ///< smaller heads do not move apart for their numbers

/// `mayWiden`: heads may stand farther apart than they are wide, so that their numbers have room.
Arrangement arranged(const LayersGeometryInput& in, bool beside, bool mayWiden) {
    const double s = in.textScale;
    const double line = 20 * s;
    Arrangement result;
    const auto groups = static_cast<int>(in.groups.size());
    if (groups == 1)
        result.headings = 0;
    if (beside) {
        result.columns = groups;
        result.rows = *std::ranges::max_element(in.groups);
    } else {
        result.rows = std::accumulate(in.groups.begin(), in.groups.end(), 0);
        result.headings = groups > 1 ? groups : 0;
    }
    const double columns = result.columns;
    const double label = in.labelWidth + 16 * s;
    const double wide = (in.width - 2 * padding - columns * label - (columns - 1) * betweenGroups) /
                            (columns * in.heads) -
                        gap;
    int barLines = 0;
    placesOfPieces(in, barLines);
    const double top = above + (1 + linesOf(in) + barLines) * line;
    const double room =
        (in.height - top - above - result.headings * 28 * s) / std::max(1, result.rows) -
        (in.bars ? gapUnderBar : gap);
    // Small enough to see all at once, but never too small to tell one head from another.
    const auto cellOver = [&](double bar) {
        return std::floor(std::min({wide, room - bar, largestCell * s}));
    };
    result.cell = cellOver(0);
    if (!in.bars)
        return result;
    const double own = in.ownOrder ? ownNumber * s : 0;
    result.bar = 18 * s;
    result.cell = cellOver(result.bar);
    const double slot = in.barNumberWidth + 6 * s + leastBar * s + own;
    result.numbers = std::max(result.cell, smallestCell * s) >= slot;
    if (!result.numbers && mayWiden && wide >= slot && result.cell >= widened * s) {
        result.numbers = true;
        result.slot = slot;
    }
    if (!result.numbers && !in.ownOrder) {
        result.bar = 7 * s;
        result.cell = cellOver(result.bar);
    }
    return result;
}

constexpr double leastPreview = 220; ///< wide
constexpr double mostPreview = 1.05; ///< of the height: a square and its words
constexpr double comfortable = 48;   ///< a small head that is so large gives room away
constexpr double givenAway = 0.5;    ///< of its side, where it is smaller
constexpr double shared = 0.9;       ///< of its side at least

/// The arrangement that is drawn, and whether groups stand beside each other in it.
std::pair<Arrangement, bool> chosen(const LayersGeometryInput& in, bool mayWiden) {
    const double s = in.textScale;
    const Arrangement below = arranged(in, false, mayWiden);
    const Arrangement side = arranged(in, true, mayWiden);
    // Side by side, a heading must not run into the next group's.
    const double columnWidth =
        in.labelWidth + 16 * s + in.heads * (std::max(side.cell, side.slot) + gap);
    const bool beside = in.groups.size() > 1 && side.cell > below.cell &&
                        side.cell >= smallestCell * s && in.headingWidth <= columnWidth + 24;
    return {beside ? side : below, beside};
}

} // namespace

double previewWidth(const LayersGeometryInput& in) {
    if (in.groups.empty())
        return 0;
    const double s = in.textScale;
    const double alone = chosen(in, false).first.cell;
    // On a large screen both grow; where several groups share the height, heads cannot.
    const double wanted = std::max(std::min(comfortable * s, givenAway * alone),
                                   in.groups.size() == 1 ? shared * alone : 0);
    for (double width = mostPreview * in.height; width >= leastPreview * s; width -= 10) {
        LayersGeometryInput rest = in;
        rest.width = in.width - width;
        const double words = 2 * padding + in.labelWidth + 16 * s + in.subjectWidth;
        // Rows that are too many scroll; heads that are too many would have to.
        LayersGeometryInput high = rest;
        high.height = 1e6;
        if (rest.width >= words && chosen(rest, false).first.cell >= wanted &&
            chosen(high, false).first.cell >= smallestCell * s)
            return std::floor(width);
    }
    return 0;
}

std::optional<LayersGeometry::Place> LayersGeometry::placeAt(QPointF point, int columns) const {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const QPointF inside = point - rows[row];
        if (inside.y() < 0 || inside.y() >= pitchY || inside.x() < 0)
            continue;
        const int column = static_cast<int>(inside.x() / pitchX);
        if (column < columns)
            return Place{static_cast<int>(row), column};
    }
    return std::nullopt;
}

LayersGeometry layoutLayers(const LayersGeometryInput& in) {
    LayersGeometry geometry;
    if (in.groups.empty())
        return geometry;
    const double s = in.textScale;
    const double line = 20 * s;
    const double heading = in.groups.size() > 1 ? 28 * s : 0;
    const auto [arrangement, beside] = chosen(in, true);
    geometry.cell = std::max(arrangement.cell, smallestCell * s);
    geometry.barHeight = arrangement.bar;
    geometry.barNumbers = arrangement.numbers;
    geometry.barNumberWidth = in.barNumberWidth;
    geometry.barWidth = std::max(geometry.cell, arrangement.slot);
    geometry.pitchX = geometry.barWidth + gap;
    geometry.pitchY = geometry.cell + geometry.barHeight + (in.bars ? gapUnderBar : gap);
    const double label = in.labelWidth + 16 * s;
    const double columnPitch = label + in.heads * geometry.pitchX - gap + betweenGroups;
    const int lines = linesOf(in);
    geometry.legend = QRectF(
        padding + label, in.title + above,
        std::max({in.heads * geometry.pitchX, 360 * s, in.width - 2 * padding - label}), line);
    geometry.scale = geometry.legend;
    if (lines > 1) {
        // The second line begins at the left: it needs the width.
        geometry.scale = QRectF(padding, in.title + above + line, in.width - 2 * padding, line);
        geometry.legend.setRight(in.width - padding);
    }
    double top = in.title + above + lines * line;
    int barLines = 0;
    const std::vector<QPointF> pieces = placesOfPieces(in, barLines);
    for (std::size_t i = 0; in.bars && i < pieces.size(); ++i)
        geometry.barPieces.emplace_back(
            pieces[i].x(), top + pieces[i].y() * line,
            std::min(in.barPieces[i], in.width - padding - pieces[i].x()), line);
    top += barLines * line;
    double left = padding;
    double y = top;
    double bottom = top;
    for (std::size_t group = 0; group < in.groups.size(); ++group) {
        if (beside) {
            left = padding + static_cast<double>(group) * columnPitch;
            y = top;
        }
        if (beside || group == 0) {
            geometry.headLines.emplace_back(left + label, y, in.heads * geometry.pitchX, line);
            y += line;
        }
        geometry.headings.emplace_back(
            left, y, std::max(in.headingWidth + 8, label + in.heads * geometry.pitchX), heading);
        y += heading;
        for (int row = 0; row < in.groups[group]; ++row) {
            geometry.rows.emplace_back(left + label, y);
            geometry.rowLabels.emplace_back(left, y, in.labelWidth + 4, geometry.cell);
            y += geometry.pitchY;
        }
        bottom = std::max(bottom, y);
    }
    const double columns = beside ? static_cast<double>(in.groups.size()) : 1;
    geometry.size = QSizeF(2 * padding + columns * columnPitch - betweenGroups, bottom + above);
    return geometry;
}

} // namespace headscope
