// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_rows.h"

#include "measures/key_set.h"

#include <algorithm>

namespace headscope {

namespace {

/// The keys that hold so much of a row.
std::span<const Index> heldKeys(const SortedRow& row, int percent) {
    return std::span(row.keys).first(keysHolding(row.weights, row.keys, percent));
}

std::size_t linesOf(const std::vector<const SortedRow*>& rows, int percent, KeySpan keys) {
    std::size_t count = 0;
    for (const SortedRow* row : rows)
        count += static_cast<std::size_t>(std::ranges::count_if(
            heldKeys(*row, percent), [&](Index key) { return keys.contains(key); }));
    return count;
}

} // namespace

std::span<const float> DrawnRows::operator[](Index query) {
    const std::span<const float> whole(m_rows[query], m_keys);
    if (m_picture.hiddenCount == 0)
        return whole;
    m_left.assign(whole.begin(), whole.end());
    double sum = 0;
    for (std::size_t key = 0; key < m_keys; ++key) {
        if (m_picture.hidden[key])
            m_left[key] = 0;
        sum += static_cast<double>(m_left[key]);
    }
    if (m_picture.choice.hidden.renormalised && sum > 0) {
        for (float& weight : m_left)
            weight = static_cast<float>(static_cast<double>(weight) / sum);
    }
    return m_left;
}

SortedRow sortedRow(const LinesPicture& picture, int track, Index query) {
    const MatrixPanel& panel = picture.panel(picture.tracks[static_cast<std::size_t>(track)]);
    DrawnRows rows(picture, panel);
    const std::span<const float> row = rows[query];
    SortedRow sorted{track, query, {row.begin(), row.end()}, {}};
    sorted.keys = keysByWeight(sorted.weights);
    return sorted;
}

const SortedRow& SortedRows::at(const LinesPicture& picture, int track, Index query) {
    const auto found = m_rows.find({track, query});
    if (found != m_rows.end())
        return found->second;
    return m_rows.emplace(std::pair(track, query), sortedRow(picture, track, query)).first->second;
}

int percentThatFits(const std::vector<const SortedRow*>& rows, int percent, KeySpan keys,
                    std::size_t most) {
    if (linesOf(rows, percent, keys) <= most)
        return percent;
    int fits = 1;
    int tooMany = percent;
    while (tooMany - fits > 1) {
        const int middle = (fits + tooMany) / 2;
        (linesOf(rows, middle, keys) <= most ? fits : tooMany) = middle;
    }
    return fits;
}

std::vector<WeightLine> linesOfRows(const LinesPicture& picture,
                                    const std::vector<const SortedRow*>& rows, int percent,
                                    KeySpan keys) {
    std::vector<WeightLine> lines;
    for (const SortedRow* row : rows) {
        for (const Index key : heldKeys(*row, percent)) {
            if (keys.contains(key) && picture.isDrawn(row->query, key))
                lines.push_back(
                    {row->track, row->query, key, row->weights[static_cast<std::size_t>(key)]});
        }
    }
    std::ranges::stable_sort(lines, {}, &WeightLine::weight);
    return lines;
}

Index linesOutside(const std::vector<const SortedRow*>& rows, int percent, KeySpan keys) {
    const std::size_t all = linesOf(rows, percent, {});
    return static_cast<Index>(all - linesOf(rows, percent, keys));
}

} // namespace headscope
