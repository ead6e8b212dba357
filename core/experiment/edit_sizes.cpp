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

Result<Experiment> withConfig(const Experiment& experiment, const AttentionConfig& config) {
    Experiment next = experiment;
    next.config = config;
    // fitted() finds the words for a size that nothing may be made of.
    if (config.modelDim < 1 || config.modelDim > ExperimentLimits::modelDim)
        return fitted(std::move(next));
    // Inputs of the same space grow together; a key input of its own width stays.
    for (std::optional<Tensor>* input : {&next.keyInput, &next.valueInput}) {
        if (!*input || (*input)->size(2) != experiment.config.modelDim)
            continue;
        const Status status =
            checkInputSize(experiment.batch(), (*input)->size(1), config.modelDim);
        if (!status)
            return status.error();
        *input = fittedInput(**input, experiment.keySideTokens(), config.modelDim, experiment.seed);
    }
    return fitted(std::move(next));
}

Result<Experiment> withHeads(const Experiment& experiment, Index heads) {
    AttentionConfig config = experiment.config;
    config.heads = heads;
    return withConfig(experiment, config);
}

Result<Experiment> withModelDim(const Experiment& experiment, Index modelDim) {
    AttentionConfig config = experiment.config;
    config.modelDim = modelDim;
    return withConfig(experiment, config);
}

Result<Experiment> withKeyDim(const Experiment& experiment, std::optional<Index> keyDim) {
    AttentionConfig config = experiment.config;
    config.keyDim = keyDim;
    return withConfig(experiment, config);
}

Result<Experiment> withValueDim(const Experiment& experiment, std::optional<Index> valueDim) {
    AttentionConfig config = experiment.config;
    config.valueDim = valueDim;
    return withConfig(experiment, config);
}

Result<Experiment> withScale(const Experiment& experiment, std::optional<float> scale) {
    AttentionConfig config = experiment.config;
    config.scale = scale;
    return withConfig(experiment, config);
}

Result<Experiment> withDropout(const Experiment& experiment, float probability) {
    AttentionConfig config = experiment.config;
    config.dropout = probability;
    return withConfig(experiment, config);
}

Experiment withFullyMasked(const Experiment& experiment, FullyMasked fullyMasked) {
    Experiment next = experiment;
    next.config.fullyMasked = fullyMasked;
    return next;
}

Experiment withLayout(const Experiment& experiment, Layout layout) {
    Experiment next = experiment;
    next.config.layout = layout;
    return next;
}

Experiment withWeightLayout(const Experiment& experiment, WeightLayout weightLayout) {
    Experiment next = experiment;
    next.config.weightLayout = weightLayout;
    return next;
}

Experiment withBias(const Experiment& experiment, Role bias, bool on) {
    Experiment next = experiment;
    next.weights.setBias(bias, on);
    return next;
}

Experiment withBiases(const Experiment& experiment, bool biases) {
    Experiment next = experiment;
    for (const ProjectionRoles& projection : projections)
        next.weights.setBias(projection.bias, biases);
    return next;
}

} // namespace headscope
