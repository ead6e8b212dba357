// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/block_arrangement.h"

#include <cassert>

namespace headscope {

namespace {
std::size_t at(int axis) {
    return static_cast<std::size_t>(axis);
}
} // namespace

BlockArrangement::BlockArrangement(const Tensor& tensor, const LayoutSizes& sizes) {
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
        return;
    }
    if (m_lineAxis >= 0)
        m_lines = tensor.size(at(m_lineAxis));
    if (m_blockAxis >= 0)
        m_blocks = tensor.size(at(m_blockAxis));
}

PlacedBlock BlockArrangement::placeOf(const Cell& cell) const {
    PlacedBlock place;
    place.row = cell[at(m_rowAxis)];
    place.column = cell[at(columnAxis())];
    if (m_lineAxis >= 0 && m_lineAxis == m_blockAxis) {
        place.line = cell[0] / m_blocks;
        place.block = cell[0] % m_blocks;
        return place;
    }
    if (m_lineAxis >= 0)
        place.line = cell[at(m_lineAxis)];
    if (m_blockAxis >= 0)
        place.block = cell[at(m_blockAxis)];
    return place;
}

Cell BlockArrangement::cellOf(const PlacedBlock& place) const {
    Cell cell(at(m_rowAxis) + 2, 0);
    cell[at(m_rowAxis)] = place.row;
    cell[at(columnAxis())] = place.column;
    if (m_lineAxis >= 0 && m_lineAxis == m_blockAxis) {
        cell[0] = place.line * m_blocks + place.block;
        return cell;
    }
    if (m_lineAxis >= 0)
        cell[at(m_lineAxis)] = place.line;
    if (m_blockAxis >= 0)
        cell[at(m_blockAxis)] = place.block;
    return cell;
}

} // namespace headscope
