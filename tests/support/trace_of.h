// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment_run.h"
#include "transformer/run_model.h"

#include <stdexcept>

namespace headscope {

/// Of what must be right; throws where it is not.
inline Trace traceOf(const ModelProblem& problem, int threads = 1) {
    RunOptions options;
    options.threads = threads;
    Result<Trace> trace = runModel(problem, options);
    if (!trace)
        throw std::runtime_error(trace.error().text());
    return std::move(trace).value();
}

inline Trace traceOf(const Experiment& experiment) {
    return traceOf(modelProblemOf(experiment));
}

} // namespace headscope
