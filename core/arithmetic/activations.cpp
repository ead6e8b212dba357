// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/activations.h"

#include "arithmetic/map.h"

#include <cmath>

namespace headscope::arithmetic {

namespace {

constexpr float inverseRootOfTwo = 0.70710678118654752F;
constexpr float rootOfTwo = 1.41421356237309505F;
constexpr float densityAtZero = 0.39894228040143268F; // 1/√(2π)

/// ½(1 + tanh(v/2)) of any v, with all digits where it is small.
float sigma(float v) {
    return 1.0F / (1.0F + std::exp(-v));
}

/// v · share; −∞ · 0 would be NaN.
float part(float v, float share) {
    return share == 0.0F ? -0.0F : v * share;
}

constexpr float twiceRootOfTwoByPi = 1.59576912160573071F; // 2·√(2/π)
constexpr float cubic = 0.044715F;
constexpr float quick = 1.702F;

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
        return part(v, 0.5F * std::erfc(-v * inverseRootOfTwo));
    });
}

void geluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        const float phi = 0.5F * std::erfc(-v / rootOfTwo);
        return phi + v * densityAtZero * std::exp(-0.5F * v * v);
    });
}

void geluTanh(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr(
        [](float v) { return part(v, sigma(twiceRootOfTwoByPi * (v + cubic * v * v * v))); });
}

void geluTanhBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        const float share = sigma(twiceRootOfTwoByPi * (v + cubic * v * v * v));
        const float rise = twiceRootOfTwoByPi * (1.0F + 3.0F * cubic * v * v);
        return share + v * share * (1.0F - share) * rise;
    });
}

void quickGelu(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr([](float v) { return part(v, sigma(quick * v)); });
}

void quickGeluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        const float share = sigma(quick * v);
        return share + v * share * (1.0F - share) * quick;
    });
}

void silu(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr([](float v) { return part(v, sigma(v)); });
}

void siluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        const float share = sigma(v);
        return share + v * share * (1.0F - share);
    });
}

void tanh(ConstMatrix x, Matrix y) {
    map(y) = map(x).unaryExpr([](float v) { return std::tanh(v); });
}

void tanhBackward(ConstMatrix x, ConstMatrix gradient, Matrix result, Into into) {
    slopeInto(x, gradient, result, into, [](float v) {
        // (1 − t)(1 + t) keeps the digits of 1 − t².
        const float t = std::tanh(v);
        return (1.0F - t) * (1.0F + t);
    });
}

} // namespace headscope::arithmetic
