// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/attention_steps.h"

#include "attention/dropout.h"
#include "attention/head_attention.h"
#include "attention/head_layout.h"
#include "attention/linear.h"
#include "attention/masks/mask_tensors.h"
#include "attention/rotary.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace headscope {

namespace {

/// What tells query, key and value apart on their way to the heads.
struct ProjectionNames {
    TensorName projected, split, perHead;
    Axis width, widthOfAllHeads, sequence;
};
constexpr std::array<ProjectionNames, 3> projectionNames = {
    ProjectionNames{TensorName::ProjectedQuery, TensorName::SplitQuery, TensorName::Query,
                    Axis::KeyDim, Axis::HeadsKeyDim, Axis::Query},
    ProjectionNames{TensorName::ProjectedKey, TensorName::SplitKey, TensorName::Key, Axis::KeyDim,
                    Axis::HeadsKeyDim, Axis::Key},
    ProjectionNames{TensorName::ProjectedValue, TensorName::SplitValue, TensorName::Value,
                    Axis::ValueDim, Axis::HeadsValueDim, Axis::Key}};

/// Which of the `projections` makes the output.
constexpr std::size_t outputPlace = 3;

/// The steps of query, key and value at one stage.
using Three = std::array<std::size_t, 3>;

/// A weight and its bias, fused, and the steps that show them.
struct Shown {
    Tensor weight;
    std::optional<Tensor> bias;
    std::size_t weightStep = 0;
    std::optional<std::size_t> biasStep;
};

/// The typed numbers of a stage, as they stand in its result.
std::vector<TypedCell> typedCells(const HeadAttention& attention, TensorName stage,
                                  const Tensor& result) {
    std::vector<TypedCell> cells;
    for (std::size_t i = 0; i < attention.typedNumbers.size(); ++i) {
        if (attention.typedNumbers[i].name == stage)
            cells.push_back(
                {cellOf(attention.typedNumbers[i], result.axes()), attention.wouldBe[i]});
    }
    return cells;
}

/// One computation of attention; every function appends the stages it is named after.
class AttentionSteps {
public:
    AttentionSteps(TraceWriter& trace, const AttentionSettings& settings,
                   const Execution& execution)
        : m_trace(trace)
        , m_settings(settings)
        , m_execution(execution)
        , m_layout(settings.config.layout) {}

    std::optional<std::size_t> append(const AttentionInputs& inputs) {
        parameters();
        Three heads{};
        if (!project({inputs.query, inputs.key, inputs.value}, heads))
            return std::nullopt;
        if (!normHeads(heads))
            return std::nullopt;
        rotate(heads);
        putBehindEarlier(heads);
        const std::optional<std::size_t> context = attend(heads);
        if (!context)
            return std::nullopt;
        return output(m_settings.switchHeads ? m_settings.switchHeads(*context) : *context);
    }

private:
    void parameters();
    bool project(const Three& inputs, Three& heads);
    Three addFusedHeads(const std::array<LinearLayer, 3>& layers, const Three& inputs);
    Three addHeadsAlone(const std::array<LinearLayer, 3>& layers, const Three& inputs);
    bool normHeads(Three& heads) const;
    void rotate(Three& heads);
    void putBehindEarlier(Three& heads);
    bool prepare(HeadAttention& attention, const Three& heads) const;
    std::optional<std::size_t> attend(const Three& heads);
    PerAxis<std::size_t> operandsOfMask(const HeadAttention& attention, std::size_t scaled);
    std::size_t sideBySide(const HeadAttention& attention, std::size_t context);
    std::optional<std::size_t> output(std::size_t concatenated);

    LinearLayer layer(std::size_t input, const Shown& parameters, Axis sequence, Axis width) const;
    std::size_t addLinear(TensorName name, Operation operation, const Tensor& result,
                          std::size_t input, const Shown& parameters);
    /// How many heads a projection is cut into: those of keys and values may be fewer.
    Index headsOf(const ProjectionNames& of) const {
        const AttentionConfig& config = m_settings.config;
        return of.sequence == Axis::Query ? config.heads
                                          : config.keyValueHeads.value_or(config.heads);
    }
    /// A projection cut into heads, as the layout holds them.
    Tensor inHeads(const Tensor& projected, const ProjectionNames& of) const;

