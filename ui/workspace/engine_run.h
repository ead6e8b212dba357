// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "trace/trace.h"
#include "workspace/edit_command.h"
#include "workspace/latest_runner.h"

#include <optional>

namespace headscope {

/// One revision of the experiment that is to be computed.
struct RunRequest {
    std::uint64_t revision = 0;
    ExperimentPointer experiment;
};

/// What the engine made of one revision.
struct RunOutcome {
    std::uint64_t revision = 0;
    ExperimentPointer experiment;
    std::shared_ptr<const Trace> trace; ///< nullptr where there is an error
    std::optional<Error> error;
    double milliseconds = 0;
};

/// Runs the engine on all processors.
RunOutcome runEngine(const RunRequest& request, const CancellationToken& token);

using EngineRunner = LatestRunner<RunRequest, RunOutcome>;

} // namespace headscope
