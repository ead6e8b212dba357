// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "learning/training/learner.h"

namespace headscope {

/// The file of an example whose weights were learnt, as resources/examples/make made it; empty
/// where there is none of that id. One JSON object: the command, how many seeds were tried, the
/// recipe, what it came to with held-out data, and every parameter as base64.
std::string_view learntData(std::string_view id);

/// A model that was learnt before: all of it, with what it learnt from.
struct LearntModel {
    std::string command;   ///< that makes it again
    int seedsTried = 0;    ///< of which one was chosen for a readable picture
    std::string result;    ///< JSON as of trainingSummary(), without the seconds
    Learner learner;       ///< of the recipe
    Parameters parameters; ///< of every block, embeddings and answers too

    /// On the sentence that is watched.
    Experiment experiment() const;
    /// At its end, so that the Train page shows what every head gives to every relation.
    PackedTrainingPointer training() const;
};

/// Reads such a file; an Error says what is wrong with it.
Result<LearntModel> readLearntModel(std::string_view file);

} // namespace headscope
