// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/weight_spread.h"

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
