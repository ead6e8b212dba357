// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/fitting.h"

#include <algorithm>

namespace headscope {

std::vector<Index> headsThatDivide(Index modelDim, Index heads) {
    if (modelDim < 1 || heads < 1)
        return {1};
    Index below = std::min(heads, modelDim);
    while (modelDim % below != 0)
        --below;
    if (below == heads)
        return {heads};
    if (heads >= modelDim)
        return {below};
    Index above = heads;
    while (modelDim % above != 0)
        ++above;
    return {below, above};
}

Result<Experiment> withHeads(const Experiment& experiment, Index heads) {
    Experiment next = experiment;
    next.config.heads = heads;
    return fitted(std::move(next));
}

Result<Experiment> withModelDim(const Experiment& experiment, Index modelDim) {
    Experiment next = experiment;
    next.config.modelDim = modelDim;
    // fitted() finds the words for a size that nothing may be made of.
    if (modelDim < 1 || modelDim > ExperimentLimits::modelDim)
        return fitted(std::move(next));
    // Inputs of the same space grow together; a key input of its own width stays.
    const auto follow = [&](std::optional<Tensor>& input) {
        if (input && input->size(2) == experiment.config.modelDim)
            input = fittedInput(*input, experiment.keySideTokens(), modelDim, experiment.seed);
    };
    follow(next.keyInput);
    follow(next.valueInput);
    return fitted(std::move(next));
}

Result<Experiment> withKeyDim(const Experiment& experiment, std::optional<Index> keyDim) {
    Experiment next = experiment;
    next.config.keyDim = keyDim;
    return fitted(std::move(next));
}

Result<Experiment> withValueDim(const Experiment& experiment, std::optional<Index> valueDim) {
    Experiment next = experiment;
    next.config.valueDim = valueDim;
    return fitted(std::move(next));
}

Result<Experiment> withScale(const Experiment& experiment, std::optional<float> scale) {
    Experiment next = experiment;
    next.config.scale = scale;
    return fitted(std::move(next));
}

Result<Experiment> withDropout(const Experiment& experiment, float probability) {
    Experiment next = experiment;
    next.config.dropout = probability;
    return fitted(std::move(next));
}

Experiment withBiases(const Experiment& experiment, bool biases) {
    Experiment next = experiment;
    AttentionWeights& weights = next.weights;
    if (!biases) {
        weights.queryBias.reset();
        weights.keyBias.reset();
        weights.valueBias.reset();
        weights.outputBias.reset();
        return next;
    }
    // A bias that is there already stays.
    const auto add = [](std::optional<Tensor>& bias, const Tensor& weight) {
        if (!bias)
            bias = Tensor::filled({weight.size(1)}, {weight.axes()[1]}, 0);
    };
    add(weights.queryBias, weights.query);
    add(weights.keyBias, weights.key);
    add(weights.valueBias, weights.value);
    add(weights.outputBias, weights.output);
    return next;
}

} // namespace headscope
