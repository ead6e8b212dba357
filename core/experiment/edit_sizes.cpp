// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/fitting.h"
#include "experiment/with_member.h"

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
    return withConfig(experiment, withMember(experiment.config, &AttentionConfig::heads, heads));
}

Result<Experiment> withModelDim(const Experiment& experiment, Index modelDim) {
    return withConfig(experiment,
                      withMember(experiment.config, &AttentionConfig::modelDim, modelDim));
}

Result<Experiment> withKeyDim(const Experiment& experiment, std::optional<Index> keyDim) {
    return withConfig(experiment, withMember(experiment.config, &AttentionConfig::keyDim, keyDim));
}

Result<Experiment> withValueDim(const Experiment& experiment, std::optional<Index> valueDim) {
    return withConfig(experiment,
                      withMember(experiment.config, &AttentionConfig::valueDim, valueDim));
}

Result<Experiment> withScale(const Experiment& experiment, std::optional<float> scale) {
    return withConfig(experiment, withMember(experiment.config, &AttentionConfig::scale, scale));
}

Result<Experiment> withDropout(const Experiment& experiment, float probability) {
    return withConfig(experiment,
                      withMember(experiment.config, &AttentionConfig::dropout, probability));
}

Experiment withFullyMasked(const Experiment& experiment, FullyMasked fullyMasked) {
    return withMember(experiment, &Experiment::config,
                      withMember(experiment.config, &AttentionConfig::fullyMasked, fullyMasked));
}

Experiment withLayout(const Experiment& experiment, Layout layout) {
    return withMember(experiment, &Experiment::config,
                      withMember(experiment.config, &AttentionConfig::layout, layout));
}

Experiment withWeightLayout(const Experiment& experiment, WeightLayout weightLayout) {
    return withMember(experiment, &Experiment::config,
                      withMember(experiment.config, &AttentionConfig::weightLayout, weightLayout));
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
