// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/head_cost.h"

namespace headscope {

namespace {

/// The size of an axis that a step's result has; 0: there is no such step or axis.
Index sizeIn(const Trace& block, TensorName name, Axis axis) {
    const TraceStep* step = block.find(name);
    const std::size_t place = step ? step->result.axisOf(axis) : 0;
    return step && place < step->result.rank() ? step->result.size(place) : 0;
}

/// In how many features a weight maps to or from `columns` others; 0: there is none.
Index otherWidth(const Trace& block, TensorName weight, Index columns) {
    const TraceStep* step = block.find(weight);
    return step && columns > 0 ? step->result.elementCount() / columns : 0;
}

} // namespace

std::optional<AttentionSizes> attentionSizes(const Trace& block) {
    AttentionSizes sizes;
    sizes.batch = sizeIn(block, TensorName::Scores, Axis::Batch);
    sizes.heads = sizeIn(block, TensorName::Scores, Axis::Heads);
    sizes.queries = sizeIn(block, TensorName::Scores, Axis::Query);
    sizes.keys = sizeIn(block, TensorName::Scores, Axis::Key);
    sizes.keyDim = sizeIn(block, TensorName::Query, Axis::KeyDim);
    sizes.valueDim = sizeIn(block, TensorName::Value, Axis::ValueDim);
    const Index keyColumns = sizes.heads * sizes.keyDim;
    const Index valueColumns = sizes.heads * sizes.valueDim;
    sizes.queryWidth = otherWidth(block, TensorName::QueryWeight, keyColumns);
    sizes.keyWidth = otherWidth(block, TensorName::KeyWeight, keyColumns);
    sizes.valueWidth = otherWidth(block, TensorName::ValueWeight, valueColumns);
    sizes.outputWidth = otherWidth(block, TensorName::OutputWeight, valueColumns);
    constexpr TensorName biases[] = {TensorName::QueryBias, TensorName::KeyBias,
                                     TensorName::ValueBias, TensorName::OutputBias};
    for (std::size_t i = 0; i < sizes.biases.size(); ++i)
        sizes.biases[i] = block.find(biases[i]) != nullptr;
    const TraceStep* const masked = block.find(TensorName::MaskedScores);
    sizes.masks = masked && appliesMask(*masked);
    sizes.drops = block.find(TensorName::DroppedWeights) != nullptr;
    for (const Index size :
         {sizes.batch, sizes.heads, sizes.queries, sizes.keys, sizes.keyDim, sizes.valueDim,
          sizes.queryWidth, sizes.keyWidth, sizes.valueWidth, sizes.outputWidth}) {
        if (size < 1)
            return std::nullopt;
    }
    return sizes;
}

std::optional<AttentionSizes> withHeads(const AttentionSizes& sizes, Index heads, HeadWidth width) {
    AttentionSizes changed = sizes;
    changed.heads = heads;
    if (width == HeadWidth::Kept)
        return changed;
    const Index keys = sizes.heads * sizes.keyDim;
    const Index values = sizes.heads * sizes.valueDim;
    if (keys % heads != 0 || values % heads != 0)
        return std::nullopt;
    changed.keyDim = keys / heads;
    changed.valueDim = values / heads;
    return changed;
}

Cost& Cost::operator+=(const Cost& other) {
    parameters += other.parameters;
    multiplications += other.multiplications;
    numbers += other.numbers;
    return *this;
}

Cost AttentionCost::all() const {
    Cost all;
    for (const Cost& part : parts)
        all += part;
    return all;
}

AttentionCost attentionCost(const AttentionSizes& sizes) {
    const auto linear = [&](Index rows, Index from, Index to, bool bias) {
        const Index all = sizes.batch * rows;
        return Cost{from * to + (bias ? to : 0), all * from * to, all * to};
    };
    const Index keyColumns = sizes.heads * sizes.keyDim;
    const Index valueColumns = sizes.heads * sizes.valueDim;
    const Index pairs = sizes.batch * sizes.heads * sizes.queries * sizes.keys;
    AttentionCost cost;
    const auto of = [&](CostPart part) -> Cost& {
        return cost.parts[static_cast<std::size_t>(part)];
    };
    of(CostPart::QueryProjection) =
        linear(sizes.queries, sizes.queryWidth, keyColumns, sizes.biases[0]);
    of(CostPart::KeyProjection) = linear(sizes.keys, sizes.keyWidth, keyColumns, sizes.biases[1]);
    of(CostPart::ValueProjection) =
        linear(sizes.keys, sizes.valueWidth, valueColumns, sizes.biases[2]);
    of(CostPart::Scores) = {0, pairs * sizes.keyDim, pairs};
    of(CostPart::Scale) = {0, pairs, pairs};
    if (sizes.masks)
        of(CostPart::Mask) = {0, 0, pairs};
    of(CostPart::Softmax) = {0, pairs, pairs};
    if (sizes.drops)
        of(CostPart::Dropout) = {0, pairs, pairs};
    of(CostPart::Context) = {0, pairs * sizes.valueDim, sizes.batch * sizes.queries * valueColumns};
    of(CostPart::OutputProjection) =
        linear(sizes.queries, valueColumns, sizes.outputWidth, sizes.biases[3]);
    return cost;
}

} // namespace headscope
