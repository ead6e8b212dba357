// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "run/run.h"
#include "support/result.h"
#include "workspace/edit_command.h"

#include <initializer_list>
#include <optional>

namespace headscope {

struct PreparedStage;

/// One revision of the source that is to be computed.
struct RunRequest {
    std::uint64_t revision = 0;
    Source source;
    /// How many bytes may be taken, asked when the run begins; nothing: as many as it needs.
    std::function<std::optional<Index>()> availableMemory;
    /// Of a trained model: the run that is shown; what it has in common with that of the source
    /// is not computed again. nullptr: it has nothing.
    ModelSourcePointer knownSource = {};
    std::shared_ptr<const Run> known = {};
};

/// A run that was not begun, because it needs more memory than there is.
struct MemoryShortage {
    Index needed = 0; ///< bytes
    Index available = 0;

    /// As every sentence about it says them.
    Index neededMebibytes() const { return needed >> 20; }
    Index availableMebibytes() const { return available >> 20; }
};

/// What the engine made of one revision.
struct RunOutcome {
    std::uint64_t revision = 0;
    std::shared_ptr<const Run> run; ///< nullptr where there is an error
    std::optional<Error> error;
    std::optional<MemoryShortage> shortage; ///< beside the error
    double milliseconds = 0;
};

/// Runs the engine on all processors.
RunOutcome runEngine(const RunRequest& request, const CancellationToken& token);

/// How many bytes an experiment needs beside what it takes itself: the trace and the
/// pictures of a stage. Nothing where that is no number, or the experiment is not right.
std::optional<Index> memoryNeed(const ModelProblem& problem);

/// How many bytes these hold, each tensor once; what is made when it is read holds none. Some may
/// be nullptr.
Index heldBytes(std::initializer_list<const Trace*> traces,
                std::initializer_list<const PreparedStage*> stages);

using EngineRunner = LatestRunner<RunRequest, RunOutcome>;

} // namespace headscope
