// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/block_arrangement.h"

#include <cassert>

namespace headscope {

namespace {
std::size_t at(int axis) {
    return static_cast<std::size_t>(axis);
}
} // namespace

BlockArrangement::BlockArrangement(const Tensor& tensor, const LayoutSizes& sizes,
                                   const TokenWindow& tokens) {
    const std::size_t rank = tensor.rank();
    assert(rank >= 2 && rank <= 4);
    m_rowAxis = static_cast<int>(rank) - 2;
    m_rows = tensor.size(rank - 2);
    m_columns = tensor.size(rank - 1);
    if (rank == 4) {
        m_lineAxis = 0;
        m_blockAxis = 1;
    } else if (rank == 3) {
        const Axis first = tensor.axes()[0];
        if (first == Axis::BatchHeads)
            m_lineAxis = m_blockAxis = 0;
        else if (first == Axis::Heads || tensor.axes()[1] == Axis::Heads)
            m_blockAxis = 0;
        else
            m_lineAxis = 0;
    }
    if (m_lineAxis >= 0 && m_lineAxis == m_blockAxis) {
        m_blocks = sizes.heads;
        m_lines = tensor.size(0) / sizes.heads;
    } else {
        if (m_lineAxis >= 0)
            m_lines = tensor.size(at(m_lineAxis));
        if (m_blockAxis >= 0)
            m_blocks = tensor.size(at(m_blockAxis));
    }
    const std::size_t axis = tensor.axisOf(Axis::Sequence);
    if (tokens.count == 0 || axis == rank)
        return;
    assert(tokens.first >= 0 && tokens.first + tokens.count <= tensor.size(axis));
    m_tokenAxis = static_cast<int>(axis);
    m_tokens = tokens;
    (m_tokenAxis == m_rowAxis     ? m_rows
     : m_tokenAxis == m_blockAxis ? m_blocks
                                  : m_lines) = tokens.count;
}

bool BlockArrangement::shows(const Cell& cell) const {
    return m_tokenAxis < 0 || m_tokens.contains(cell[at(m_tokenAxis)]);
}

PlacedBlock BlockArrangement::placeOf(const Cell& cell) const {
    PlacedBlock place;
    place.row = cell[at(m_rowAxis)] - firstOf(m_rowAxis);
    place.column = cell[at(columnAxis())];
    if (m_lineAxis >= 0 && m_lineAxis == m_blockAxis) {
        place.line = cell[0] / m_blocks;
        place.block = cell[0] % m_blocks;
        return place;
    }
    if (m_lineAxis >= 0)
        place.line = cell[at(m_lineAxis)] - firstOf(m_lineAxis);
    if (m_blockAxis >= 0)
        place.block = cell[at(m_blockAxis)] - firstOf(m_blockAxis);
    return place;
}

Cell BlockArrangement::cellOf(const PlacedBlock& place) const {
    Cell cell(at(m_rowAxis) + 2, 0);
    cell[at(m_rowAxis)] = place.row + firstOf(m_rowAxis);
    cell[at(columnAxis())] = place.column;
    if (m_lineAxis >= 0 && m_lineAxis == m_blockAxis) {
        cell[0] = place.line * m_blocks + place.block;
        return cell;
    }
    if (m_lineAxis >= 0)
        cell[at(m_lineAxis)] = place.line + firstOf(m_lineAxis);
    if (m_blockAxis >= 0)
        cell[at(m_blockAxis)] = place.block + firstOf(m_blockAxis);
    return cell;
}

} // namespace headscope
