// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/example_parts.h"
#include "experiment/fitting.h"
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

/// The smallest matrix of the prediction with which token i of the first sequence
/// gives word i the logit `right` and all others 0: Yᵀ·(Y·Yᵀ)⁻¹·right, for the
/// last layer's output Y. What training would do to the last matrix, at once.
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

} // namespace

Experiment crossExample() {
    Experiment experiment = blank("cross", {{"a", "cat"}}, 8, 2, 231, randomWeights(1));
    experiment.keyTokens = {{"有", "一只", "猫"}};
    experiment.keyInput = seededInput(*experiment.keyTokens, 8, experiment.seed);
    return fit(std::move(experiment));
}

Experiment encoderDecoderExample() {
    Experiment experiment = blank("encoder-decoder", {parseTokens("<Begin> I have a cat")}, 8, 2,
                                  1706, randomWeights(1));
    experiment.keyTokens = {parseTokens("我 有 一只 猫")};
    experiment.keyInput = seededInput(*experiment.keyTokens, 8, experiment.seed);
    experiment.causal = true;
    experiment.model.architecture = Architecture::EncoderDecoder;
    experiment.model.layers = 2;
    experiment.model.positions = true;
    experiment.vocabulary = parseTokens("I have a cat <end>");
    experiment = fit(std::move(experiment));
    experiment.weights.set(Role::VocabularyWeight, Scope::of(ModelPart::Prediction),
                           fittedPrediction(experiment, 4));
    return experiment;
}

Experiment stackExample() {
    Experiment experiment =
        blank("stack", {parseTokens(ticketSentence)}, 4, 12, 12, randomWeights(1.25F));
    experiment.queryInput = ticketEmbeddings();
    experiment.config.keyDim = 4;
    experiment.model.architecture = Architecture::Encoder;
    experiment.model.layers = 12;
    // Otherwise the first layer would see the bare embeddings, which are too much
    // alike for heads that differ.
    experiment.model.placement = NormPlacement::Pre;
    return fit(std::move(experiment));
}

Experiment normsExample() {
    Experiment experiment =
        blank("norms", {parseTokens(ticketSentence)}, 4, 2, 86, randomWeights(1));
    experiment.queryInput = ticketEmbeddings();
    experiment.model.architecture = Architecture::Encoder;
    experiment.model.placement = NormPlacement::Pre;
    experiment.model.compareNorms = true;
    return fit(std::move(experiment));
}

Experiment positionsExample() {
    Experiment experiment =
        blank("positions", {parseTokens(ticketSentence)}, 16, 4, 10000, randomWeights(.4F));
    experiment.model.positions = true;
    return fit(std::move(experiment));
}

Experiment fullyMaskedExample() {
    Experiment experiment =
        blank("fully-masked", {parseTokens("I have a cat")}, 4, 2, 27968, randomWeights(2));
    constexpr Index masked = 2;
    Tensor mayAttend = Tensor::filled({1, 4, 4}, {Axis::Batch, Axis::Query, Axis::Key}, 1);
    for (Index key = 0; key < 4; ++key)
        mayAttend.mutableData()[masked * 4 + key] = 0;
    experiment.mayAttend = mayAttend;
    return fit(std::move(experiment));
}

Experiment wrongScaleExample() {
    constexpr Index width = 64;
    Experiment experiment = blank("wrong-scale", {parseTokens(ticketSentence)}, width, 8, 65,
                                  randomWeights(1.0F / std::sqrt(8.0F)));
    experiment.config.scale = 1.0F / std::sqrt(static_cast<float>(width));
    return fit(std::move(experiment));
}

} // namespace headscope
