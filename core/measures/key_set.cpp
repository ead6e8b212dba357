// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/key_set.h"

#include <algorithm>
#include <cmath>

namespace headscope {

std::vector<Index> keysByWeight(std::span<const float> row) {
    std::vector<Index> keys;
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (std::isnan(row[key]))
            return {};
        if (row[key] > 0)
            keys.push_back(static_cast<Index>(key));
    }
    std::ranges::stable_sort(keys, [row](Index a, Index b) {
        return row[static_cast<std::size_t>(a)] > row[static_cast<std::size_t>(b)];
    });
    return keys;
}

std::size_t keysHolding(std::span<const float> row, std::span<const Index> keysByWeight,
                        int percent) {
    if (percent >= 100)
        return keysByWeight.size();
    const auto weight = [row](Index key) {
        return static_cast<double>(row[static_cast<std::size_t>(key)]);
    };
    double whole = 0;
    for (const Index key : keysByWeight)
        whole += weight(key);
    double held = 0;
    std::size_t count = 0;
    // Whole percent on both sides: 9 of 10 equal keys hold 90 %, whatever .9 is in binary.
    while (count < keysByWeight.size() && 100 * held < percent * whole)
        held += weight(keysByWeight[count++]);
    return count;
}

int heldFrom(std::span<const float> row, Index key) {
    constexpr int never = 101;
    const auto place = static_cast<std::size_t>(key);
    const float own = row[place];
    if (!(own > 0))
        return never;
    double before = 0; // in the order of keysByWeight()
    double whole = 0;
    for (std::size_t other = 0; other < row.size(); ++other) {
        const float weight = row[other];
        if (std::isnan(weight))
            return never;
        const auto share = weight > 0 ? static_cast<double>(weight) : 0.0;
        whole += share;
        before += weight > own || (weight == own && other < place) ? share : 0.0;
    }
    // The quotient may be off by its rounding, the comparison of keysHolding() decides.
    int percent = std::clamp(static_cast<int>(100 * before / whole), 1, 100);
    while (percent > 1 && 100 * before < (percent - 1) * whole)
        --percent;
    while (percent < 100 && !(100 * before < percent * whole))
        ++percent;
    return percent;
}

} // namespace headscope
