// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/precise.h"

#include "arithmetic/map.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headscope::arithmetic {

namespace {

constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

/// Adding it leaves the nearest whole number in the lowest bits.
constexpr double wholeNumbers = 0x1.8p52;

/// e^x for x <= 0, 0 below e^−700; NaN stays NaN. 2^n · e^r with |r| <= ln 2 / 2 and the series
/// of e^r to its 13th term (error below 4e-18), so that the compiler can make several at once.
inline double exponential(double x) {
    const double bounded = x < -700.0 ? -700.0 : x;
    const double shifted = bounded * 0x1.71547652b82fep0 + wholeNumbers;
    const double whole = shifted - wholeNumbers;
    // ln 2 in two parts: the first has so few bits that its product is exact.
    const double r = (bounded - whole * 0x1.62e42fee00000p-1) - whole * 0x1.a39ef35793c76p-33;
    double series = 1.0 / 6227020800.0;
    series = series * r + 1.0 / 479001600.0;
    series = series * r + 1.0 / 39916800.0;
    series = series * r + 1.0 / 3628800.0;
    series = series * r + 1.0 / 362880.0;
    series = series * r + 1.0 / 40320.0;
    series = series * r + 1.0 / 5040.0;
    series = series * r + 1.0 / 720.0;
    series = series * r + 1.0 / 120.0;
    series = series * r + 1.0 / 24.0;
    series = series * r + 1.0 / 6.0;
    series = series * r + 0.5;
    series = series * r + 1.0;
    series = series * r + 1.0;
    const auto exponent = std::bit_cast<std::uint64_t>(shifted) + 1023U;
    const double power = std::bit_cast<double>(exponent << 52U);
    const double result = series * power;
    return x < -700.0 ? 0.0 : result;
}

} // namespace

void multiply(ConstPreciseMatrix left, ConstPreciseMatrix right, PreciseMatrix result) {
    assert(right.columnStride == 1 && result.columnStride == 1);
    for (Index row = 0; row < result.rows; ++row) {
        double* const target = result.data + row * result.rowStride;
        const double* const factors = left.data + row * left.rowStride;
        std::fill_n(target, result.columns, 0.0);
        for (Index k = 0; k < left.columns; ++k) {
            const double factor = factors[k * left.columnStride];
            const double* const source = right.data + k * right.rowStride;
            for (Index column = 0; column < result.columns; ++column)
                target[column] += factor * source[column];
        }
    }
}

void softmax(ConstPreciseMatrix x, PreciseMatrix weights, double* logSums) {
    for (Index row = 0; row < x.rows; ++row) {
        const double* const source = x.data + row * x.rowStride;
        double* const target = weights.data + row * weights.rowStride;
        const double largest = *std::max_element(source, source + x.columns);
        if (largest == minusInfinity) {
            std::fill_n(target, x.columns, 0.0);
            logSums[row] = minusInfinity;
            continue;
        }
        for (Index column = 0; column < x.columns; ++column)
            target[column] = exponential(source[column] - largest);
        double sum = 0;
        for (Index column = 0; column < x.columns; ++column)
            sum += target[column];
        const double inverse = 1 / sum;
        for (Index column = 0; column < x.columns; ++column)
            target[column] *= inverse;
        logSums[row] = largest + std::log(sum);
    }
}

void adam(const AdamStep& adam) {
    constexpr double epsilon = 1e-8;
    const double rate = adam.rate / (1 - adam.meanPower);
    const double unbiased = 1 / std::sqrt(1 - adam.squarePower);
    const double largest =
        adam.largest > 0 ? adam.largest : std::numeric_limits<double>::infinity();
    double* const mean = adam.mean;
    double* const square = adam.square;
    for (Index i = 0; i < adam.count; ++i) {
        const double gradient = adam.gradient[i];
        mean[i] = adamMean * mean[i] + (1 - adamMean) * gradient;
        square[i] = adamSquare * square[i] + (1 - adamSquare) * gradient * gradient;
        const double moved =
            adam.values[i] - rate * mean[i] / (std::sqrt(square[i]) * unbiased + epsilon);
        adam.values[i] = std::min(std::max(moved, -largest), largest);
    }
}

bool solvePositive(PreciseMatrix matrix, double* right) {
    assert(matrix.columnStride == 1 && matrix.rowStride == matrix.columns);
    using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<Square> square(matrix.data, matrix.rows, matrix.columns);
    const Eigen::LLT<Eigen::Ref<Square>> factor(square);
    if (factor.info() != Eigen::Success)
        return false;
    Eigen::Map<Eigen::VectorXd> x(right, matrix.rows);
    factor.solveInPlace(x);
    return x.allFinite(); // a NaN is not less than 0, so that it gets through
}

} // namespace headscope::arithmetic
