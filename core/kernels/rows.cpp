// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kernels.h"
#include "kernels/vector.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace headscope::kernels {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// e^x for x <= 0, −∞ and NaN: about 1 ulp, exactly 0 below the smallest denormal.
/// x = n·ln 2 + r with |r| <= ln 2 / 2, and the polynomial of Cephes' expf
/// (Moshier) for e^r.
inline Vector exponential(Vector x) {
    const Vector lowest = splat(-105.0F); // e^−105 rounds to 0
    x = x < lowest ? lowest : x;          // NaN stays NaN
    // Adding 1.5 · 2^23 rounds to an integer, which then stands in the low bits.
    const Vector shifter = splat(12582912.0F);
    const Vector shifted = x * 1.44269504088896341F + shifter;
    const Vector n = shifted - shifter;
    const IntVector exponent = bits(shifted) - bits(shifter);
    Vector r = x - n * 0.693359375F;
    r = r - n * -2.12194440e-4F;
    Vector p = r * 1.9875691500e-4F + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * (r * r) + r + 1.0F;
    // 2^n in two factors, so that results below 2^−126 are denormal, not wrong.
    // Unsigned, because for NaN n is anything.
    const IntVector half = exponent >> 1;
    const auto powerOfTwo = [](IntVector e) {
        return fromBits((reinterpret_cast<UintVector>(e) + 127U) << 23);
    };
    return p * powerOfTwo(half) * powerOfTwo(exponent - half);
}

inline Vector larger(Vector a, Vector b) {
    return a > b ? a : b;
}
inline Vector plus(Vector a, Vector b) {
    return a + b;
}

/// The last lanes − count elements do not exist: −∞ changes no maximum, and e^−∞ no sum.
inline Vector loadScores(const float* x, Index count) {
    const Vector missing = splat(-infinity);
    return laneNumbers() < static_cast<std::int32_t>(count) ? loadSome(x, count) : missing;
}

float largest(const float* x, Index count) {
    Vector maximum = splat(-infinity);
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        maximum = larger(load(x + i), maximum);
    if (i < count)
        maximum = larger(loadScores(x + i, count - i), maximum);
    return reduce(maximum, larger);
}

/// softmax() of a row of at most one register; missing lanes are −∞.
Vector shortSoftmax(Vector scores, Index count, float fullyMasked) {
    const float maximum = reduce(scores, larger);
    if (maximum == -infinity) {
        for (Index i = 0; i < count; ++i) {
            if (std::isnan(scores[i]))
                return splat(notANumber);
        }
        return splat(fullyMasked);
    }
    const Vector e = exponential(scores - maximum);
    return e / reduce(e, plus);
}

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

void scale(const float* x, Index count, float factor, float* y) {
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        store(y + i, load(x + i) * factor);
    if (i < count)
        storeSome(y + i, loadSome(x + i, count - i) * factor, count - i);
}

void applyMask(const float* x, const float* mayAttend, const float* additive, Index count,
               float* y) {
    const Vector masked = splat(-infinity);
    for (Index i = 0; i < count; i += lanes) {
        const Index n = std::min<Index>(lanes, count - i);
        const auto part = [&](const float* from) {
            return n == lanes ? load(from + i) : loadSome(from + i, n);
        };
        Vector v = part(x);
        if (additive)
            v += part(additive);
        if (mayAttend)
            v = part(mayAttend) != Vector{} ? v : masked;
        if (n == lanes)
            store(y + i, v);
        else
            storeSome(y + i, v, n);
    }
}

void softmax(const float* x, Index count, float* weights, float fullyMasked) {
    if (count <= lanes) {
        storeSome(weights, shortSoftmax(loadScores(x, count), count, fullyMasked), count);
        return;
    }
    const float maximum = largest(x, count);
    if (maximum == -infinity) {
        const bool poisoned = std::any_of(x, x + count, [](float v) { return std::isnan(v); });
        std::fill_n(weights, count, poisoned ? notANumber : fullyMasked);
        return;
    }
    Vector sums{};
    Index i = 0;
    for (; i + lanes <= count; i += lanes) {
        const Vector e = exponential(load(x + i) - maximum);
        sums += e;
        store(weights + i, e);
    }
    if (i < count) {
        const Vector e = exponential(loadScores(x + i, count - i) - maximum);
        sums += e;
        storeSome(weights + i, e, count - i);
    }
    const float sum = reduce(sums, plus);
    for (i = 0; i + lanes <= count; i += lanes)
        store(weights + i, load(weights + i) / sum);
    if (i < count)
        storeSome(weights + i, loadSome(weights + i, count - i) / sum, count - i);
}

void weigh(const ScoreRow& row) {
    if (row.count <= lanes) {
        // A short row stays in one register: waiting for what was just written
        // would cost more than the arithmetic.
        const Index n = row.count;
        Vector v = loadSome(row.scores, n) * row.factor;
        storeSome(row.scaled, v, n);
        if (row.masked) {
            if (row.additive)
                v += loadSome(row.additive, n);
            if (row.mayAttend)
                v = loadSome(row.mayAttend, n) != Vector{} ? v : splat(-infinity);
            storeSome(row.masked, v, n);
        }
        v = laneNumbers() < static_cast<std::int32_t>(n) ? v : splat(-infinity);
        storeSome(row.weights, shortSoftmax(v, n, row.fullyMasked), n);
        return;
    }
    scale(row.scores, row.count, row.factor, row.scaled);
    if (row.masked)
        applyMask(row.scaled, row.mayAttend, row.additive, row.count, row.masked);
    softmax(row.masked ? row.masked : row.scaled, row.count, row.weights, row.fullyMasked);
}

Index findNonFinite(const float* x, Index count) {
    constexpr std::int32_t exponentBits = 0x7f800000;
    const auto finite = [](float v) {
        return (std::bit_cast<std::int32_t>(v) & exponentBits) != exponentBits;
    };
    constexpr Index block = Index{64} * lanes;
    Index i = 0;
    for (; i + block <= count; i += block) {
        IntVector bad{};
        for (Index j = i; j < i + block; j += lanes)
            bad |= (bits(load(x + j)) & exponentBits) == exponentBits;
        std::int32_t any = 0;
        for (int lane = 0; lane < lanes; ++lane)
            any |= bad[lane];
        if (any)
            break;
    }
    while (i < count && finite(x[i]))
        ++i;
    return i;
}

} // namespace headscope::kernels
