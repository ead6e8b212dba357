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

using PartOf = Eigen::Map<Part>;
using ConstPartOf = Eigen::Map<const Part>;

/// The `count` numbers at x, fewer than a part has, filled up with −∞: that changes no maximum
/// and no sum.
Part filledUp(const float* x, Index count) {
    Part part = Part::Constant(-infinity);
    for (Index i = 0; i < count; ++i)
        part[i] = x[i];
    return part;
}

/// e^x rounds to 0 from here on: half of the smallest denormal.
constexpr float lowest = -104.0F;

/// e^x for x <= 0, exactly 0 below the smallest denormal. Eigen's exp() ends at e^−88,
/// hence the square of e^(x/2). Always inlined: GCC 12 else takes every part through memory, and a
/// row a tenth longer.
[[gnu::always_inline]] inline Part exponential(const Part& x) {
    // A square that underflows takes the processor 150 cycles, and forbidden keys are most of
    // a causal row: none is made that would round to 0. Said by arithmetic, 1 or 0, because Eigen
    // has no vectors for a choice; the floats beside `lowest` are more than 1e−6 away from it.
    const Part isMade = ((x - lowest) * 1e6F).max(0.0F).min(1.0F);
    return ((x.max(lowest) * 0.5F).exp() * isMade).square();
}

/// y = e^(x − maximum) / Σ e^(x − maximum). A function of its own: beside the short way below,
/// GCC 12 makes it take twice as long. So does one loop for whole parts and for the last one, whose
/// length is not known: every part is then written by a copy of bytes.
[[gnu::noinline]] void weighLongRow(const float* x, Index count, float maximum, float* y) {
    const Index whole = count / partSize * partSize;
    Part sums = Part::Zero();
    for (Index i = 0; i < whole; i += partSize) {
        const Part e = exponential(ConstPartOf(x + i) - maximum);
        sums += e;
        PartOf(y + i) = e;
    }
    if (whole < count) {
        const Part e = exponential(filledUp(x + whole, count - whole) - maximum);
        sums += e;
        std::copy_n(e.data(), count - whole, y + whole);
    }
    Eigen::Map<Eigen::ArrayXf>(y, count) *= 1.0F / sums.sum();
}

float largest(const float* x, Index count) {
    const Index whole = count / partSize * partSize;
    Part maxima = Part::Constant(-infinity);
    for (Index i = 0; i < whole; i += partSize)
        maxima = maxima.max(ConstPartOf(x + i));
    if (whole < count)
        maxima = maxima.max(filledUp(x + whole, count - whole));
    return maxima.maxCoeff();
}

/// What a row becomes whose largest score is −∞: no key is allowed, or scores are no numbers.
void fillMaskedRow(const float* x, Index count, float* y, float fullyMasked) {
    const bool poisoned = std::any_of(x, x + count, [](float v) { return std::isnan(v); });
    std::fill_n(y, count, poisoned ? notANumber : fullyMasked);
}

/// A row that is shorter than a part: the same numbers as below, read and written once.
void softmaxShortRow(const float* x, Index count, float* y, float fullyMasked) {
    const Part row = filledUp(x, count);
    const float maximum = row.maxCoeff();
    if (maximum == -infinity)
        return fillMaskedRow(x, count, y, fullyMasked);
    const Part e = exponential(row - maximum);
    std::copy_n(Part(e * (1.0F / e.sum())).data(), count, y);
}

void softmaxRow(const float* x, Index count, float* y, float fullyMasked) {
    if (count < partSize)
        return softmaxShortRow(x, count, y, fullyMasked);
    const float maximum = largest(x, count);
    if (maximum == -infinity)
        return fillMaskedRow(x, count, y, fullyMasked);
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
