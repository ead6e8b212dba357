// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/block_arrangement.h"

namespace headscope {

/// In logical pixels; y runs down.
struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

struct Extent {
    double width = 0;
    double height = 0;
    bool operator==(const Extent&) const = default;
};

/// Sizes of a drawing of blocks, in logical pixels.
struct BlockMeasures {
    double cellWidth = 36; ///< pitch of the cells
    double cellHeight = 36;
    double blockGap = 20; ///< between two blocks
    double lineGap = 24;  ///< between two lines of blocks, not counting the header
    double label = 48;    ///< left of a line: names of its rows
    double header = 20;   ///< above a line: names of its blocks, and the lane
    double lane = 0;      ///< the part of the header next to the blocks that names leave free
    double gapPerCell = 20.0 / 36; ///< `blockGap`, as a part of the width of a cell
    double flattest = 1;           ///< how high a cell may be at least, as a part of its width
    bool operator==(const BlockMeasures&) const = default;
};

/// Where every cell of a tensor is drawn. No painting, no window.
class BlockGeometry {
public:
    BlockGeometry() = default;
    /// Blocks and lines run on in further rows after so many.
    BlockGeometry(const BlockArrangement& arrangement, const BlockMeasures& measures,
                  Index blocksAcross, Index linesAcross);
    /// As large as fits into the space, cells not above `maxCell`; blocks stay in
    /// one row unless the cells get larger by breaking it. Beside cells below 12
    /// pixels labels have no room and are left out. Of `usual`, label, header, line gap and
    /// flatness are taken as they are. Labelled cells are square, or flatter where that makes
    /// them wider: numbers are wide. Others are square
    /// as long as they are a few pixels large; smaller ones may be stretched to fill the space, up
    /// to 4 : 1, and those below a pixel without a limit. Every cell has a size, however small the
    /// space is: one of less than a pixel is taken as a pixel.
    static BlockGeometry fitted(const BlockArrangement& arrangement, Extent space, double maxCell,
                                const BlockMeasures& usual = {});

    const BlockArrangement& arrangement() const { return m_arrangement; }
    const BlockMeasures& measures() const { return m_measures; }
    Extent cellExtent() const { return {m_measures.cellWidth, m_measures.cellHeight}; }
    /// How well numbers can be read in the cells: by the width, as far as the height is in
    /// proportion.
    double legibility() const;
    bool isLabelled() const { return m_measures.header > 0; }
    Index blocksAcross() const { return m_blocksAcross; }
    Index linesAcross() const { return m_linesAcross; }
    Extent extent() const;
    Extent blockExtent() const;
    /// The whole drawing, moved.
    BlockGeometry movedTo(Point origin) const;
    Point origin() const { return m_origin; }

    /// Top left corner of a block, and of a line with its labels and header.
    Point blockOrigin(Index line, Index block) const;
    Point lineOrigin(Index line) const;
    /// Top left corner of a cell.
    Point at(const PlacedBlock& place) const;
    Point at(const Cell& cell) const { return at(m_arrangement.placeOf(cell)); }
    /// The cell under a point; nothing between the blocks.
    std::optional<PlacedBlock> placeAt(Point point) const;

private:
    Extent lineExtent() const;
    double rowPitch() const; ///< from one row of blocks to the next one of the same line

    BlockArrangement m_arrangement;
    BlockMeasures m_measures;
    Index m_blocksAcross = 1;
    Index m_linesAcross = 1;
    Point m_origin;
};

} // namespace headscope
