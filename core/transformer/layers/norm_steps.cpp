// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/norm_steps.h"

#include "transformer/layers/norm.h"

namespace headscope {

namespace {

/// The steps that a norm is made of.
struct NormOperands {
    std::size_t x = 0;
    std::size_t gain = 0;
    Step shift; ///< none: nothing is added
};

std::optional<std::size_t> appendStages(TraceWriter& trace, NormKind kind,
                                        const NormOperands& operands, float epsilon,
                                        const Execution& execution) {
    const Tensor x = trace[operands.x].contiguous(); // heads are views
    const Tensor gain = trace[operands.gain];
    const Tensor shift = operands.shift ? trace[*operands.shift] : Tensor();
    const NormInput input = {x, gain, operands.shift ? &shift : nullptr, epsilon};
    Normalisation norm;
    const auto compute = kind == NormKind::Layer   ? layerNorm
                         : kind == NormKind::Batch ? batchNorm
                                                   : rmsNorm;
    if (!compute(input, execution, norm))
        return std::nullopt;
    std::size_t normalised = 0;
    if (kind == NormKind::Rms) {
        const std::size_t square =
            trace.add(TensorName::MeanSquare, Operation::MeanSquare, norm.variance, {operands.x});
        normalised = trace.add(TensorName::Normalised, Operation::RootNormalise, norm.normalised,
                               {operands.x, square}, epsilon);
    } else {
        const std::size_t mean =
            trace.add(TensorName::Mean, Operation::Mean, norm.mean, {operands.x});
        const std::size_t variance =
            trace.add(TensorName::Variance, Operation::Variance, norm.variance, {operands.x, mean});
        normalised = trace.add(TensorName::Normalised, Operation::Normalise, norm.normalised,
                               {operands.x, mean, variance}, epsilon);
    }
    if (!operands.shift)
        return trace.add(TensorName::NormOutput, Operation::Multiply, norm.output,
                         {normalised, operands.gain});
    return trace.add(TensorName::NormOutput, Operation::ScaleShift, norm.output,
                     {normalised, operands.gain, *operands.shift});
}

} // namespace

Step appendNorm(const ModelRun& run, const Scope& scope, std::size_t x) {
    const ModelConfig& config = run.problem.config;
    TraceWriter writer(run.trace, scope.path());
    NormOperands operands;
    operands.x = x;
    operands.gain = appendParameter(writer, run, scope, Role::NormGain);
    if (config.norm != NormKind::Rms)
        operands.shift = appendIfThere(writer, run, scope, Role::NormShift);
    const Step output = appendStages(writer, config.norm, operands, config.epsilon, run.execution);
    if (!output || !config.compareNorms)
        return output;
    const bool layer = config.norm == NormKind::Layer;
    const Scope other =
        scope.compared(layer ? Scope::ComparedNorm::BatchNorm : Scope::ComparedNorm::LayerNorm);
    TraceWriter comparison(run.trace, other.path());
    if (!appendStages(comparison, layer ? NormKind::Batch : NormKind::Layer, operands,
                      config.epsilon, run.execution))
        return std::nullopt;
    return output;
}

} // namespace headscope
