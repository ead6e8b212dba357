// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"
#include "trace/fully_masked.h"
#include "trace/operation.h"
#include "trace/tensor_name.h"
#include "trace/typed_number.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// One named tensor and what made it.
struct TraceStep {
    TensorName name = TensorName::QueryInput;
    Operation operation = Operation::Input;
    /// Indices of earlier steps, in the order that Operation gives.
    PerAxis<std::size_t> operands;
    Tensor result;
    /// Scale: the factor. Dropout: 1/(1−p). Normalise: ε. Otherwise unused.
    float factor = 1.0F;
    /// Where the step belongs, such as "encoder/0/self_attention"; empty for plain attention.
    std::string scope;
    /// Softmax: what a row became whose scores are all −∞. Otherwise unused.
    FullyMasked fullyMasked = FullyMasked::Zeros;
    /// Cells whose numbers a person typed; all later steps are computed from those.
    std::vector<TypedCell> typedNumbers = {};

    bool operator==(const TraceStep&) const = default;
};

/// Whether there is a mask that a step applies: without one it hands the scores on.
inline bool appliesMask(const TraceStep& step) {
    return step.operation == Operation::ApplyMask && step.operands.size() > 1;
}

/// A mask that forbids nothing and adds nothing, and no typed number stands in its result.
inline bool masksNothing(const TraceStep& step) {
    return step.operation == Operation::ApplyMask && !appliesMask(step) &&
           step.typedNumbers.empty();
}

/// All stages of one run in the order in which they were computed. Immutable
/// once delivered; copies of tensors share memory.
class Trace {
public:
    /// Appends a step and gives its index.
    std::size_t add(TraceStep step) {
        m_steps.push_back(std::move(step));
        return m_steps.size() - 1;
    }
    /// The same numbers on other memory.
    void replaceResult(std::size_t index, Tensor result) {
        m_steps[index].result = std::move(result);
    }
    void reserve(std::size_t steps) { m_steps.reserve(steps); }

    const std::vector<TraceStep>& steps() const { return m_steps; }
    const TraceStep& operator[](std::size_t index) const { return m_steps[index]; }
    std::optional<std::size_t> indexOf(TensorName name, std::string_view scope = {}) const;
    /// The step of that name, or nullptr.
    const TraceStep* find(TensorName name, std::string_view scope = {}) const;
    /// The tensor of that name, which must exist.
    const Tensor& operator[](TensorName name) const;

    bool operator==(const Trace&) const = default;

private:
    std::vector<TraceStep> m_steps;
};

} // namespace headscope
