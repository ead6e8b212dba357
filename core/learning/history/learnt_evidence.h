// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/experiment.h"
#include "run/evidence.h"
#include "support/cancellation.h"

#include <memory>

namespace headscope {

// `training` is always the one that the experiment was taken from; nullptr: there is none.

/// Whether the weights of an experiment are those that the training learnt.
bool hasLearntWeights(const Experiment& experiment, const PackedTrainingPointer& training);

/// What the heads of an experiment do on the held-out sentences of the training (evaluate()).
/// Nothing where there is no training, where it cannot be read, knows no relation, or where the
/// weights are not those that it learnt any more, and where it was cancelled. Evaluates the model
/// the first time, and remembers the last one; any thread may ask.
std::shared_ptr<const LearntEvidence> learntEvidence(const Experiment& experiment,
                                                     const PackedTrainingPointer& training,
                                                     const CancellationToken& token = {});

/// The pairs of the sentence that the training watched which stand in the relation that a head has
/// learnt best. Empty for any other sentence, of which nobody said it.
std::vector<HeadExample> learntExamples(const Experiment& experiment,
                                        const PackedTrainingPointer& training,
                                        const LearntEvidence& evidence);

/// The experiment with the weights that the training had learnt where it was taken, in the place
/// of those that it has now. An Error where there is no training, where it cannot be read, or where
/// the sizes are others now.
Result<Experiment> withLearntWeights(const Experiment& experiment,
                                     const PackedTrainingPointer& training);

} // namespace headscope
