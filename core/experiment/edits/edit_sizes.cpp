// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/with_member.h"

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

Result<Experiment> withNextHeads(const Experiment& experiment, Index by) {
    const AttentionConfig& config = experiment.config;
    Result<Experiment> next = withHeads(experiment, config.heads + by);
    for (Index heads = config.heads + 2 * by; !next && heads >= 1 && heads <= config.modelDim;
         heads += by)
        next = withHeads(experiment, heads);
    return next;
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

namespace {

AttentionConfig resized(AttentionConfig config, bool ofValue, const LayoutSizes& sizes) {
    config.heads = sizes.heads;
    if (ofValue && config.valueDim)
        config.valueDim = sizes.headDim;
    else if (config.keyDim)
        config.keyDim = sizes.headDim;
    else
        config.modelDim = sizes.heads * sizes.headDim;
    return config;
}

/// Sequences that are shorter than `before`, and so padded, stay as they are where they
/// still fit.
Result<Experiment> withTokenCount(const Experiment& experiment, TokenSide side, Index before,
                                  Index count) {
    const bool keys = side == TokenSide::Key && experiment.isCross();
    std::vector<TokenList> lists = keys ? *experiment.keyTokens : experiment.tokens;
    for (TokenList& tokens : lists) {
        const auto length = static_cast<Index>(tokens.size());
        const auto wanted = static_cast<std::size_t>(count);
        if (length < before && length <= count)
            continue;
        for (std::size_t from = 0; tokens.size() < wanted; ++from)
            tokens.push_back(tokens[from]);
        tokens.resize(wanted);
    }
    return withAllTokens(experiment, keys ? TokenSide::Key : TokenSide::Query, lists);
}

} // namespace

Result<Experiment> withLayoutSizes(const Experiment& experiment, const LayoutSizes& shown,
                                   const LayoutSizes& wanted, bool ofValue, bool ofKeys) {
    Result<Experiment> next = experiment;
    if (wanted.heads != shown.heads || wanted.headDim != shown.headDim)
        next = withConfig(experiment, resized(experiment.config, ofValue, wanted));
    if (next && wanted.batch != shown.batch)
        next = withBatch(*next, wanted.batch);
    if (next && wanted.sequence != shown.sequence)
        next = withTokenCount(*next, ofKeys ? TokenSide::Key : TokenSide::Query, shown.sequence,
                              wanted.sequence);
    return next;
}

} // namespace headscope
