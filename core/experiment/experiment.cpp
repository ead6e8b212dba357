// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment.h"

#include <algorithm>

namespace headscope {

namespace {

/// 1 where a token is, 0 behind a shorter sequence; nothing where all are full.
std::optional<Tensor> paddingOf(const std::vector<TokenList>& tokens, Index keys) {
    const auto isFull = [keys](const TokenList& list) {
        return static_cast<Index>(list.size()) >= keys;
    };
    if (std::all_of(tokens.begin(), tokens.end(), isFull))
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

AttentionProblem batchFirstProblem(const Experiment& experiment) {
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
    if (experiment.maskPadding)
        problem.mask.keyPadding = paddingOf(experiment.keySideTokens(), experiment.keyLength());
    problem.mask.mayAttend = experiment.mayAttend;
    problem.mask.additive = experiment.additiveMask;
    problem.typedNumbers = experiment.typedNumbers;
    return problem;
}

} // namespace

ModelProblem modelProblemOf(const Experiment& experiment) {
    ModelProblem model;
    model.config = experiment.model;
    model.attention = batchFirstProblem(experiment);
    if (experiment.model.architecture == Architecture::EncoderDecoder) {
        // The mask's keys are the target's own words; those of the source are read elsewhere.
        model.sourcePadding = std::move(model.attention.mask.keyPadding);
        model.attention.mask.keyPadding.reset();
        if (experiment.maskPadding)
            model.attention.mask.keyPadding =
                paddingOf(experiment.tokens, experiment.queryLength());
    }
    model.attention = inLayout(std::move(model.attention), experiment.config.layout);
    return model;
}

} // namespace headscope
