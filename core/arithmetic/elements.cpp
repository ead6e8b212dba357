// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/arithmetic.h"
#include "arithmetic/map.h"

#include <algorithm>
#include <cmath>

namespace headscope::arithmetic {

namespace {
constexpr float inverseRootOfTwo = 0.70710678118654752F;
} // namespace

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

void relu(ConstMatrix x, Matrix y) {
    map(y) = (map(x).array() < 0.0F).select(0.0F, map(x));
}

void gelu(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr([](float v) {
        // Φ(v) = erfc(−v/√2) / 2 keeps its digits where Φ is small, as 1 + erf(v/√2) does not.
        const float phi = 0.5F * std::erfc(-v * inverseRootOfTwo);
        return phi == 0.0F ? -0.0F : v * phi; // −∞ · 0 would be NaN
    });
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
