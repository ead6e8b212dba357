// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/score_model.h"

#include "arithmetic/precise.h"

#include <cmath>
#include <limits>

namespace headscope {

ScoreModel::ScoreModel(const FitProblem& problem)
    : m_query(rowSpaceOf(problem.queryInput))
    , m_key(rowSpaceOf(problem.keyInput))
    , m_queries(problem.target.queries)
    , m_keys(problem.target.keys)
    , m_mayAttend(problem.target.mayAttend)
    , m_rows(static_cast<double>(problem.target.paintedRows()))
    , m_negativeEntropy(0) {
    for (Index query = 0; query < m_queries; ++query) {
        const double sum = problem.target.rowSum(query);
        m_painted.push_back(sum > 0);
        for (Index key = 0; key < m_keys; ++key) {
            const auto weight = static_cast<double>(problem.target.at(query, key));
            m_target.push_back(weight > 0 ? weight / sum : 0);
            if (weight > 0)
                m_negativeEntropy += m_target.back() * std::log(m_target.back());
        }
    }
}

std::vector<double> ScoreModel::scores(const std::vector<double>& m) const {
    std::vector<double> projected(static_cast<std::size_t>(m_queries * m_key.rank));
    std::vector<double> result(m_target.size());
    arithmetic::multiply(denseMatrix(m_query.coordinates.data(), m_queries, m_query.rank),
                         denseMatrix(m.data(), m_query.rank, m_key.rank),
                         denseMatrix(projected.data(), m_queries, m_key.rank));
    // C_k turned round: keys side by side.
    std::vector<double> keys(m_key.coordinates.size());
    for (Index key = 0; key < m_keys; ++key) {
        for (Index i = 0; i < m_key.rank; ++i)
            keys[static_cast<std::size_t>(i * m_keys + key)] =
                m_key.coordinates[static_cast<std::size_t>(key * m_key.rank + i)];
    }
    arithmetic::multiply(denseMatrix<const double>(projected.data(), m_queries, m_key.rank),
                         denseMatrix<const double>(keys.data(), m_key.rank, m_keys),
                         denseMatrix(result.data(), m_queries, m_keys));
    return result;
}

double ScoreModel::loss(const std::vector<double>& m, std::vector<double>& attention) const {
    attention = scores(m);
    double painted = 0;
    for (std::size_t i = 0; i < attention.size(); ++i) {
        painted += m_target[i] > 0 ? m_target[i] * attention[i] : 0.0;
        if (m_mayAttend[i] == 0)
            attention[i] = -std::numeric_limits<double>::infinity();
    }
    std::vector<double> logSums(m_painted.size());
    arithmetic::softmax(denseMatrix<const double>(attention.data(), m_queries, m_keys),
                        denseMatrix(attention.data(), m_queries, m_keys), logSums.data());
    double sum = m_negativeEntropy - painted;
    for (std::size_t row = 0; row < logSums.size(); ++row)
        sum += m_painted[row] ? logSums[row] : 0.0;
    return sum / m_rows;
}

std::vector<double> ScoreModel::moments(const std::vector<double>& attention) const {
    std::vector<double> result(static_cast<std::size_t>(size()));
    std::vector<double> mean(static_cast<std::size_t>(m_key.rank));
    for (Index query = 0; query < m_queries; ++query) {
        if (!m_painted[static_cast<std::size_t>(query)])
            continue;
        std::fill(mean.begin(), mean.end(), 0.0);
        for (Index key = 0; key < m_keys; ++key) {
            const auto place = static_cast<std::size_t>(query * m_keys + key);
            const double difference = attention[place] - m_target[place];
            for (Index i = 0; i < m_key.rank; ++i)
                mean[static_cast<std::size_t>(i)] +=
                    difference * m_key.coordinates[static_cast<std::size_t>(key * m_key.rank + i)];
        }
        for (Index a = 0; a < m_query.rank; ++a) {
            const double factor =
                m_query.coordinates[static_cast<std::size_t>(query * m_query.rank + a)] / m_rows;
            for (Index i = 0; i < m_key.rank; ++i)
                result[static_cast<std::size_t>(a * m_key.rank + i)] +=
                    factor * mean[static_cast<std::size_t>(i)];
        }
    }
    return result;
}

std::vector<double> ScoreModel::curvature(const std::vector<double>& attention) const {
    const Index rank = m_key.rank;
    const Index count = size();
    std::vector<double> result(static_cast<std::size_t>(count * count));
    std::vector<double> covariance(static_cast<std::size_t>(rank * rank));
    std::vector<double> mean(static_cast<std::size_t>(rank));
    for (Index query = 0; query < m_queries; ++query) {
        if (!m_painted[static_cast<std::size_t>(query)])
            continue;
        const double* const weights = attention.data() + query * m_keys;
        std::fill(covariance.begin(), covariance.end(), 0.0);
        std::fill(mean.begin(), mean.end(), 0.0);
        for (Index key = 0; key < m_keys; ++key) {
            for (Index i = 0; i < rank; ++i)
                mean[static_cast<std::size_t>(i)] +=
                    weights[key] * m_key.coordinates[static_cast<std::size_t>(key * rank + i)];
        }
        // Around the mean: E[xxᵀ] − E[x]E[x]ᵀ would cancel where one key has nearly all.
        for (Index key = 0; key < m_keys; ++key) {
            const double* const x = m_key.coordinates.data() + key * rank;
            for (Index i = 0; i < rank; ++i) {
                for (Index j = 0; j < rank; ++j)
                    covariance[static_cast<std::size_t>(i * rank + j)] +=
                        weights[key] * (x[i] - mean[static_cast<std::size_t>(i)]) *
                        (x[j] - mean[static_cast<std::size_t>(j)]);
            }
        }
        const double* const c = m_query.coordinates.data() + query * m_query.rank;
        for (Index a = 0; a < m_query.rank; ++a) {
            for (Index b = 0; b <= a; ++b) {
                const double factor = c[a] * c[b] / m_rows;
                for (Index i = 0; i < rank; ++i) {
                    double* const row = result.data() + (a * rank + i) * count + b * rank;
                    const double* const from = covariance.data() + i * rank;
                    for (Index j = 0; j < rank; ++j)
                        row[j] += factor * from[j];
                }
            }
        }
    }
    return result;
}

bool ScoreModel::moved(std::vector<double>& attention, const std::vector<double>& change) const {
    const std::vector<double> changes = scores(change);
    bool whole = true;
    for (Index query = 0; query < m_queries; ++query) {
        if (!m_painted[static_cast<std::size_t>(query)])
            continue;
        double* const weights = attention.data() + query * m_keys;
        const double* const x = changes.data() + query * m_keys;
        double mean = 0;
        for (Index key = 0; key < m_keys; ++key)
            mean += weights[key] * x[key];
        double sum = 0;
        for (Index key = 0; key < m_keys; ++key) {
            const double factor = 1 + x[key] - mean;
            if (weights[key] > 0 && !(factor >= 0))
                whole = false;
            weights[key] *= factor > 0 ? factor : 0.0;
            sum += weights[key];
        }
        for (Index key = 0; key < m_keys; ++key)
            weights[key] /= sum;
    }
    return whole;
}

double ScoreModel::entropyBound(const std::vector<double>& attention) const {
    double bound = m_negativeEntropy;
    for (Index query = 0; query < m_queries; ++query) {
        for (Index key = 0; m_painted[static_cast<std::size_t>(query)] && key < m_keys; ++key) {
            const double weight = attention[static_cast<std::size_t>(query * m_keys + key)];
            bound -= weight > 0 ? weight * std::log(weight) : 0.0;
        }
    }
    return bound / m_rows;
}

} // namespace headscope