    TraceWriter& m_trace;
    const AttentionSettings& m_settings;
    const Execution& m_execution;
    const Layout m_layout;
    std::array<Shown, projections.size()> m_projections;
};

void AttentionSteps::parameters() {
    const AttentionConfig& config = m_settings.config;
    const auto add = [&](Role role, std::size_t place, const Tensor& tensor) {
        const bool cut = place != outputPlace && config.weightLayout == WeightLayout::PerHead;
        return m_trace.add(tensorName(role), Operation::Parameter,
                           cut ? perHead(tensor, config.heads, projectionNames[place].width)
                               : tensor);
    };
    const auto find = [&](Role role) -> std::optional<Tensor> {
        const Tensor* const given = m_settings.weights.find(role, m_settings.scope);
        if (!given)
            return std::nullopt;
        return given->contiguous().withAxes(infoOf(role).axes);
    };
    for (std::size_t i = 0; i < projections.size(); ++i) {
        m_projections[i].weight = *find(projections[i].weight);
        m_projections[i].weightStep = add(projections[i].weight, i, m_projections[i].weight);
    }
    for (std::size_t i = 0; i < projections.size(); ++i) {
        m_projections[i].bias = find(projections[i].bias);
        if (m_projections[i].bias)
            m_projections[i].biasStep = add(projections[i].bias, i, *m_projections[i].bias);
    }
}

LinearLayer AttentionSteps::layer(std::size_t input, const Shown& parameters, Axis sequence,
                                  Axis width) const {
    const Axes axes = m_layout == Layout::BatchFirst ? Axes{Axis::Batch, sequence, width}
                                                     : Axes{sequence, Axis::Batch, width};
    return {m_trace[input], parameters.weight, parameters.bias, axes};
}

std::size_t AttentionSteps::addLinear(TensorName name, Operation operation, const Tensor& result,
                                      std::size_t input, const Shown& parameters) {
    PerAxis<std::size_t> operands = {input, parameters.weightStep};
    if (parameters.biasStep)
        operands.push_back(*parameters.biasStep);
    return m_trace.add(name, operation, result, operands);
}

Tensor AttentionSteps::inHeads(const Tensor& projected, const ProjectionNames& of) const {
    const Tensor split = splitHeads(projected, headsOf(of), of.width);
    if (m_layout == Layout::BatchFirst)
        return exchangeHeadsAndSequence(split, of.sequence);
    return split.withAxes({of.sequence, Axis::Batch, Axis::Heads, of.width});
}

/// X·W + b for query, key and value, cut into heads.
bool AttentionSteps::project(const Three& inputs, Three& heads) {
    const auto make = [&](std::size_t i) {
        return layer(inputs[i], m_projections[i], Axis::Sequence,
                     projectionNames[i].widthOfAllHeads);
    };
    std::array<LinearLayer, 3> layers = {make(0), make(1), make(2)};
    if (!LinearLayer::compute(layers, m_execution))
        return false;
    heads = m_settings.config.weightLayout == WeightLayout::Fused ? addFusedHeads(layers, inputs)
                                                                  : addHeadsAlone(layers, inputs);
    return true;
}

Three AttentionSteps::addFusedHeads(const std::array<LinearLayer, 3>& layers, const Three& inputs) {
    Three projected{};
    Three heads{};
    for (std::size_t i = 0; i < 3; ++i)
        projected[i] = addLinear(projectionNames[i].projected, Operation::Linear,
                                 layers[i].result(), inputs[i], m_projections[i]);
    if (m_layout == Layout::SequenceFirst) {
        for (std::size_t i = 0; i < 3; ++i)
            heads[i] = m_trace.add(projectionNames[i].perHead, Operation::View,
                                   inHeads(layers[i].result(), projectionNames[i]), {projected[i]});
        return heads;
    }
    Three split{};
    for (std::size_t i = 0; i < 3; ++i)
        split[i] = m_trace.add(
            projectionNames[i].split, Operation::View,
            splitHeads(layers[i].result(), headsOf(projectionNames[i]), projectionNames[i].width),
            {projected[i]});
    for (std::size_t i = 0; i < 3; ++i)
        heads[i] = m_trace.add(projectionNames[i].perHead, Operation::Transpose,
                               inHeads(layers[i].result(), projectionNames[i]), {split[i]});
    return heads;
}

/// One product for every head, though all are computed as one: the numbers are the same.
Three AttentionSteps::addHeadsAlone(const std::array<LinearLayer, 3>& layers, const Three& inputs) {
    Three heads{};
    for (std::size_t i = 0; i < 3; ++i)
        heads[i] =
            addLinear(projectionNames[i].perHead, Operation::HeadLinear,
                      inHeads(layers[i].result(), projectionNames[i]), inputs[i], m_projections[i]);
    return heads;
}

/// Queries and keys, where a norm stands behind their projection; false if cancelled.
bool AttentionSteps::normHeads(Three& heads) const {
    if (!m_settings.normHeads)
        return true;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::optional<std::size_t> normed = m_settings.normHeads(heads[i], i == 1);
        if (!normed)
            return false;
        heads[i] = *normed;
    }
    return true;
}

