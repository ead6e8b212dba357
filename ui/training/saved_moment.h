// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "training/training_moment.h"

namespace headscope {

/// All that is known of a training, to go along with the experiment that is taken from it at
/// that step. It is packed when a file is written. Nothing while the training runs.
PackedTrainingPointer packedTraining(const TrainingMoment& moment, Index shown);

/// The model at a recorded step, on the sentence that is watched, as an experiment, and its
/// training where packedTraining() gives one.
struct SavedMoment {
    std::shared_ptr<const Experiment> experiment;
    PackedTrainingPointer training;
};
SavedMoment savedMoment(const TrainingMoment& moment, const RecordedStep& at);

} // namespace headscope
