// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/journey.h"

namespace headscope {

/// Where an element stands among the blocks of a drawn tensor.
struct PlacedBlock {
    Index line = 0;  ///< which line of blocks
    Index block = 0; ///< which block of the line
    Index row = 0;   ///< within the block
    Index column = 0;
    bool operator==(const PlacedBlock&) const = default;
};

/// Which of the tokens are drawn, where there is no room for all.
struct TokenWindow {
    Index first = 0;
    Index count = 0; ///< 0: all
    bool contains(Index token) const {
        return count == 0 || (token >= first && token < first + count);
    }
    bool operator==(const TokenWindow&) const = default;
};

/// Which axis of a tensor runs in which direction of its drawing: the last one
/// across, the one before it down, the one before that as blocks side by side,
/// the first one as lines of blocks. Axes without a direction are nowhere (-1).
/// [batch·heads, …] is drawn as [batch, heads, …], whose blocks it keeps.
class BlockArrangement {
public:
    BlockArrangement() = default;
    /// Rank 2 to 4. Of the axis of tokens, where it has one, those of the window; they have to be
    /// there.
    BlockArrangement(const Tensor& tensor, const LayoutSizes& sizes,
                     const TokenWindow& tokens = {});

    Index lines() const { return m_lines; }
    Index blocks() const { return m_blocks; }
    Index rows() const { return m_rows; }
    Index columns() const { return m_columns; }
    int lineAxis() const { return m_lineAxis; }
    int blockAxis() const { return m_blockAxis; }
    int rowAxis() const { return m_rowAxis; }
    int columnAxis() const { return m_rowAxis + 1; }

    /// Whether a cell is among those that are drawn; only those have a place.
    bool shows(const Cell& cell) const;
    /// What the first line, block or row counts: not 0 where an axis is shown in part.
    Index firstOf(int axis) const { return axis >= 0 && axis == m_tokenAxis ? m_tokens.first : 0; }
    PlacedBlock placeOf(const Cell& cell) const;
    Cell cellOf(const PlacedBlock& place) const;
    bool operator==(const BlockArrangement&) const = default;

private:
    Index m_lines = 1;
    Index m_blocks = 1;
    Index m_rows = 1;
    Index m_columns = 1;
    int m_lineAxis = -1; ///< the same as m_blockAxis for batch·heads
    int m_blockAxis = -1;
    int m_rowAxis = 0;
    int m_tokenAxis = -1; ///< that is shown in part; else none
    TokenWindow m_tokens;
};

} // namespace headscope