/// Queries and keys, where there are rotary positions.
void AttentionSteps::rotate(Three& heads) {
    if (!m_settings.config.rotaryTheta)
        return;
    const float theta = *m_settings.config.rotaryTheta;
    const std::size_t positions = m_layout == Layout::BatchFirst ? 2 : 0;
    const Tensor query = m_trace[heads[0]];
    const Tensor key = m_trace[heads[1]];
    const Index length = std::max(query.size(positions), key.size(positions));
    const RotaryScaling& scaling = m_settings.config.rotaryScaling;
    const RotaryTable table =
        rotaryTable(length, query.shape().back(), theta, scaling, m_settings.firstPlace);
    // Stretched frequencies are the model's own: θ alone does not say them.
    const bool plain = scaling.kind == RotaryScaling::Kind::None;
    const std::size_t cosine = m_trace.add(TensorName::RotaryCosine,
                                           plain ? Operation::RotaryCosine : Operation::Parameter,
                                           table.cosine, {}, theta);
    const std::size_t sine =
        m_trace.add(TensorName::RotarySine, plain ? Operation::RotarySine : Operation::Parameter,
                    table.sine, {}, theta);
    heads[0] = m_trace.add(TensorName::RotatedQuery, Operation::Rotate,
                           rotated(query, positions, table), {heads[0], cosine, sine});
    heads[1] = m_trace.add(TensorName::RotatedKey, Operation::Rotate,
                           rotated(key, positions, table), {heads[1], cosine, sine});
}

/// Keys and values, where earlier words have some too.
void AttentionSteps::putBehindEarlier(Three& heads) {
    if (!m_settings.withEarlier)
        return;
    heads[1] = m_trace.add(TensorName::Key, Operation::Input,
                           m_settings.withEarlier(m_trace[heads[1]], true));
    heads[2] = m_trace.add(TensorName::Value, Operation::Input,
                           m_settings.withEarlier(m_trace[heads[2]], false));
}

/// False if cancelled.
bool AttentionSteps::prepare(HeadAttention& attention, const Three& heads) const {
    const AttentionConfig& config = m_settings.config;
    attention.query = batchFirstHeads(m_trace[heads[0]], m_layout);
    attention.key = batchFirstHeads(m_trace[heads[1]], m_layout);
    attention.value = batchFirstHeads(m_trace[heads[2]], m_layout);
    attention.layout = m_layout;
    attention.additive = additiveTensor(m_settings.mask, m_layout);
    attention.scale = m_settings.sizes.scale;
    attention.dropout = config.dropout;
    attention.dropoutSeed = config.dropoutSeed;
    attention.fullyMasked = config.fullyMasked;
    attention.scoresLater = m_settings.scoresLater;
    std::ranges::copy_if(
        m_settings.typedNumbers, std::back_inserter(attention.typedNumbers),
        [this](const TypedNumber& number) { return number.scope == m_settings.scope; });
    const PairSizes pairs = {attention.query.size(0), config.heads, attention.query.size(2),
                             attention.key.size(2)};
    return mayAttendTensor(m_settings.mask, m_layout, pairs, m_execution, attention.mayAttend);
}

