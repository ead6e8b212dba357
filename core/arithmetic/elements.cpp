// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/arithmetic.h"
#include "arithmetic/map.h"

#include <algorithm>
#include <cmath>

namespace headscope::arithmetic {

const char* variant() {
#if defined(__AVX512F__)
    return "x86-64-v4";
#elif defined(__AVX2__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#else
    return "generic";
#endif
}

void add(ConstMatrix a, ConstMatrix b, Matrix y) {
    map(y) = map(a) + map(b);
}

void multiplyElements(ConstMatrix a, ConstMatrix b, Matrix y) {
    map(y) = map(a).cwiseProduct(map(b));
}

Index findNonFinite(const float* x, Index count) {
    constexpr Index block = 1024;
    const auto isFinite = [&](Index first) {
        const auto values = mapRow(x + first, block);
        return (values - values).sum() == 0.0F; // NaN where one is an infinity or NaN
    };
    Index first = 0;
    while (first + block <= count && isFinite(first))
        first += block;
    return std::find_if_not(x + first, x + count, [](float v) { return std::isfinite(v); }) - x;
}

} // namespace headscope::arithmetic
