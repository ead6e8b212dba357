// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/fitted_prediction.h"

#include "transformer/run_model.h"

#include <cmath>
#include <utility>
#include <vector>

namespace headscope {

namespace {

/// Solves a·x = b for a square matrix a [n, n] and b [n, m], in place; Gauss with
/// the largest pivot. x replaces b.
void solve(std::vector<std::vector<double>>& a, std::vector<std::vector<double>>& b) {
    const std::size_t n = a.size();
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row) {
            if (std::abs(a[row][column]) > std::abs(a[pivot][column]))
                pivot = row;
        }
        std::swap(a[column], a[pivot]);
        std::swap(b[column], b[pivot]);
        for (std::size_t row = 0; row < n; ++row) {
            if (row == column)
                continue;
            const double factor = a[row][column] / a[column][column];
            for (std::size_t i = 0; i < n; ++i)
                a[row][i] -= factor * a[column][i];
            for (std::size_t i = 0; i < b[row].size(); ++i)
                b[row][i] -= factor * b[column][i];
        }
    }
    for (std::size_t row = 0; row < n; ++row) {
        for (double& value : b[row])
            value /= a[row][row];
    }
}

} // namespace

Tensor fittedPrediction(const Experiment& experiment, double right) {
    const Trace trace = runModel(modelProblemOf(experiment)).value();
    const TraceStep& logits = *trace.find(TensorName::Logits, "prediction");
    const Tensor outputs = trace[logits.operands[0]].result.selected(0, 0);
    const Index words = logits.result.size(2);
    const Index width = outputs.size(1);
    const auto n = static_cast<std::size_t>(words);
    const auto output = [&](std::size_t row, Index column) {
        return static_cast<double>(outputs(static_cast<Index>(row), column));
    };
    std::vector<std::vector<double>> gram(n, std::vector<double>(n, 0));
    std::vector<std::vector<double>> target(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
        target[i][i] = right;
        for (std::size_t j = 0; j < n; ++j) {
            for (Index k = 0; k < width; ++k)
                gram[i][j] += output(i, k) * output(j, k);
        }
    }
    solve(gram, target);
    Tensor weight = Tensor::uninitialized({width, words}, {Axis::ModelDim, Axis::Vocabulary});
    float* values = weight.mutableData();
    for (Index k = 0; k < width; ++k) {
        for (std::size_t word = 0; word < n; ++word) {
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i)
                sum += output(i, k) * target[i][word];
            *values++ = static_cast<float>(sum);
        }
    }
    return weight;
}

} // namespace headscope