/// From the scores to the concatenated context.
std::optional<std::size_t> AttentionSteps::attend(const Three& heads) {
    HeadAttention attention;
    if (!prepare(attention, heads) || !attention.compute(m_execution))
        return std::nullopt;
    const AttentionConfig& config = m_settings.config;
    const auto add = [&](TensorName name, Operation operation, const Tensor& result,
                         PerAxis<std::size_t> operands, float factor = 1.0F) {
        return m_trace.add(name, operation, result, operands, factor,
                           operation == Operation::Softmax ? config.fullyMasked
                                                           : FullyMasked::Zeros,
                           typedCells(attention, name, result));
    };
    const std::size_t scores =
        add(TensorName::Scores, Operation::QueryKeyProduct, attention.scores, {heads[0], heads[1]});
    const std::size_t scaled = add(TensorName::ScaledScores, Operation::Scale,
                                   attention.scaledScores, {scores}, attention.scale);
    const PerAxis<std::size_t> maskedOperands = operandsOfMask(attention, scaled);
    const std::size_t masked =
        add(TensorName::MaskedScores, Operation::ApplyMask, attention.maskedScores, maskedOperands);
    std::size_t weights =
        add(TensorName::AttentionWeights, Operation::Softmax, attention.attentionWeights, {masked});
    if (attention.droppedWeights)
        weights = add(TensorName::DroppedWeights, Operation::Dropout, *attention.droppedWeights,
                      {weights}, dropoutFactor(config.dropout));
    const std::size_t context = m_trace.add(TensorName::HeadContext, Operation::WeightedSum,
                                            attention.headContext, {weights, heads[2]});
    return sideBySide(attention, context);
}

/// The scaled scores and the masks, which become steps.
PerAxis<std::size_t> AttentionSteps::operandsOfMask(const HeadAttention& attention,
                                                    std::size_t scaled) {
    PerAxis<std::size_t> operands = {scaled};
    const auto add = [&](TensorName name, const std::optional<Tensor>& mask) {
        if (mask)
            operands.push_back(m_trace.add(name, Operation::Mask, maskInLayout(*mask, m_layout)));
    };
    add(TensorName::MayAttend, attention.mayAttend);
    add(TensorName::AdditiveMask, attention.additive);
    return operands;
}

std::size_t AttentionSteps::sideBySide(const HeadAttention& attention, std::size_t context) {
    if (m_layout == Layout::BatchFirst)
        context =
            m_trace.add(TensorName::TransposedContext, Operation::Transpose,
                        exchangeHeadsAndSequence(attention.headContext, Axis::Query), {context});
    return m_trace.add(TensorName::ConcatenatedContext, Operation::Merge,
                       attention.concatenatedContext, {context});
}

std::optional<std::size_t> AttentionSteps::output(std::size_t concatenated) {
    std::array<LinearLayer, 1> layers = {
        layer(concatenated, m_projections[outputPlace], Axis::Query, Axis::ModelDim)};
    if (!LinearLayer::compute(layers, m_execution))
        return std::nullopt;
    return addLinear(TensorName::Output, Operation::Linear, layers[0].result(), concatenated,
                     m_projections[outputPlace]);
}

} // namespace

std::optional<std::size_t> appendAttention(TraceWriter& trace, const AttentionInputs& inputs,
                                           const AttentionSettings& settings,
                                           const Execution& execution) {
    return AttentionSteps(trace, settings, execution).append(inputs);
}

} // namespace headscope
