// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/backward/gradients.h"

#include "operations/backward/rules.h"
#include "operations/operation_info.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace headscope {

namespace {

struct Fresh {
    Tensor tensor;
    float* data; ///< its first element, to be written
};

Fresh uninitialized(const Shape& shape, const Axes& axes) {
    Tensor tensor = Tensor::uninitialized(shape, axes);
    float* const data = tensor.mutableData();
    return {std::move(tensor), data};
}

/// A fresh tensor whose elements lie in memory in the order of another one's.
Fresh uninitializedLike(const Tensor& model) {
    if (model.isContiguous())
        return uninitialized(model.shape(), model.axes());
    PerAxis<std::size_t> order; // axes by stride, the longest first
    for (std::size_t i = 0; i < model.rank(); ++i)
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return model.stride(a) > model.stride(b);
    });
    Shape shape;
    Axes axes;
    PerAxis<std::size_t> back(model.rank(), 0);
    for (std::size_t i = 0; i < model.rank(); ++i) {
        shape.push_back(model.size(order[i]));
        axes.push_back(model.axes()[order[i]]);
        back[order[i]] = i;
    }
    Fresh fresh = uninitialized(shape, axes);
    fresh.tensor = fresh.tensor.permuted({back.begin(), back.end()});
    return fresh;
}

/// Whether gradients stop here.
bool isConstant(const TraceStep& step) {
    return step.operation == Operation::Mask || step.operation == Operation::Positions ||
           step.operation == Operation::RotaryCosine || step.operation == Operation::RotarySine ||
           step.name == TensorName::TokenIds || step.name == TensorName::Targets;
}

} // namespace

Gradients::Gradients(const Trace& run)
    : m_run(run)
    , m_steps(run.steps().size()) {
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const TraceStep& step = run[i];
        assert(step.typedNumbers.empty());
        m_steps[i].wanted = step.operands.empty() && !isConstant(step);
        for (const std::size_t operand : step.operands) {
            ++m_steps[operand].users;
            m_steps[i].wanted = m_steps[i].wanted || m_steps[operand].wanted;
        }
    }
}

void Gradients::allocate(std::size_t index) {
    State& state = m_steps[index];
    if (state.allocated)
        return;
    const TraceStep& step = m_run[index];
    // Where nobody else uses the operand, its gradient is this one under another shape.
    if (isLayout(step.operation) && step.operation != Operation::Merge &&
        m_steps[step.operands[0]].users == 1) {
        const std::size_t operand = step.operands[0];
        allocate(operand);
        state.gradient = replayed(step, m_steps[operand].gradient);
        state.data = m_steps[operand].data;
    } else {
        Fresh fresh = uninitializedLike(step.result);
        state.gradient = std::move(fresh.tensor);
        state.data = fresh.data;
    }
    state.allocated = true;
}

Gradients::Target Gradients::target(std::size_t step) {
    allocate(step);
    State& state = m_steps[step];
    const auto into = state.present ? arithmetic::Into::Sum : arithmetic::Into::Fresh;
    state.present = true;
    return {state.gradient, state.data, into};
}

Gradients::Target Gradients::sumTarget(std::size_t step) {
    Target to = target(step);
    if (to.into == arithmetic::Into::Fresh)
        std::fill_n(to.data, to.tensor.elementCount(), 0.0F);
    to.into = arithmetic::Into::Sum;
    return to;
}

void Gradients::share(std::size_t step, const Tensor& gradient, float* data) {
    State& state = m_steps[step];
    state.gradient = gradient;
    state.data = data;
    state.allocated = state.present = true;
}

void Gradients::add(std::size_t step, const Tensor& gradient) {
    addLike(sumTarget(step), gradient);
}

bool Gradients::goBack(std::size_t loss, const CancellationToken& token) {
    std::fill_n(target(loss).data, m_run[loss].result.elementCount(), 1.0F);
    return goBack(token);
}

bool Gradients::goBack(const CancellationToken& token) {
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        if (token.isCancelled())
            return false;
        if (!m_steps[i].present || !m_steps[i].wanted)
            continue;
        if (const auto rule = infoOf(m_run[i].operation).backward)
            rule(*this, i);
    }
    return true;
}

Trace Gradients::trace() const {
    Trace trace;
    trace.reserve(m_steps.size());
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        TraceStep step = m_run[i];
        step.result = has(i) ? m_steps[i].gradient.withAxes(step.result.axes())
                             : Tensor::filled(step.result.shape(), step.result.axes(), 0);
        trace.add(std::move(step));
    }
    return trace;
}

} // namespace headscope
