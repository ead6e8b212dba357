// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/wrong_attention.h"

#include "attention/head_attention.h"
#include "attention/masks/mask_tensors.h"
#include "head_shapes/trace_journeys.h"

#include <algorithm>

namespace headscope {

namespace {

std::optional<Tensor> wrongHeads(const Trace& trace, SplitOf which, const WrongWay& way,
                                 MemoryOrder order) {
    const std::optional<Journey> right = splitJourney(trace, which, order);
    if (!right)
        return std::nullopt;
    const std::vector<WrongWay> ways = wrongWays(*right);
    if (std::find(ways.begin(), ways.end(), way) == ways.end())
        return std::nullopt;
    const Journey wrong = wrongJourney(*right, way);
    // The arithmetic wants the features of a head next to each other.
    return wrong[wrong.lastStep()].tensor.contiguous();
}

std::optional<Tensor> maskOf(const Trace& trace, TensorName name) {
    const TraceStep* step = trace.find(name);
    if (!step)
        return std::nullopt;
    const bool turned = step->result.axes()[0] == Axis::Query;
    return batchFirstMask(step->result, turned ? Layout::SequenceFirst : Layout::BatchFirst)
        .contiguous();
}

} // namespace

std::optional<WrongAttention> attendWrongly(const Trace& trace, const WrongWay& way,
                                            MemoryOrder order, const Execution& execution) {
    const TraceStep* scaled = trace.find(TensorName::ScaledScores);
    std::optional<Tensor> query = wrongHeads(trace, SplitOf::Query, way, order);
    std::optional<Tensor> key = wrongHeads(trace, SplitOf::Key, way, order);
    std::optional<Tensor> value = wrongHeads(trace, SplitOf::Value, way, order);
    if (!scaled || !query || !key || !value)
        return std::nullopt;
    HeadAttention attention;
    attention.query = std::move(*query);
    attention.key = std::move(*key);
    attention.value = std::move(*value);
    attention.mayAttend = maskOf(trace, TensorName::MayAttend);
    attention.additive = maskOf(trace, TensorName::AdditiveMask);
    attention.scale = scaled->factor;
    if (const TraceStep* softmax = trace.find(TensorName::AttentionWeights))
        attention.fullyMasked = softmax->fullyMasked;
    // What is typed stands whatever the heads are; of the weights those before dropout.
    for (const TensorName stage : stagesToType()) {
        const TraceStep* const step = trace.find(stage);
        if (step && step->result.rank() == 4)
            std::ranges::copy(typedNumbers(*step), std::back_inserter(attention.typedNumbers));
    }
    if (!attention.compute(execution))
        return std::nullopt;
    return WrongAttention{attention.maskedScores, attention.attentionWeights,
                          attention.headContext};
}

} // namespace headscope
