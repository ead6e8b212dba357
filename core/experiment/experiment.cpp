// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment.h"

#include <algorithm>

namespace headscope {

namespace {

std::optional<Tensor> keyPaddingOf(const Experiment& experiment) {
    const std::vector<TokenList>& tokens = experiment.keySideTokens();
    const Index keys = experiment.keyLength();
    const auto isFull = [keys](const TokenList& list) {
        return static_cast<Index>(list.size()) >= keys;
    };
    if (!experiment.maskPadding || std::all_of(tokens.begin(), tokens.end(), isFull))
        return std::nullopt;
    const auto batch = static_cast<Index>(tokens.size());
    Tensor padding = Tensor::filled({batch, keys}, {Axis::Batch, Axis::Key}, 0);
    float* data = padding.mutableData();
    for (Index sequence = 0; sequence < batch; ++sequence) {
        const auto length = static_cast<Index>(tokens[static_cast<std::size_t>(sequence)].size());
        std::fill_n(data + sequence * keys, std::min(length, keys), 1.0F);
    }
    return padding;
}

} // namespace

AttentionProblem problemOf(const Experiment& experiment) {
    AttentionProblem problem;
    problem.queryInput = experiment.queryInput;
    problem.keyInput = experiment.keyInput;
    problem.valueInput = experiment.valueInput;
    problem.config = experiment.config;
    problem.config.layout = Layout::BatchFirst; // as the experiment holds its tensors
    problem.weights = experiment.weights;
    problem.mask.causal = experiment.causal;
    problem.mask.alignment = experiment.causalAlignment;
    problem.mask.window = experiment.window;
    problem.mask.prefix = experiment.prefix;
    problem.mask.keyPadding = keyPaddingOf(experiment);
    problem.mask.mayAttend = experiment.mayAttend;
    problem.mask.additive = experiment.additiveMask;
    return inLayout(std::move(problem), experiment.config.layout);
}

} // namespace headscope
