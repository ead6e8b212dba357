// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/head_descent.h"

#include "arithmetic/precise.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace headscope {

namespace {

std::size_t sizeOf(Index rows, Index columns) {
    return static_cast<std::size_t>(rows * columns);
}

std::vector<double> inDouble(const Tensor& tensor) {
    const Tensor values = tensor.contiguous();
    return {values.values().begin(), values.values().end()};
}

/// left [rows, inner] · right [inner, columns], both dense.
void multiplyDense(const std::vector<double>& left, Index rows, Index inner,
                   const std::vector<double>& right, Index columns, std::vector<double>& result) {
    arithmetic::multiply(denseMatrix(left.data(), rows, inner),
                         denseMatrix(right.data(), inner, columns),
                         denseMatrix(result.data(), rows, columns));
}

} // namespace

std::vector<double> turned(const std::vector<double>& matrix, Index rows, Index columns) {
    std::vector<double> result(matrix.size());
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column)
            result[sizeOf(column, rows) + static_cast<std::size_t>(row)] =
                matrix[sizeOf(row, columns) + static_cast<std::size_t>(column)];
    }
    return result;
}

PreciseWeights preciseOf(const HeadWeights& weights) {
    const Index keyDim = weights.keyDim();
    return {keyDim, turned(inDouble(weights.query), weights.query.size(0), keyDim),
            turned(inDouble(weights.key), weights.key.size(0), keyDim)};
}

HeadWeights rounded(const PreciseWeights& weights) {
    const auto tensorOf = [&](const std::vector<double>& values) {
        const Index width = static_cast<Index>(values.size()) / weights.keyDim;
        const std::vector<double> rows = turned(values, weights.keyDim, width);
        const std::vector<float> floats(rows.begin(), rows.end());
        return Tensor::fromValues({width, weights.keyDim}, {Axis::ModelDim, Axis::KeyDim}, floats);
    };
    return {tensorOf(weights.query), tensorOf(weights.key)};
}

HeadDescent::HeadDescent(const FitProblem& problem, PreciseWeights weights)
    : m_queries(problem.target.queries)
    , m_keys(problem.target.keys)
    , m_queryWidth(problem.queryWidth())
    , m_keyWidth(problem.keyWidth())
    , m_scale(problem.scaleOf(weights.keyDim))
    , m_inputs(inDouble(problem.queryInput))
    , m_turned(turned(m_inputs, m_queries, m_queryWidth))
    , m_keyInputs(inDouble(problem.keyInput))
    , m_keyTurned(turned(m_keyInputs, m_keys, m_keyWidth))
    , m_weights(std::move(weights)) {
    const PaintTarget& target = problem.target;
    const std::size_t pairs = sizeOf(m_queries, m_keys);
    m_target.resize(pairs);
    m_offset.resize(pairs);
    m_weightOf.resize(static_cast<std::size_t>(m_queries));
    m_negativeEntropy.resize(m_weightOf.size());
    m_rows = static_cast<double>(target.paintedRows());
    for (Index query = 0; query < m_queries; ++query) {
        const auto row = static_cast<std::size_t>(query);
        const double sum = target.rowSum(query);
        m_weightOf[row] = sum > 0 ? 1 / m_rows : 0;
        for (Index key = 0; key < m_keys; ++key) {
            const std::size_t place = target.place(query, key);
            if (!target.allows(query, key)) {
                m_offset[place] = -std::numeric_limits<double>::infinity();
                m_masked = true;
            }
            if (target.weights[place] > 0) {
                m_target[place] = static_cast<double>(target.weights[place]) / sum;
                m_negativeEntropy[row] += m_target[place] * std::log(m_target[place]);
            }
        }
    }
    const Index keyDim = m_weights.keyDim;
    m_query.resize(sizeOf(keyDim, m_queries));
    m_scaledQuery.resize(m_query.size());
    m_key.resize(sizeOf(keyDim, m_keys));
    for (std::vector<double>* matrix :
         {&m_scores, &m_attention, &m_scoreGradient, &m_scoreGradientTurned})
        matrix->resize(pairs);
    m_logSums.resize(m_weightOf.size());
    m_projectedGradient.resize(std::max(m_query.size(), m_key.size()));
    m_queryGradient.resize(m_weights.query.size());
    m_keyGradient.resize(m_weights.key.size());
    m_means.resize(m_queryGradient.size() + m_keyGradient.size());
    m_squares.resize(m_means.size());
}

