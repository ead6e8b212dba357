// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/block_geometry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headscope {

namespace {

Index dividedUp(Index a, Index b) {
    return (a + b - 1) / b;
}

double real(Index number) {
    return static_cast<double>(number);
}

/// Each way to break `count` into rows of equal length, but not thousands of them.
std::vector<Index> rowLengths(Index count) {
    std::vector<Index> lengths;
    for (Index rows = 1; rows <= count; rows = rows < 32 ? rows + 1 : rows * 5 / 4) {
        const Index length = dividedUp(count, rows);
        if (lengths.empty() || lengths.back() != length)
            lengths.push_back(length);
    }
    return lengths;
}

/// What has to share the width and the height of a drawing.
struct BreakUp {
    double linesAcross = 1;
    double columns = 1; ///< cells side by side
    double rowsOfBlocks = 1;
    double rows = 1; ///< cells below each other
    double gapsAcross = 0;
    double gapsDown = 0;
};

BreakUp breakUp(const BlockArrangement& arrangement, Index blocksAcross, Index linesAcross) {
    BreakUp broken;
    const Index rowsOfBlocks =
        dividedUp(arrangement.blocks(), blocksAcross) * dividedUp(arrangement.lines(), linesAcross);
    broken.linesAcross = real(linesAcross);
    broken.columns = real(linesAcross * blocksAcross * arrangement.columns());
    broken.rowsOfBlocks = real(rowsOfBlocks);
    broken.rows = real(rowsOfBlocks * arrangement.rows());
    broken.gapsAcross = real(linesAcross * blocksAcross - 1);
    broken.gapsDown = real(rowsOfBlocks - 1);
    return broken;
}

constexpr double roundingRoom = 1e-6;
constexpr double smallestLabelled = 12;
constexpr double smallestSquare = 4; ///< below, cells may be stretched
constexpr double smallestSpace = 1;  ///< in either direction, so that no cell is without size

/// With names above and beside the blocks; the gaps grow with the cells.
BlockMeasures labelledMeasures(const BreakUp& broken, Extent space, double maxCell,
                               const BlockMeasures& usual) {
    BlockMeasures measures = usual;
    const double width = (space.width - broken.linesAcross * measures.label) /
                         (broken.columns + broken.gapsAcross * usual.gapPerCell);
    const double height = (space.height - broken.rowsOfBlocks * measures.header -
                           broken.gapsDown * measures.lineGap) /
                          broken.rows;
    // Room that was itself made of whole cells is still that much after rounding.
    const auto whole = [](double length) { return std::floor(length + roundingRoom); };
    measures.cellHeight = whole(std::min({width, height, maxCell}));
    measures.cellWidth = whole(std::min({width, maxCell, measures.cellHeight / usual.flattest}));
    measures.blockGap = std::floor(measures.cellWidth * usual.gapPerCell);
    return measures;
}

/// Of square cells: their side.
double legibilityOf(const BlockMeasures& measures) {
    constexpr double heightOfNumbers = 0.46; // of the width of a cell with four figures
    return std::max(0.0, std::min(measures.cellWidth, measures.cellHeight / heightOfNumbers));
}

/// Small cells: a gap is a fine line, or nothing where lines would fill the picture.
BlockMeasures plainMeasures(const BreakUp& broken, Extent space, double maxCell) {
    BlockMeasures measures;
    measures.label = measures.header = measures.lane = 0;
    const double gaps = std::max(broken.gapsAcross, broken.gapsDown);
    const double room = std::min(space.width, space.height) / 4;
    const double gap = gaps * 4 < room ? 4 : gaps * 2 < room ? 2 : gaps < room ? 1 : 0;
    measures.blockGap = measures.lineGap = gap;
    double width = std::min((space.width - broken.gapsAcross * gap) / broken.columns, maxCell);
    double height = std::min((space.height - broken.gapsDown * gap) / broken.rows, maxCell);
    const double smaller = std::min(width, height);
    if (smaller >= smallestSquare)
        width = height = std::floor(smaller);
    else if (smaller >= 1)
        width = std::min(width, smaller * 4), height = std::min(height, smaller * 4);
    measures.cellWidth = width;
    measures.cellHeight = height;
    return measures;
}

} // namespace

BlockGeometry::BlockGeometry(const BlockArrangement& arrangement, const BlockMeasures& measures,
                             Index blocksAcross, Index linesAcross)
    : m_arrangement(arrangement)
    , m_measures(measures)
    , m_blocksAcross(blocksAcross)
    , m_linesAcross(linesAcross) {
    assert(blocksAcross >= 1 && linesAcross >= 1);
}

