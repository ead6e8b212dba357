// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

namespace headscope {

/// Appends the steps of one scope to a trace that is being computed.
class TraceWriter {
public:
    explicit TraceWriter(Trace& trace, std::string scope = {})
        : m_trace(trace)
        , m_scope(std::move(scope)) {}

    /// Gives the index of the new step.
    std::size_t add(TensorName name, Operation operation, const Tensor& result,
                    PerAxis<std::size_t> operands = {}, float factor = 1.0F,
                    FullyMasked fullyMasked = FullyMasked::Zeros,
                    std::vector<TypedCell> typedNumbers = {}) {
        return m_trace.add({.name = name,
                            .operation = operation,
                            .operands = operands,
                            .result = result,
                            .factor = factor,
                            .scope = m_scope,
                            .fullyMasked = fullyMasked,
                            .typedNumbers = std::move(typedNumbers)});
    }
    /// The result of a step; valid until the next add().
    const Tensor& operator[](std::size_t step) const { return m_trace[step].result; }

private:
    Trace& m_trace;
    std::string m_scope;
};

} // namespace headscope
