// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/backward.h"

#include "arithmetic/map.h"

#include <cmath>

namespace headscope::arithmetic {

namespace {

/// to (+)= from, an expression of Eigen's.
template <class Target, class Expression> void put(Target&& to, const Expression& from, Into into) {
    if (into == Into::Sum)
        to += from;
    else
        to = from;
}

/// One row of a matrix as an array.
auto rowOf(ConstMatrix m, Index row) {
    return mapRow(m.data + row * m.rowStride, m.columns).array();
}
auto rowOf(Matrix m, Index row) {
    return Eigen::Map<Eigen::RowVectorXf>(m.data + row * m.rowStride, m.columns).array();
}

/// So many columns are summed side by side, in double.
constexpr Index columnsAtOnce = 16;

/// result (+)= the sum of term(row, first column, count of them), an array, over all rows.
template <class Term>
void sumColumns(Index rows, Index columns, const Term& term, float* result, Into into) {
    for (Index first = 0; first < columns; first += columnsAtOnce) {
        const Index count = std::min(columnsAtOnce, columns - first);
        double sums[columnsAtOnce] = {};
        for (Index row = 0; row < rows; ++row) {
            for (Index i = 0; i < count; ++i)
                sums[i] += term(row, first + i);
        }
        for (Index i = 0; i < count; ++i)
            result[first + i] =
                static_cast<float>(sums[i] + (into == Into::Sum ? double{result[first + i]} : 0));
    }
}

} // namespace

void sumRows(ConstMatrix x, float* result, Into into) {
    sumColumns(
        x.rows, x.columns,
        [&](Index row, Index column) { return double{x.data[row * x.rowStride + column]}; }, result,
        into);
}

void sumProducts(ConstMatrix a, ConstMatrix b, float* result, Into into) {
    sumColumns(
        a.rows, a.columns,
        [&](Index row, Index column) {
            return double{a.data[row * a.rowStride + column]} *
                   double{b.data[row * b.rowStride + column]};
        },
        result, into);
}

void scaleInto(ConstMatrix x, float factor, Matrix y, Into into) {
    put(map(y), map(x) * factor, into);
}

void maskInto(ConstMatrix x, ConstMatrix mayAttend, Matrix y, Into into) {
    const auto forbidden = map(mayAttend).array() == 0.0F;
    put(map(y), forbidden.select(0.0F, map(x)), into);
}

void softmaxBackward(ConstMatrix weights, ConstMatrix gradient, Matrix result, Into into) {
    for (Index row = 0; row < weights.rows; ++row) {
        const float* const w = weights.data + row * weights.rowStride;
        const float* const g = gradient.data + row * gradient.rowStride;
        float* const to = result.data + row * result.rowStride;
        double sum = 0;
        for (Index i = 0; i < weights.columns; ++i)
            sum += double{w[i]} * double{g[i]};
        const auto mean = static_cast<float>(sum);
        if (into == Into::Sum) {
            for (Index i = 0; i < weights.columns; ++i)
                to[i] += w[i] * (g[i] - mean);
        } else {
            for (Index i = 0; i < weights.columns; ++i)
                to[i] = w[i] * (g[i] - mean);
        }
    }
}

void dropoutBackward(ConstMatrix y, ConstMatrix gradient, float factor, Matrix result, Into into) {
    put(map(result), (map(y).array() != 0.0F).select(map(gradient) * factor, 0.0F), into);
}

void productInto(ConstMatrix a, ConstMatrix b, Matrix result, Into into) {
    put(map(result), map(a).cwiseProduct(map(b)), into);
}

void gainBackward(ConstMatrix gradient, const float* gain, Matrix result, Into into) {
    const auto factors = mapRow(gain, gradient.columns).array();
    for (Index row = 0; row < gradient.rows; ++row)
        put(rowOf(result, row), rowOf(gradient, row) * factors, into);
}

void normaliseRowsBackward(const NormBackward& norm) {
    const Index columns = norm.x.columns;
    const auto size = static_cast<double>(columns);
    for (Index row = 0; row < norm.x.rows; ++row) {
        const float* const x = norm.x.data + row * norm.x.rowStride;
        const float* const g = norm.gradient.data + row * norm.gradient.rowStride;
        float* const to = norm.result.data + row * norm.result.rowStride;
        const double mean = double{norm.mean[row]};
        const double r = 1.0 / std::sqrt(double{norm.variance[row]} + double{norm.epsilon});
        double sum = 0;
        double product = 0;
        for (Index i = 0; i < columns; ++i) {
            sum += double{g[i]};
            product += double{g[i]} * (double{x[i]} - mean);
        }
        norm.meanGradient[row] = static_cast<float>(-sum * r);
        norm.varianceGradient[row] = static_cast<float>(-0.5 * product * r * r * r);
        const auto fromMean = static_cast<float>(sum / size);
        const auto slope = static_cast<float>(product * r * r / size);
        const auto factor = static_cast<float>(r);
        const float centre = norm.mean[row];
        if (norm.into == Into::Sum) {
            for (Index i = 0; i < columns; ++i)
                to[i] += factor * (g[i] - fromMean - (x[i] - centre) * slope);
        } else {
            for (Index i = 0; i < columns; ++i)
                to[i] = factor * (g[i] - fromMean - (x[i] - centre) * slope);
        }
    }
}

void rootNormaliseRowsBackward(const NormBackward& norm) {
    const Index columns = norm.x.columns;
    for (Index row = 0; row < norm.x.rows; ++row) {
        const float* const x = norm.x.data + row * norm.x.rowStride;
        const float* const g = norm.gradient.data + row * norm.gradient.rowStride;
        float* const to = norm.result.data + row * norm.result.rowStride;
        const double r = 1.0 / std::sqrt(double{norm.variance[row]} + double{norm.epsilon});
        double product = 0;
        for (Index i = 0; i < columns; ++i)
            product += double{g[i]} * double{x[i]};
        norm.varianceGradient[row] = static_cast<float>(-0.5 * product * r * r * r);
        const double slope = product * r * r / static_cast<double>(columns);
        for (Index i = 0; i < columns; ++i) {
            const auto value = static_cast<float>(r * (double{g[i]} - double{x[i]} * slope));
            to[i] = norm.into == Into::Sum ? to[i] + value : value;
        }
    }
}

void normaliseColumnsBackward(const NormBackward& norm) {
    const Index rows = norm.x.rows;
    const auto size = static_cast<double>(rows);
    for (Index column = 0; column < norm.x.columns; ++column) {
        const auto at = [column](auto m, Index row) -> auto& {
            return m.data[row * m.rowStride + column];
        };
        const double mean = double{norm.mean[column]};
        const double r = 1.0 / std::sqrt(double{norm.variance[column]} + double{norm.epsilon});
        double sum = 0;
        double product = 0;
        for (Index row = 0; row < rows; ++row) {
            sum += double{at(norm.gradient, row)};
            product += double{at(norm.gradient, row)} * (double{at(norm.x, row)} - mean);
        }
        norm.meanGradient[column] = static_cast<float>(-sum * r);
        norm.varianceGradient[column] = static_cast<float>(-0.5 * product * r * r * r);
        const double slope = product * r * r / size;
        for (Index row = 0; row < rows; ++row) {
            const double value = r * (double{at(norm.gradient, row)} - sum / size -
                                      (double{at(norm.x, row)} - mean) * slope);
            float& to = at(norm.result, row);
            to = static_cast<float>(norm.into == Into::Sum ? double{to} + value : value);
        }
    }
}

void adam(const AdamUpdate& step, Index count, const float* weights, const float* gradient,
          float* first, float* second, float* result) {
    const float kept = 1.0F - step.rate * step.decay;
    const float rate = step.rate * step.firstCorrection;
    for (Index i = 0; i < count; ++i) {
        const float g = gradient[i];
        first[i] = step.beta1 * first[i] + (1.0F - step.beta1) * g;
        second[i] = step.beta2 * second[i] + (1.0F - step.beta2) * g * g;
        result[i] = weights[i] * kept -
                    rate * first[i] / (std::sqrt(second[i] * step.secondCorrection) + step.epsilon);
    }
}

void descend(const DescentUpdate& step, Index count, const float* weights, const float* gradient,
             float* velocity, float* result) {
    const float kept = 1.0F - step.rate * step.decay;
    for (Index i = 0; i < count; ++i) {
        float u = gradient[i];
        if (velocity)
            u = velocity[i] = step.momentum * velocity[i] + u;
        result[i] = weights[i] * kept - step.rate * u;
    }
}

double sumOfSquares(const float* x, Index count) {
    double sum = 0;
    for (Index i = 0; i < count; ++i)
        sum += double{x[i]} * double{x[i]};
    return sum;
}

} // namespace headscope::arithmetic
