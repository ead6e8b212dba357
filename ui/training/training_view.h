// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/recipe.h"
#include "training/recorded_step.h"

#include <memory>
#include <optional>
#include <string>

namespace headscope {

class PackedTraining;

/// What of an attention is shown.
enum class TrainValues : std::uint8_t {
    Weights,
    Scores,   ///< scaled, masked
    Gradient, ///< ∂loss/∂scores of the watched sentence
};

/// A training as it is to be shown: which one, and where it stands.
struct TrainingView {
    TrainingRecipe recipe;
    bool ownTask = false; ///< the recipe is asked for; else an experiment's training comes first
    std::shared_ptr<const PackedTraining> kept{}; ///< of a file or an example, in its place
    std::optional<Index> playhead{};              ///< a step; nothing: the last one
    TrainValues values = TrainValues::Weights;
    std::string scope{};                  ///< of an attention; empty: what the task is about
    std::optional<int> head{};            ///< from 0
    std::optional<StepStop::Kind> stop{}; ///< that is open of the step, besides its attentions
};

} // namespace headscope
