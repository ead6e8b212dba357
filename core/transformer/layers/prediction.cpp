// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/prediction.h"

#include "arithmetic/arithmetic.h"
#include "transformer/layers/linear_step.h"
#include "transformer/layers/rows.h"

namespace headscope {

Step appendPrediction(const ModelRun& run, std::size_t x) {
    const Scope scope = Scope::of(ModelPart::Prediction);
    TraceWriter trace(run.trace, scope.path());
    const Execution& execution = run.execution;
    const std::size_t weight = appendParameter(trace, run, scope, Role::VocabularyWeight);
    const Step bias = appendIfThere(trace, run, scope, Role::VocabularyBias);
    const auto logits = appendLinear(trace, TensorName::Logits, {x, weight, bias}, execution);
    if (!logits)
        return std::nullopt;
    const Tensor scores = trace[*logits];
    Tensor probabilities = Tensor::uninitialized(scores.shape(), scores.axes());
    const ConstMatrix from = rowsOf(scores);
    const Matrix to = denseMatrix(probabilities.mutableData(), from.rows, from.columns);
    const bool done = forParts(from.rows, from.columns, execution, [&](Index first, Index last) {
        arithmetic::softmax(from.middleRows(first, last - first),
                            to.middleRows(first, last - first));
    });
    if (!done)
        return std::nullopt;
    return trace.add(TensorName::Probabilities, Operation::Softmax, probabilities, {*logits});
}

} // namespace headscope
