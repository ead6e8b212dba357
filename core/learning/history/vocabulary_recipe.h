// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/experiment.h"
#include "learning/training/recipe.h"

namespace headscope {

/// A training that learns the words of an experiment which the one that it was taken from does not
/// know. A sentence that is built as one of its data is watched and held out: of that length, and
/// of its known words at least half agree. Wherever the words of that one stand in the data for
/// which there are new ones, there are lines with these in their place. A sentence like none, or
/// more than one of them, is learnt as text: each word from those before it. Nothing where there
/// is no training, or it knows all words.
std::optional<TrainingRecipe> recipeForNewWords(const Experiment& experiment,
                                                const PackedTrainingPointer& training);

} // namespace headscope
