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
    // What stands before it in the order of keysByWeight(), and all, in four sums each: one would
    // wait for each addition. Of a row of hundreds this is asked thousands of times a frame.
    struct Sums {
        double larger = 0;
        double all = 0;
        float nothing = 0; ///< or NaN, where any weight is
    };
    const auto add = [own](Sums& sums, float weight) {
        // A product where a branch would be guessed wrongly half of the time.
        sums.larger += static_cast<double>(static_cast<float>(weight > own) * weight);
        sums.all += static_cast<double>(static_cast<float>(weight > 0) * weight);
        sums.nothing += weight - weight;
    };
    Sums first;
    Sums second;
    Sums third;
    Sums fourth;
    std::size_t other = 0;
    for (; other + 4 <= row.size(); other += 4) {
        add(first, row[other]);
        add(second, row[other + 1]);
        add(third, row[other + 2]);
        add(fourth, row[other + 3]);
    }
    for (; other < row.size(); ++other)
        add(first, row[other]);
    if (std::isnan(first.nothing + second.nothing + third.nothing + fourth.nothing))
        return never;
    int equal = 0;
    for (const float weight : row.first(place))
        equal += weight == own;
    const double whole = first.all + second.all + third.all + fourth.all;
    const double before = first.larger + second.larger + third.larger + fourth.larger +
                          equal * static_cast<double>(own);
    // The quotient may be off by its rounding, the comparison of keysHolding() decides.
    int percent = std::clamp(static_cast<int>(100 * before / whole), 1, 100);
    while (percent > 1 && 100 * before < (percent - 1) * whole)
        --percent;
    while (percent < 100 && !(100 * before < percent * whole))
        ++percent;
    return percent;
}

} // namespace headscope
