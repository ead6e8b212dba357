// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/history/history.h"

#include <set>
#include <string>

namespace headscope {

/// A training with all that it remembers.
struct SavedTraining {
    TrainingRecipe recipe;
    TrainingState state;
    TrainingHistory history; ///< without answers and agreement, which follow from the parameters
};

/// Writes a training as a folder that is new, or empty (OutputFolder), all of it or nothing:
///   training.json          { "format": "headscope-training", "version": 1, "recipe": {…},
///                            "steps_done": 480, "losses": [[loss, gradient norm, rate], …],
///                            "records": [{ "step": 0, "file": "step-000000.safetensors",
///                                          "held_out": {…} }, …] }
///   step-000040.safetensors  the parameters at a record, by their paths
///   state.safetensors        the parameters and what the optimiser remembers, to go on from
Status writeTraining(const std::string& folder, const TrainingRecipe& recipe,
                     const TrainingState& state, const TrainingHistory& history);

/// The names of its files, beside those of the recorded steps.
const std::set<std::string>& trainingFiles();

/// Reads it back: Training::resume() goes on bit for bit.
Result<SavedTraining> readTraining(const std::string& folder);

} // namespace headscope