BlockGeometry BlockGeometry::fitted(const BlockArrangement& arrangement, Extent space,
                                    double maxCell, const BlockMeasures& usual) {
    // Written so that a size which is no number becomes the smallest one too.
    space.width = space.width > smallestSpace ? space.width : smallestSpace;
    space.height = space.height > smallestSpace ? space.height : smallestSpace;
    BlockGeometry best(arrangement, usual, arrangement.blocks(), 1);
    double bestCell = -1;
    const auto consider = [&](Index blocksAcross, Index linesAcross, bool withLabels) {
        const BreakUp broken = breakUp(arrangement, blocksAcross, linesAcross);
        const BlockMeasures measures = withLabels ? labelledMeasures(broken, space, maxCell, usual)
                                                  : plainMeasures(broken, space, maxCell);
        const double cell = withLabels ? legibilityOf(measures)
                            : std::min(measures.cellWidth, measures.cellHeight) <= 0
                                ? 0
                                : std::sqrt(measures.cellWidth * measures.cellHeight);
        // Breaking the row has to be worth it: people read one row more easily.
        const bool isBroken = blocksAcross < arrangement.blocks() || linesAcross > 1;
        if (cell > bestCell * (isBroken ? 1.2 : 1.0)) {
            bestCell = cell;
            best = BlockGeometry(arrangement, measures, blocksAcross, linesAcross);
        }
    };
    for (const bool withLabels : {true, false}) {
        bestCell = -1;
        for (const Index blocksAcross : rowLengths(arrangement.blocks())) {
            for (const Index lineRows : rowLengths(arrangement.lines()))
                consider(blocksAcross, dividedUp(arrangement.lines(), lineRows), withLabels);
        }
        if (bestCell >= smallestLabelled)
            break;
    }
    return best;
}

double BlockGeometry::legibility() const {
    return legibilityOf(m_measures);
}

double BlockGeometry::rowPitch() const {
    return m_measures.header + blockExtent().height + m_measures.lineGap;
}

Extent BlockGeometry::blockExtent() const {
    return {real(m_arrangement.columns()) * m_measures.cellWidth,
            real(m_arrangement.rows()) * m_measures.cellHeight};
}

Extent BlockGeometry::lineExtent() const {
    const Index rows = dividedUp(m_arrangement.blocks(), m_blocksAcross);
    return {m_measures.label + real(m_blocksAcross) * (blockExtent().width + m_measures.blockGap) -
                m_measures.blockGap,
            real(rows) * rowPitch() - m_measures.lineGap};
}

Extent BlockGeometry::extent() const {
    const Index rows = dividedUp(m_arrangement.lines(), m_linesAcross);
    const Extent line = lineExtent();
    return {real(m_linesAcross) * (line.width + m_measures.blockGap) - m_measures.blockGap,
            real(rows) * (line.height + m_measures.lineGap) - m_measures.lineGap};
}

BlockGeometry BlockGeometry::movedTo(Point origin) const {
    BlockGeometry moved = *this;
    moved.m_origin = origin;
    return moved;
}

Point BlockGeometry::lineOrigin(Index line) const {
    const Extent extent = lineExtent();
    return {m_origin.x + real(line % m_linesAcross) * (extent.width + m_measures.blockGap),
            m_origin.y + real(line / m_linesAcross) * (extent.height + m_measures.lineGap)};
}

Point BlockGeometry::blockOrigin(Index line, Index block) const {
    const Point origin = lineOrigin(line);
    return {origin.x + m_measures.label +
                real(block % m_blocksAcross) * (blockExtent().width + m_measures.blockGap),
            origin.y + m_measures.header + real(block / m_blocksAcross) * rowPitch()};
}

Point BlockGeometry::at(const PlacedBlock& place) const {
    const Point origin = blockOrigin(place.line, place.block);
    return {origin.x + real(place.column) * m_measures.cellWidth,
            origin.y + real(place.row) * m_measures.cellHeight};
}

std::optional<PlacedBlock> BlockGeometry::placeAt(Point point) const {
    // Where a coordinate falls among pieces of one length with gaps between them.
    const auto piece = [](double offset, double length, double gap,
                          Index count) -> std::optional<std::pair<Index, double>> {
        if (offset < 0)
            return std::nullopt;
        const double pitch = length + gap;
        const auto index = static_cast<Index>(std::min(offset / pitch, 9e15));
        const double rest = offset - real(index) * pitch;
        if (index >= count || rest >= length)
            return std::nullopt;
        return std::pair{index, rest};
    };
    const Extent line = lineExtent();
    const auto lineAcross =
        piece(point.x - m_origin.x, line.width, m_measures.blockGap, m_linesAcross);
    const auto lineDown = piece(point.y - m_origin.y, line.height, m_measures.lineGap,
                                dividedUp(m_arrangement.lines(), m_linesAcross));
    if (!lineAcross || !lineDown)
        return std::nullopt;
    const Extent size = blockExtent();
    const auto across = piece(lineAcross->second - m_measures.label, size.width,
                              m_measures.blockGap, m_blocksAcross);
    const auto down = piece(lineDown->second - m_measures.header, size.height,
                            m_measures.lineGap + m_measures.header,
                            dividedUp(m_arrangement.blocks(), m_blocksAcross));
    if (!across || !down)
        return std::nullopt;
    PlacedBlock place;
    place.line = lineDown->first * m_linesAcross + lineAcross->first;
    place.block = down->first * m_blocksAcross + across->first;
    if (place.line >= m_arrangement.lines() || place.block >= m_arrangement.blocks())
        return std::nullopt;
    place.row = std::min(static_cast<Index>(down->second / m_measures.cellHeight),
                         m_arrangement.rows() - 1);
    place.column = std::min(static_cast<Index>(across->second / m_measures.cellWidth),
                            m_arrangement.columns() - 1);
    return place;
}

} // namespace headscope
