// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/weight_spread.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

bool isStack(const Experiment& experiment) {
    return experiment.model.architecture != Architecture::Attention;
}

} // namespace

float suitableSigma(Index modelDim) {
    return std::sqrt(6.0F / static_cast<float>(modelDim));
}

float suitableSpread(Role role, const Shape& shape) {
    // However many layers there are: a layer keeps its numbers when another one comes.
    constexpr float sublayers = 24;
    const auto rows = static_cast<float>(shape[0]);
    const auto columns = static_cast<float>(shape[1]);
    switch (role) {
    case Role::QueryWeight:
    case Role::KeyWeight: return std::sqrt(2.0F / rows);
    case Role::OutputWeight:
    case Role::FeedForwardWeight: return std::sqrt(2.0F / (rows + columns) / sublayers);
    default: return std::sqrt(2.0F / (rows + columns));
    }
}

float sigmaAt(const WeightSource& source, Index modelDim) {
    if (modelDim == source.modelDim)
        return source.sigma;
    const float ratio = static_cast<float>(source.modelDim) / static_cast<float>(modelDim);
    return std::min(source.sigma * std::sqrt(ratio), suitableSigma(modelDim));
}

float sigmaOf(const Experiment& experiment) {
    const WeightSource& source = experiment.weightSource;
    return isStack(experiment) ? source.sigma : sigmaAt(source, experiment.config.modelDim);
}

float suitableSigma(const Experiment& experiment) {
    return isStack(experiment) ? 1.0F : suitableSigma(experiment.config.modelDim);
}

} // namespace headscope
