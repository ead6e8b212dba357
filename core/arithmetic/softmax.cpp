// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/arithmetic.h"
#include "arithmetic/map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope::arithmetic {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// Sums and exponentials are made on parts of one size: of a row as a whole, Eigen
/// treats the ends in another way, and where they are depends on the row's address.
constexpr Index partSize = 16;
using Part = Eigen::Array<float, partSize, 1>;

/// x[0] … x[count − 1], where missing ones are −∞: they change no maximum and no sum.
Part load(const float* x, Index count) {
    if (count >= partSize)
        return Eigen::Map<const Part>(x);
    Part part = Part::Constant(-infinity);
    for (Index i = 0; i < count; ++i)
        part[i] = x[i];
    return part;
}

void store(const Part& part, Index count, float* x) {
    std::copy_n(part.data(), std::min(count, partSize), x);
}

/// e^x rounds to 0 from here on: half of the smallest denormal.
constexpr float lowest = -104.0F;

/// e^x for x <= 0, exactly 0 below the smallest denormal. Eigen's exp() ends at e^−88,
/// hence the square of e^(x/2).
Part exponential(const Part& x) {
    Part root = (x.max(lowest) * 0.5F).exp();
    // A square that underflows takes the processor 150 cycles, and forbidden keys are most of
    // a causal row: none is made that would round to 0.
    for (Index i = 0; i < partSize; ++i)
        root[i] = x[i] < lowest ? 0.0F : root[i];
    return root.square();
}

/// y = e^(x − maximum) / Σ e^(x − maximum). A function of its own: beside the short way below,
/// GCC 12 makes it take twice as long.
[[gnu::noinline]] void weighLongRow(const float* x, Index count, float maximum, float* y) {
    Part sums = Part::Zero();
    for (Index i = 0; i < count; i += partSize) {
        const Part e = exponential(load(x + i, count - i) - maximum);
        sums += e;
        store(e, count - i, y + i);
    }
    Eigen::Map<Eigen::ArrayXf>(y, count) *= 1.0F / sums.sum();
}

void softmaxRow(const float* x, Index count, float* y, float fullyMasked) {
    Part maxima = Part::Constant(-infinity);
    for (Index i = 0; i < count; i += partSize)
        maxima = maxima.max(load(x + i, count - i));
    const float maximum = maxima.maxCoeff();
    if (maximum == -infinity) {
        const bool poisoned = std::any_of(x, x + count, [](float v) { return std::isnan(v); });
        std::fill_n(y, count, poisoned ? notANumber : fullyMasked);
        return;
    }
    if (count <= partSize) { // the same numbers, read and written once
        const Part e = exponential(load(x, count) - maximum);
        return store(e * (1.0F / e.sum()), count, y);
    }
    weighLongRow(x, count, maximum, y);
}

} // namespace

void scale(ConstMatrix x, float factor, Matrix y) {
    map(y) = map(x) * factor;
}

void mask(ConstMatrix x, ConstMatrix mayAttend, ConstMatrix additive, Matrix y) {
    const auto forbidden = map(mayAttend).array() == 0.0F;
    if (mayAttend.data && additive.data)
        map(y) = forbidden.select(-infinity, map(x) + map(additive));
    else if (mayAttend.data)
        map(y) = forbidden.select(-infinity, map(x));
    else
        map(y) = map(x) + map(additive);
}

void softmax(ConstMatrix x, Matrix y, float fullyMasked) {
    for (Index row = 0; row < x.rows; ++row)
        softmaxRow(x.data + row * x.rowStride, x.columns, y.data + row * y.rowStride, fullyMasked);
}

} // namespace headscope::arithmetic
