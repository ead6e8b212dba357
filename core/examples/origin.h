// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/experiment_run.h"
#include "support/cancellation.h"

namespace headscope {

/// What pictures say of where an experiment comes from, but for its masks and for what its heads
/// have learnt.
RunOrigin originOf(const Experiment& experiment);

/// The experiment as a run, with its words, where it comes from, and what its heads have learnt in
/// the training that it was taken from, which takes a moment where nobody asked before
/// (learntEvidence()) and may be cancelled: then nothing is said of it.
std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace,
                                 const PackedTrainingPointer& training = {},
                                 const CancellationToken& token = {});

} // namespace headscope
