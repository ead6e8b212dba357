// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "learning/training/learner.h"

namespace headscope {

/// The model that an experiment was taken from, as it was at the step where it was taken.
struct TakenModel {
    Learner learner;
    Parameters parameters;
    Experiment experiment; ///< of the sentence that was watched
};

/// Reads it out of a training, and remembers the last one; any thread may ask. An Error where it
/// cannot be read.
Result<std::shared_ptr<const TakenModel>> takenModel(const PackedTrainingPointer& training);

/// The same of the training that an experiment was taken from, where it has its sizes still; else,
/// and where there is none, nullptr.
std::shared_ptr<const TakenModel> modelOf(const Experiment& experiment,
                                          const PackedTrainingPointer& training);

} // namespace headscope
