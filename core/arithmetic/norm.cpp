// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/arithmetic.h"
#include "arithmetic/map.h"

#include <algorithm>
#include <cmath>

namespace headscope::arithmetic {

namespace {

/// So many columns are summed side by side, and the columns of a row in so many sums.
constexpr Index atOnce = 8;
using Doubles = Eigen::Array<double, atOnce, 1>;
using Floats = Eigen::Array<float, atOnce, 1>;

/// x[0] … x[count − 1]; `missing` stands for those behind.
Doubles load(const float* x, Index count, double missing = 0) {
    if (count >= atOnce)
        return Eigen::Map<const Floats>(x).cast<double>();
    Doubles part = Doubles::Constant(missing);
    for (Index i = 0; i < count; ++i)
        part[i] = static_cast<double>(x[i]);
    return part;
}

void store(const Floats& part, Index count, float* x) {
    std::copy_n(part.data(), std::min(count, atOnce), x);
}

} // namespace

void normaliseRows(const Norm& norm) {
    const Index columns = norm.x.columns;
    const auto size = static_cast<double>(columns);
    const auto gain = mapRow(norm.gain, columns).array();
    for (Index row = 0; row < norm.x.rows; ++row) {
        const float* const x = norm.x.data + row * norm.x.rowStride;
        Doubles sums = Doubles::Zero();
        for (Index i = 0; i < columns; i += atOnce)
            sums += load(x + i, columns - i);
        norm.mean[row] = static_cast<float>(sums.sum() / size);
        const auto mean = static_cast<double>(norm.mean[row]);

        sums.setZero();
        for (Index i = 0; i < columns; i += atOnce)
            sums += (load(x + i, columns - i, mean) - mean).square();
        norm.variance[row] = static_cast<float>(sums.sum() / size);
        const double factor = 1.0 / std::sqrt(static_cast<double>(norm.variance[row]) +
                                              static_cast<double>(norm.epsilon));
        auto normalised = map(norm.normalised).row(row).array();
        normalised = ((map(norm.x).row(row).array().cast<double>() - mean) * factor).cast<float>();
        if (norm.shift)
            map(norm.output).row(row).array() =
                normalised * gain + mapRow(norm.shift, columns).array();
        else
            map(norm.output).row(row).array() = normalised * gain;
    }
}

void rootNormaliseRows(const Norm& norm) {
    const Index columns = norm.x.columns;
    for (Index row = 0; row < norm.x.rows; ++row) {
        const float* const x = norm.x.data + row * norm.x.rowStride;
        Doubles sums = Doubles::Zero();
        for (Index i = 0; i < columns; i += atOnce)
            sums += load(x + i, columns - i).square();
        norm.variance[row] = static_cast<float>(sums.sum() / static_cast<double>(columns));
        const double factor = 1.0 / std::sqrt(static_cast<double>(norm.variance[row]) +
                                              static_cast<double>(norm.epsilon));
        auto normalised = map(norm.normalised).row(row).array();
        normalised = (map(norm.x).row(row).array().cast<double>() * factor).cast<float>();
        map(norm.output).row(row).array() = normalised * mapRow(norm.gain, columns).array();
    }
}

void normaliseColumns(const Norm& norm) {
    const Index rows = norm.x.rows;
    for (Index first = 0; first < norm.x.columns; first += atOnce) {
        const Index count = norm.x.columns - first;
        const auto rowAt = [&](Index row) {
            return load(norm.x.data + row * norm.x.rowStride + first, count);
        };
        Doubles sums = Doubles::Zero();
        for (Index row = 0; row < rows; ++row)
            sums += rowAt(row);
        const Floats mean = (sums / static_cast<double>(rows)).cast<float>();
        sums.setZero();
        for (Index row = 0; row < rows; ++row)
            sums += (rowAt(row) - mean.cast<double>()).square();
        const Floats variance = (sums / static_cast<double>(rows)).cast<float>();
        store(mean, count, norm.mean + first);
        store(variance, count, norm.variance + first);

        const Doubles factor =
            (variance.cast<double>() + static_cast<double>(norm.epsilon)).sqrt().inverse();
        const Floats gain = load(norm.gain + first, count).cast<float>();
        Floats shift = Floats::Zero();
        if (norm.shift)
            shift = load(norm.shift + first, count).cast<float>();
        for (Index row = 0; row < rows; ++row) {
            const Floats normalised = ((rowAt(row) - mean.cast<double>()) * factor).cast<float>();
            store(normalised, count,
                  norm.normalised.data + row * norm.normalised.rowStride + first);
            store(normalised * gain + shift, count,
                  norm.output.data + row * norm.output.rowStride + first);
        }
    }
}

} // namespace headscope::arithmetic
