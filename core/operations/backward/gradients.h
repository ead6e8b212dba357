// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/backward.h"
#include "support/cancellation.h"
#include "trace/trace.h"

#include <vector>

namespace headscope {

/// ∂loss/∂step for every step of a run, while it is being summed up from behind: the trace of
/// the run is the tape. A gradient has the shape and the axes of its step.
class Gradients {
public:
    /// `run` lives as long, and holds no typed numbers: nothing is learnt through those. A loss
    /// asks for gradients of parameters, inputs and all between; of masks, encodings of positions,
    /// token ids and targets there are none.
    explicit Gradients(const Trace& run);

    /// Goes back from a step of one number, whose gradient is 1. False where it was cancelled.
    bool goBack(std::size_t loss, const CancellationToken& token = {});
    /// The same from any steps with the gradients that they are given (add()).
    bool goBack(const CancellationToken& token = {});
    /// From outside: onto the gradient of a step.
    void add(std::size_t step, const Tensor& gradient);

    const Trace& run() const { return m_run; }
    /// Whether anybody wants to know it.
    bool isWanted(std::size_t step) const { return m_steps[step].wanted; }
    /// Whether the loss depends on the step, as far as is known by now.
    bool has(std::size_t step) const { return m_steps[step].present; }
    /// Of a step that has one.
    const Tensor& operator[](std::size_t step) const { return m_steps[step].gradient; }

    /// All of them as a trace of the same steps, names and scopes: views show ∂loss/∂scores as
    /// they show the scores. What the loss does not depend on is 0.
    Trace trace() const;

    /// Where a rule writes: the memory of a gradient, and whether it adds to what is there.
    struct Target {
        Tensor tensor; ///< shape and strides
        float* data = nullptr;
        arithmetic::Into into = arithmetic::Into::Fresh;
    };
    /// From here on the step has a gradient, which the caller writes as a whole.
    Target target(std::size_t step);
    /// The same filled with 0 where there was none: for rules that add here and there.
    Target sumTarget(std::size_t step);
    /// How many steps were made of it.
    Index users(std::size_t step) const { return m_steps[step].users; }
    /// The gradient is what another one is, under another shape: no number moves.
    void share(std::size_t step, const Tensor& gradient, float* data);
    float* dataOf(std::size_t step) const { return m_steps[step].data; }

private:
    struct State {
        Tensor gradient;
        float* data = nullptr;
        Index users = 0;
        bool wanted = false;
        bool allocated = false;
        bool present = false;
    };
    void allocate(std::size_t step);

    const Trace& m_run;
    std::vector<State> m_steps;
};

/// What such an operation makes of a tensor of its operand's shape, without a copy; of Merge
/// only where that is possible.
Tensor replayed(const TraceStep& step, const Tensor& operand);

} // namespace headscope
