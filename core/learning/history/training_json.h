// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "learning/history/training_files.h"

namespace headscope {

/// A training as it is taken over with an experiment.
struct TakenTraining {
    SavedTraining training;
    std::vector<Index> changes; ///< steps at which settings were changed
    Index shown = 0;            ///< the step that the experiment was taken from
};

/// What the history of an experiment file may have, in bytes of the file.
inline constexpr std::size_t mostHistoryBytes = std::size_t{8} << 20U;

/// Packs a training as one JSON object, in which nothing but numbers of the training stands:
///   { "recipe": {…}, "steps_done": 480, "shown": 480, "changes": [], "thinning": 1,
///     "losses": { "count": 480, "data": "…" },   float64 step, loss, gradient norm, rate
///     "record_steps": [0, 40, …], "records": ["…", …],   all parameters of each, float32
///     "parameters": "…", "first": "…", "second": "…",   to go on from
///     "optimiser_begun": 120 }   only where another kind of optimiser was chosen on the way
/// Numbers are little endian, in the order of scope and role, each record as the bits in which
/// it differs from the one before, bytes of equal weight together, packed (deflate), as base64.
/// Where it would have more than `limit` bytes every second record goes, as often as it takes;
/// the first, the shown and the last one stay.
PackedTraining::Content trainingToJson(const TakenTraining& taken,
                                       std::size_t limit = mostHistoryBytes);

/// Reads it back; Training::resume() goes on bit for bit. Evaluations are left out: they follow
/// from the parameters. An Error, one sentence, where it is damaged or asks for more memory than
/// any history has.
Result<TakenTraining> trainingFromJson(std::string_view json);

} // namespace headscope
