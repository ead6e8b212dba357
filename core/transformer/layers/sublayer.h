// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"
#include "transformer/layers/norm_steps.h"
#include "transformer/layers/residual.h"

namespace headscope {

/// A sublayer f with what stands around it:
///   Post: norm(x + f(x)), both in "<scope>_norm";
///   Pre:  x + f(norm(x)), the norm in "<scope>_norm", the sum in "<scope>_residual".
/// Without residual connections nothing is added. `f` takes the step that it
/// reads and gives its output.
template <class Function>
Step appendSublayer(const ModelRun& run, const Scope& scope, std::size_t x, const Function& f) {
    const ModelConfig& config = run.problem.config;
    const bool pre = config.placement == NormPlacement::Pre;
    const Step input = pre ? appendNorm(run, scope.norm(), x) : x;
    if (!input)
        return std::nullopt;
    Step output = f(*input);
    if (output && config.residual) {
        TraceWriter writer(run.trace, (pre ? scope.residual() : scope.norm()).path());
        output = appendSum(writer, TensorName::Residual, x, *output, run.execution);
    }
    return output && !pre ? appendNorm(run, scope.norm(), *output) : output;
}

} // namespace headscope
