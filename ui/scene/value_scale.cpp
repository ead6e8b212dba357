// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/value_scale.h"

#include <algorithm>
#include <cmath>

namespace headscope {

ValueRange rangeUpTo(double largest, bool sequential) {
    if (!(largest > 0))
        return sequential ? ValueRange{0, 1} : ValueRange{-1, 1};
    return sequential ? ValueRange{0, largest} : ValueRange{-largest, largest};
}

ValueRange ValueScale::rangeOf(Index row) const {
    if (!rows || row < 0 || row >= std::ssize(*rows))
        return *this;
    return rangeUpTo((*rows)[static_cast<std::size_t>(row)], low >= 0);
}

double ValueScale::placeOf(double value, Index row) const {
    if (std::isnan(value))
        return value;
    const ValueRange range = rangeOf(row);
    // Compared before any arithmetic: no infinity and no empty range reaches the division.
    if (value <= range.low)
        return 0;
    if (value >= range.high)
        return 1;
    const double place = (value - range.low) / (range.high - range.low);
    if (!squareRoot)
        return place;
    if (range.low >= 0)
        return std::sqrt(place);
    const double side = std::sqrt(std::fabs(value) / range.high) / 2;
    return value < 0 ? 0.5 - side : 0.5 + side;
}

double ValueScale::valueAt(double place) const {
    if (!squareRoot)
        return low + (high - low) * place;
    if (low >= 0)
        return low + (high - low) * place * place;
    const double side = 2 * place - 1;
    return high * side * std::fabs(side);
}

ValueScale ValueScale::pooled(Index factor) const {
    if (!rows || factor <= 1)
        return *this;
    ValueScale result = *this;
    auto larger = std::make_shared<std::vector<double>>();
    for (std::size_t i = 0; i < rows->size(); i += static_cast<std::size_t>(factor)) {
        const auto end = std::min(rows->size(), i + static_cast<std::size_t>(factor));
        larger->push_back(*std::max_element(rows->begin() + static_cast<std::ptrdiff_t>(i),
                                            rows->begin() + static_cast<std::ptrdiff_t>(end)));
    }
    result.rows = std::move(larger);
    return result;
}

QRgb colourOf(ColourMap map, const ValueScale& scale, float value, Index row) {
    return colourAt(map, scale.placeOf(value, row));
}

} // namespace headscope
