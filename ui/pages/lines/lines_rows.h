// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/lines/lines_picture.h"
#include "scene/panels/dense_rows.h"

#include <limits>
#include <map>
#include <span>

namespace headscope {

/// The rows of a panel as they are drawn: hidden keys are 0, and what is left is divided by its sum
/// where that was chosen. A row of nothing but hidden keys is all 0.
class DrawnRows {
public:
    DrawnRows(const LinesPicture& picture, const MatrixPanel& panel)
        : m_picture(picture)
        , m_rows(panel.matrix)
        , m_keys(static_cast<std::size_t>(panel.matrix.size(1))) {}

    /// Until the next one is asked for.
    std::span<const float> operator[](Index query);

private:
    const LinesPicture& m_picture;
    DenseRows m_rows;
    std::size_t m_keys;
    std::vector<float> m_left;
};

/// One row of one track: its keys from the largest on.
struct SortedRow {
    int track = 0;
    Index query = 0;
    std::vector<float> weights;
    std::vector<Index> keys;
};
SortedRow sortedRow(const LinesPicture& picture, int track, Index query);

/// Rows that were sorted once, for who scrolls through many.
class SortedRows {
public:
    const SortedRow& at(const LinesPicture& picture, int track, Index query);
    void clear() { m_rows.clear(); }

private:
    std::map<std::pair<int, Index>, SortedRow> m_rows;
};

/// Keys that count as such; the lines to all others are left out.
struct KeySpan {
    Index first = 0;
    Index end = std::numeric_limits<Index>::max();
    bool contains(Index key) const { return key >= first && key < end; }
};
/// The most percent of every row that no more than `most` lines hold.
int percentThatFits(const std::vector<const SortedRow*>& rows, int percent, KeySpan keys = {},
                    std::size_t most = mostLines);
/// The lines of those rows, from the weakest to the strongest.
std::vector<WeightLine> linesOfRows(const LinesPicture& picture,
                                    const std::vector<const SortedRow*>& rows, int percent,
                                    KeySpan keys = {});
/// How many lines of the rows lead to other keys.
Index linesOutside(const std::vector<const SortedRow*>& rows, int percent, KeySpan keys);

} // namespace headscope
