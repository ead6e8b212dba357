// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/passes.h"

#include "arithmetic/map.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace headscope::arithmetic {

namespace {

constexpr std::int32_t infinite = 0x7F800000;

/// The magnitudes of floats are ordered as their bits without the sign, NaN above infinity:
/// a comparison of whole numbers, which compilers make of many at once.
std::int32_t magnitude(float x) {
    return std::bit_cast<std::int32_t>(x) & 0x7FFFFFFF;
}

float larger(float best, float x) {
    return magnitude(x) > magnitude(best) ? x : best;
}

auto mapDoubles(double* data, Index count) {
    return Eigen::Map<Eigen::RowVectorXd>(data, count);
}

} // namespace

void takeLarger(const float* x, const float* may, Index count, float* best) {
    if (!may) {
        for (Index i = 0; i < count; ++i)
            best[i] = larger(best[i], x[i]);
        return;
    }
    for (Index i = 0; i < count; ++i)
        best[i] = larger(best[i], may[i] != 0.0F ? x[i] : 0.0F);
}

void takeLargerOfGroups(const float* x, Index count, Index group, float* best) {
    Index first = 0;
    if (group == 2) { // the one that is there most often, as a loop without another one in it
        const Index pairs = count / 2;
        for (Index i = 0; i < pairs; ++i)
            best[i] = larger(best[i], larger(x[2 * i], x[2 * i + 1]));
        first = 2 * pairs;
    }
    for (; first < count; first += group) {
        for (Index i = first; i < std::min(count, first + group); ++i)
            best[first / group] = larger(best[first / group], x[i]);
    }
}

void takeMaximum(const float* x, Index count, float* best) {
    for (Index i = 0; i < count; ++i)
        best[i] = ((x[i] > best[i]) | (x[i] != x[i])) ? x[i] : best[i];
}

float largestMagnitude(const float* x, Index count) {
    std::int32_t largest = 0;
    for (Index i = 0; i < count; ++i) {
        const std::int32_t own = magnitude(x[i]);
        largest = std::max(largest, own < infinite ? own : 0);
    }
    return std::bit_cast<float>(largest);
}

double sum(const float* x, Index count) {
    constexpr Index width = 8;
    Eigen::Array<double, width, 1> parts = Eigen::Array<double, width, 1>::Zero();
    Index i = 0;
    for (; i + width <= count; i += width)
        parts += Eigen::Map<const Eigen::Array<float, width, 1>>(x + i).cast<double>();
    for (; i < count; ++i)
        parts[0] += static_cast<double>(x[i]);
    return parts.sum();
}

void addTo(const float* x, Index count, double* sums) {
    mapDoubles(sums, count) += mapRow(x, count).cast<double>();
}

} // namespace headscope::arithmetic
