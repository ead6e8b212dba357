// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/trace_journeys.h"

#include <array>

namespace headscope {

namespace {

/// [batch, sequence, width], whichever order the trace has.
Tensor batchFirst(const Tensor& tensor) {
    return tensor.axes()[0] == Axis::Batch ? tensor : tensor.transposed(0, 1).contiguous();
}

/// The same as it lies in memory in the wanted order.
Tensor inOrder(const Tensor& tensor, MemoryOrder order) {
    const Tensor ordered = batchFirst(tensor);
    return order == MemoryOrder::SequenceFirst ? ordered.transposed(0, 1).contiguous() : ordered;
}

/// [batch, heads, query, d_v], whichever order the trace has.
Tensor contextOf(const TraceStep& step) {
    static constexpr std::size_t order[] = {1, 2, 0, 3};
    const Tensor& context = step.result;
    return context.axes()[0] == Axis::Batch ? context : context.permuted(order).contiguous();
}

Index headsOf(const Tensor& tensor) {
    return tensor.size(tensor.axisOf(Axis::Heads));
}

std::optional<Journey> made(const JourneyRequest& request) {
    Result<Journey> journey = makeJourney(request);
    if (!journey)
        return std::nullopt;
    return std::move(journey).value();
}

/// The step that an operand of `step` is.
const TraceStep& operandOf(const Trace& trace, const TraceStep& step, std::size_t operand) {
    return trace[step.operands[operand]];
}

} // namespace

std::optional<Journey> splitJourney(const Trace& trace, SplitOf which, MemoryOrder order) {
    struct Names {
        TensorName projected, perHead;
        char letter;
    };
    static constexpr std::array<Names, 3> names = {
        Names{TensorName::ProjectedQuery, TensorName::Query, 'q'},
        Names{TensorName::ProjectedKey, TensorName::Key, 'k'},
        Names{TensorName::ProjectedValue, TensorName::Value, 'v'}};
    const Names& wanted = names[static_cast<std::size_t>(which)];
    const TraceStep* projected = trace.find(wanted.projected);
    const TraceStep* perHead = trace.find(wanted.perHead);
    if (!projected || !perHead)
        return std::nullopt;
    JourneyRequest request;
    request.path = LayoutPath::Split;
    request.order = order;
    request.letter = wanted.letter;
    request.heads = headsOf(perHead->result);
    request.source = inOrder(projected->result, order);
    if (projected->operation == Operation::Linear)
        request.projectedFrom = inOrder(operandOf(trace, *projected, 0).result, order);
    return made(request);
}

std::optional<Journey> mergeJourney(const Trace& trace, MemoryOrder order) {
    const TraceStep* context = trace.find(TensorName::HeadContext);
    if (!context)
        return std::nullopt;
    JourneyRequest request;
    request.path = LayoutPath::Merge;
    request.order = order;
    request.source = contextOf(*context);
    if (const TraceStep* output = trace.find(TensorName::Output))
        request.projectedTo = inOrder(output->result, order);
    return made(request);
}

std::optional<Journey> sideBySideJourney(const Trace& trace, Index sequence) {
    const TraceStep* context = trace.find(TensorName::HeadContext);
    if (!context)
        return std::nullopt;
    const Tensor heads = contextOf(*context);
    if (sequence >= heads.size(0))
        return std::nullopt;
    JourneyRequest request;
    request.path = LayoutPath::SideBySide;
    request.source = heads.selected(0, sequence);
    if (const TraceStep* output = trace.find(TensorName::Output))
        request.projectedTo = batchFirst(output->result).selected(0, sequence);
    return made(request);
}

} // namespace headscope
