// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/history/history.h"

#include <string>

namespace headscope {

/// A table with a line for every step, split at commas: step, loss of its batch, length of the
/// gradients, learning rate; and where there is a record, what was measured with held-out data.
std::string trainingLog(const TrainingHistory& history);

/// What came of a training as one JSON object: task, steps, seed, seconds, loss (of the last
/// batch), held_out (loss, words, sentences) and agreement (scope, head from 1, relation, share,
/// chance). Of a history that has a record.
std::string trainingSummary(const Training& training, const TrainingHistory& history,
                            double seconds);

} // namespace headscope
