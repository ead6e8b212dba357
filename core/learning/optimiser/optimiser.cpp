// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/optimiser/optimiser.h"

#include "arithmetic/backward.h"

#include <cmath>
#include <numbers>

namespace headscope {

namespace {

Status checkRange(const char* name, float value, float lowest, float highest) {
    if (value >= lowest && value <= highest)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is %2; it must be between %3 and %4"), name,
                     value, lowest, highest);
}

/// What every gradient is multiplied by.
float clipFactor(const OptimiserConfig& config, const std::vector<Tensor>& gradients) {
    if (!config.clip)
        return 1;
    // As torch.nn.utils.clip_grad_norm_ does it.
    const double factor = static_cast<double>(*config.clip) / (gradientNorm(gradients) + 1e-6);
    return static_cast<float>(std::min(1.0, factor));
}

} // namespace

Status validate(const OptimiserConfig& config) {
    constexpr float almostOne = 0.999999F;
    Status status = checkRange("rate", config.rate, 0, 1000);
    if (status)
        status = checkRange("momentum", config.momentum, 0, almostOne);
    if (status)
        status = checkRange("beta1", config.beta1, 0, almostOne);
    if (status)
        status = checkRange("beta2", config.beta2, 0, almostOne);
    if (status)
        status = checkRange("epsilon", config.epsilon, 1e-30F, 1);
    if (status)
        status = checkRange("weight_decay", config.weightDecay, 0, 1000);
    if (status && config.clip)
        status = checkRange("clip", *config.clip, 1e-12F, 1e12F);
    if (status)
        status = checkRange("decay_start", config.decayStart, 0, 1);
    if (status && config.warmUp < 0)
        status = makeError(HEADSCOPE_MESSAGE("Message", "the warm-up has %1 steps; it must have 0 "
                                                        "or more"),
                           config.warmUp);
    return status;
}

float rateAt(const OptimiserConfig& config, Index step, Index steps) {
    double factor = 1;
    if (step < config.warmUp)
        factor = static_cast<double>(step + 1) / static_cast<double>(config.warmUp);
    const double start = static_cast<double>(config.decayStart) * static_cast<double>(steps);
    const double rest = static_cast<double>(steps) - start;
    const double left =
        rest > 0 ? std::clamp((static_cast<double>(steps - step)) / rest, 0.0, 1.0) : 1.0;
    if (config.decay == Decay::Linear)
        factor *= left;
    else if (config.decay == Decay::Cosine)
        factor *= 0.5 * (1 - std::cos(std::numbers::pi * left));
    return static_cast<float>(static_cast<double>(config.rate) * factor);
}

OptimiserState continued(const OptimiserConfig& config, Index step, OptimiserState state) {
    if (state.kind == config.kind)
        return state;
    return {config.kind, step, {}, {}};
}

double gradientNorm(const std::vector<Tensor>& gradients) {
    double sum = 0;
    for (const Tensor& gradient : gradients)
        sum += arithmetic::sumOfSquares(gradient.data(), gradient.elementCount());
    return std::sqrt(sum);
}

void takeStep(const OptimiserConfig& config, Index step, Index steps,
              const std::vector<Tensor>& gradients, Parameters& parameters, OptimiserState& state) {
    state = continued(config, step, std::move(state));
    Index count = 0;
    for (const Tensor& gradient : gradients)
        count += gradient.elementCount();
    if (config.kind != OptimiserKind::Sgd)
        state.first.resize(static_cast<std::size_t>(count));
    if (config.kind == OptimiserKind::Adam)
        state.second.resize(static_cast<std::size_t>(count));
    const auto power = static_cast<double>(step - state.begun + 1);
    arithmetic::AdamUpdate adam;
    adam.rate = rateAt(config, step, steps);
    adam.beta1 = config.beta1;
    adam.beta2 = config.beta2;
    adam.epsilon = config.epsilon;
    adam.decay = config.weightDecay;
    adam.firstCorrection =
        static_cast<float>(1 / (1 - std::pow(static_cast<double>(config.beta1), power)));
    adam.secondCorrection =
        static_cast<float>(1 / (1 - std::pow(static_cast<double>(config.beta2), power)));
    const float clip = clipFactor(config, gradients);

    std::size_t entry = 0;
    Index place = 0;
    parameters.transform([&](Tensor& weights) {
        Tensor gradient = gradients[entry++];
        const Index size = weights.elementCount();
        if (clip < 1) {
            Tensor clipped = Tensor::uninitialized(gradient.shape(), gradient.axes());
            arithmetic::scale(denseMatrix(gradient.data(), Index{1}, size), clip,
                              denseMatrix(clipped.mutableData(), Index{1}, size));
            gradient = clipped;
        }
        Tensor next = Tensor::uninitialized(weights.shape(), weights.axes());
        float* const to = next.mutableData();
        if (config.kind == OptimiserKind::Adam)
            arithmetic::adam(adam, size, weights.data(), gradient.data(),
                             state.first.data() + place, state.second.data() + place, to);
        else
            arithmetic::descend(
                {adam.rate, config.momentum, config.weightDecay}, size, weights.data(),
                gradient.data(),
                config.kind == OptimiserKind::Momentum ? state.first.data() + place : nullptr, to);
        weights = std::move(next);
        place += size;
    });
}

} // namespace headscope
