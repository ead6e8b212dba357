// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"
#include "support/result.h"

#include <optional>
#include <vector>

namespace headscope {

enum class OptimiserKind : std::uint8_t {
    Sgd,      ///< w − rate · g
    Momentum, ///< u = momentum · u + g,  w − rate · u, as torch.optim.SGD
    Adam,     ///< arithmetic::AdamUpdate, as torch.optim.AdamW
};
/// What the learning rate does behind the warm-up.
enum class Decay : std::uint8_t {
    None,   ///< constant
    Linear, ///< to 0 at the last step, from decayStart on
    Cosine, ///< half a cosine to 0, from decayStart on
};

struct OptimiserConfig {
    OptimiserKind kind = OptimiserKind::Adam;
    float rate = 1e-3F;
    float momentum = 0.9F;
    float beta1 = 0.9F;
    float beta2 = 0.98F;
    float epsilon = 1e-8F;
    float weightDecay = 0;     ///< w · (1 − rate · decay) before the step, of every kind
    std::optional<float> clip; ///< the length of all gradients together is at most this
    Index warmUp = 0;          ///< steps over which the rate grows in a straight line
    Decay decay = Decay::None;
    float decayStart = 0; ///< share of the steps after which the rate falls

    bool operator==(const OptimiserConfig&) const = default;
};

/// The first thing that is out of its range.
Status validate(const OptimiserConfig& config);
/// The learning rate of step 0, 1 … of so many.
float rateAt(const OptimiserConfig& config, Index step, Index steps);

/// What an optimiser remembers between two steps: one number for each number of all
/// parameters, in their order; empty where the kind needs none, or before the first step.
struct OptimiserState {
    OptimiserKind kind = OptimiserKind::Adam; ///< that remembers it
    Index begun = 0;           ///< the step that was its first: Adam's corrections count from there
    std::vector<float> first;  ///< Adam's m, the velocity of momentum
    std::vector<float> second; ///< Adam's v

    bool operator==(const OptimiserState&) const = default;
};

/// What step number `step` of this optimiser starts from: another kind than the one that
/// remembers `state` begins afresh there, because a velocity is no mean of gradients.
OptimiserState continued(const OptimiserConfig& config, Index step, OptimiserState state);

/// The length of all gradients together.
double gradientNorm(const std::vector<Tensor>& gradients);

/// One step, number `step` from 0 of so many. `gradients` stand in the order of
/// parameters.entries() and have their shapes. The parameters become new tensors: who holds
/// the old ones keeps them.
void takeStep(const OptimiserConfig& config, Index step, Index steps,
              const std::vector<Tensor>& gradients, Parameters& parameters, OptimiserState& state);

} // namespace headscope
