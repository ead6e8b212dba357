// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/backward.h"
#include "arithmetic/map.h"

#include <algorithm>

namespace headscope::arithmetic {

namespace {

#if defined(__AVX512F__)
constexpr std::ptrdiff_t firstLevelCache = 32 << 10; // Eigen multiplies it by 4 itself
#else
constexpr std::ptrdiff_t firstLevelCache = 128 << 10;
#endif

/// Eigen cuts products into blocks by the sizes of the caches, and with them the sums:
/// with fixed ones another machine gives the same bits. Four times what most first-level
/// caches have, because Eigen uses a quarter: 2048 tokens take 4 % less than with 32 kB.
[[maybe_unused]] const bool cacheSizesAreFixed = [] {
    Eigen::setCpuCacheSizes(firstLevelCache, 512 << 10, 4 << 20);
    return true;
}();

/// So many columns at once that what a product starts from (zeros or the bias) is still
/// in the cache when it adds to it: 2048 tokens take 7 % less than with all at once. A
/// multiple of the 12, 24 or 48 that Eigen works on together, so that it meets narrower ends
/// only once: Q·Kᵀ of 2048 tokens takes a sixth less than with 512.
constexpr Index tileColumns = 480;
/// The last tile may be so much wider, which is better than a narrow one behind it.
constexpr Index mostColumns = tileColumns + 96;

/// Eigen works on so many rows at once, and on the last ones of another number in
/// another order of sums.
constexpr Index rowsAtOnce = 4;

/// result = left · right (+ bias) for a multiple of rowsAtOnce rows.
void multiplyWhole(ConstMatrix left, ConstMatrix right, Matrix result, const float* bias) {
    auto product = map(result);
    if (bias)
        product.rowwise() = mapRow(bias, result.columns);
    else
        product.setZero();
    if (right.columnStride == 1)
        product.noalias() += map(left) * map(right);
    else
        product.noalias() += map(left) * mapTransposed(right);
}

/// Any number of rows, each with the bits that it has among others: the last ones are
/// multiplied together with those before them, or four times where there are none.
void multiplyRows(ConstMatrix left, ConstMatrix right, Matrix result, const float* bias) {
    const Index whole = result.rows / rowsAtOnce * rowsAtOnce;
    if (whole)
        multiplyWhole(left.middleRows(0, whole), right, result.middleRows(0, whole), bias);
    if (whole && whole < result.rows) {
        const Index first = result.rows - rowsAtOnce;
        return multiplyWhole(left.middleRows(first, rowsAtOnce), right,
                             result.middleRows(first, rowsAtOnce), bias);
    }
    for (Index row = whole; row < result.rows; ++row) {
        float copies[rowsAtOnce * mostColumns];
        const ConstMatrix repeated = {left.data + row * left.rowStride, rowsAtOnce, left.columns,
                                      0};
        multiplyWhole(repeated, right, denseMatrix(copies, rowsAtOnce, result.columns), bias);
        std::copy_n(copies, result.columns, result.data + row * result.rowStride);
    }
}

/// For a right of so few numbers the preparations of Eigen's products cost more than they
/// save: loops over the numbers in place, in one order whatever the addresses are, and the
/// same for every row.
constexpr Index smallRight = 128;
/// So many sums stay in registers side by side.
constexpr Index sumsAtOnce = 8;
using Sums = Eigen::Array<float, sumsAtOnce, 1>;
constexpr Index mostPadded = smallRight * sumsAtOnce;

bool isSmall(ConstMatrix right) {
    return right.rows * right.columns <= smallRight;
}

/// x[0] … x[count − 1], and zeros behind them.
Sums someOf(const float* x, Index count) {
    if (count == sumsAtOnce)
        return Eigen::Map<const Sums>(x);
    Sums some = Sums::Zero();
    std::copy_n(x, count, some.data());
    return some;
}

/// result (+)= left · right, or + bias; the columns of the right are put side by side and filled up
/// with zeros first, so that every loop has one length.
void multiplySmall(ConstMatrix left, ConstMatrix right, Matrix result, Into into,
                   const float* bias = nullptr) {
    const Index width = (right.columns + sumsAtOnce - 1) / sumsAtOnce * sumsAtOnce;
    float padded[mostPadded];
    for (Index k = 0; k < right.rows; ++k) {
        float* const to = padded + k * width;
        for (Index column = 0; column < right.columns; ++column)
            to[column] = right.data[k * right.rowStride + column * right.columnStride];
        std::fill(to + right.columns, to + width, 0.0F);
    }
    for (Index first = 0; first < right.columns; first += sumsAtOnce) {
        const Index count = std::min(sumsAtOnce, right.columns - first);
        const Sums fresh = bias ? someOf(bias + first, count) : Sums::Zero();
        for (Index row = 0; row < result.rows; ++row) {
            float* const to = result.data + row * result.rowStride + first;
            const float* const factors = left.data + row * left.rowStride;
            Sums sums = into == Into::Sum ? someOf(to, count) : fresh;
            for (Index k = 0; k < left.columns; ++k)
                sums += factors[k * left.columnStride] *
                        Eigen::Map<const Sums>(padded + k * width + first);
            std::copy_n(sums.data(), count, to);
        }
    }
}

} // namespace

void multiply(ConstMatrix left, ConstMatrix right, Matrix result, const float* bias) {
    if (isSmall(right))
        return multiplySmall(left, right, result, Into::Fresh, bias);
    for (Index first = 0, width = 0; first < result.columns; first += width) {
        const Index rest = result.columns - first;
        width = rest <= mostColumns ? rest : tileColumns;
        multiplyRows(left, right.middleColumns(first, width), result.middleColumns(first, width),
                     bias ? bias + first : nullptr);
    }
}

namespace {

template <class Left> void multiplyMapped(const Left& left, ConstMatrix right, Matrix result) {
    if (right.columnStride == 1)
        map(result).noalias() += left * map(right);
    else
        map(result).noalias() += left * mapTransposed(right);
}

} // namespace

void multiplyInto(ConstMatrix left, ConstMatrix right, Matrix result, Into into) {
    if (isSmall(right))
        return multiplySmall(left, right, result, into);
    if (into == Into::Fresh)
        map(result).setZero();
    if (left.columnStride == 1)
        multiplyMapped(map(left), right, result);
    else
        multiplyMapped(mapTransposed(left), right, result);
}

} // namespace headscope::arithmetic