void HeadDescent::evaluate() {
    const Index keyDim = m_weights.keyDim;
    multiplyDense(m_weights.query, keyDim, m_queryWidth, m_turned, m_queries, m_query);
    multiplyDense(m_weights.key, keyDim, m_keyWidth, m_keyTurned, m_keys, m_key);
    for (std::size_t i = 0; i < m_query.size(); ++i)
        m_scaledQuery[i] = m_query[i] * m_scale;
    arithmetic::multiply(
        denseMatrix<const double>(m_scaledQuery.data(), keyDim, m_queries).transposed(),
        denseMatrix<const double>(m_key.data(), keyDim, m_keys),
        denseMatrix(m_scores.data(), m_queries, m_keys));
    if (m_masked) {
        for (std::size_t i = 0; i < m_scores.size(); ++i)
            m_scores[i] += m_offset[i];
    }
    arithmetic::softmax(denseMatrix<const double>(m_scores.data(), m_queries, m_keys),
                        denseMatrix(m_attention.data(), m_queries, m_keys), m_logSums.data());

    for (Index query = 0; query < m_queries; ++query) {
        const double factor = m_weightOf[static_cast<std::size_t>(query)] * m_scale;
        const std::size_t first = sizeOf(query, m_keys);
        for (std::size_t i = first; i < first + static_cast<std::size_t>(m_keys); ++i)
            m_scoreGradient[i] = (m_attention[i] - m_target[i]) * factor;
    }
    for (Index query = 0; query < m_queries; ++query) {
        for (Index key = 0; key < m_keys; ++key)
            m_scoreGradientTurned[static_cast<std::size_t>(key * m_queries + query)] =
                m_scoreGradient[static_cast<std::size_t>(query * m_keys + key)];
    }
    multiplyDense(m_key, keyDim, m_keys, m_scoreGradientTurned, m_queries, m_projectedGradient);
    multiplyDense(m_projectedGradient, keyDim, m_queries, m_inputs, m_queryWidth, m_queryGradient);
    multiplyDense(m_query, keyDim, m_queries, m_scoreGradient, m_keys, m_projectedGradient);
    multiplyDense(m_projectedGradient, keyDim, m_keys, m_keyInputs, m_keyWidth, m_keyGradient);
}

double HeadDescent::rowLoss(Index query) const {
    const auto row = static_cast<std::size_t>(query);
    if (m_weightOf[row] == 0)
        return 0;
    const std::size_t first = sizeOf(query, m_keys);
    double painted = 0; // Σ T·S
    for (std::size_t i = first; i < first + static_cast<std::size_t>(m_keys); ++i)
        painted += m_target[i] > 0 ? m_target[i] * m_scores[i] : 0.0;
    return m_negativeEntropy[row] + m_logSums[row] - painted;
}

double HeadDescent::bits() const {
    double sum = 0;
    for (Index query = 0; query < m_queries; ++query)
        sum += rowLoss(query);
    return sum / m_rows / std::numbers::ln2;
}

std::vector<double> HeadDescent::rowBits() const {
    std::vector<double> bits;
    for (Index query = 0; query < m_queries; ++query)
        bits.push_back(rowLoss(query) / std::numbers::ln2);
    return bits;
}

void HeadDescent::step(double rate, double largest) {
    m_meanPower *= arithmetic::adamMean;
    m_squarePower *= arithmetic::adamSquare;
    arithmetic::AdamStep adam = {.count = static_cast<Index>(m_queryGradient.size()),
                                 .gradient = m_queryGradient.data(),
                                 .mean = m_means.data(),
                                 .square = m_squares.data(),
                                 .values = m_weights.query.data(),
                                 .rate = rate,
                                 .largest = largest,
                                 .meanPower = m_meanPower,
                                 .squarePower = m_squarePower};
    arithmetic::adam(adam);
    adam.mean += adam.count;
    adam.square += adam.count;
    adam.count = static_cast<Index>(m_keyGradient.size());
    adam.gradient = m_keyGradient.data();
    adam.values = m_weights.key.data();
    arithmetic::adam(adam);
}

} // namespace headscope
