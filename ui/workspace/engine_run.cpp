// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/engine_run.h"

#include "transformer/run_model.h"

#include <chrono>
#include <thread>

namespace headscope {

RunOutcome runEngine(const RunRequest& request, const CancellationToken& token) {
    RunOutcome outcome{request.revision, request.experiment, nullptr, std::nullopt, 0};
    RunOptions options;
    options.cancellation = token;
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto start = std::chrono::steady_clock::now();
    Result<Trace> trace = runModel(modelProblemOf(*request.experiment), options);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    outcome.milliseconds = elapsed.count();
    if (trace)
        outcome.trace = std::make_shared<const Trace>(std::move(trace).value());
    else
        outcome.error = trace.error();
    return outcome;
}

} // namespace headscope
