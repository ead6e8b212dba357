// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/activations.h"

#include "arithmetic/map.h"

#include <cmath>

namespace headscope::arithmetic {

namespace {

constexpr float inverseRootOfTwo = 0.70710678118654752F;
constexpr float rootOfTwo = 1.41421356237309505F;
constexpr float densityAtZero = 0.39894228040143268F; // 1/√(2π)

/// result (+)= g · slope(x).
template <class Slope>
void slopeInto(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into, const Slope& slope) {
    const auto product = map(x).unaryExpr(slope).cwiseProduct(map(gradient));
    if (into == Into::Sum)
        map(result) += product;
    else
        map(result) = product;
}

} // namespace

void relu(ConstMatrix x, Matrix y) {
    map(y) = (map(x).array() < 0.0F).select(0.0F, map(x));
}

void reluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    const auto passed = (map(x).array() > 0.0F).select(map(gradient), 0.0F);
    if (into == Into::Sum)
        map(result) += passed;
    else
        map(result) = passed;
}

void gelu(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr([](float v) {
        // Φ(v) = erfc(−v/√2) / 2 keeps its digits where Φ is small, as 1 + erf(v/√2) does not.
        const float phi = 0.5F * std::erfc(-v * inverseRootOfTwo);
        return phi == 0.0F ? -0.0F : v * phi; // −∞ · 0 would be NaN
    });
}

void geluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        const float phi = 0.5F * std::erfc(-v / rootOfTwo);
        return phi + v * densityAtZero * std::exp(-0.5F * v * v);
    });
}

} // namespace headscope::arithmetic
