// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/attention_steps.h"

#include "attention/dropout.h"
#include "attention/head_attention.h"
#include "attention/head_layout.h"
#include "attention/linear.h"
#include "attention/mask_tensors.h"

#include <array>

namespace headscope {

namespace {

/// What tells query, key and value apart on their way to the heads.
struct ProjectionNames {
    TensorName weight, bias, projected, split, perHead;
    Axis width, widthOfAllHeads, sequence;
};
constexpr std::array<ProjectionNames, 3> names = {
    ProjectionNames{TensorName::QueryWeight, TensorName::QueryBias, TensorName::ProjectedQuery,
                    TensorName::SplitQuery, TensorName::Query, Axis::KeyDim, Axis::HeadsKeyDim,
                    Axis::Query},
    ProjectionNames{TensorName::KeyWeight, TensorName::KeyBias, TensorName::ProjectedKey,
                    TensorName::SplitKey, TensorName::Key, Axis::KeyDim, Axis::HeadsKeyDim,
                    Axis::Key},
    ProjectionNames{TensorName::ValueWeight, TensorName::ValueBias, TensorName::ProjectedValue,
                    TensorName::SplitValue, TensorName::Value, Axis::ValueDim, Axis::HeadsValueDim,
                    Axis::Key}};

/// The steps of query, key and value at one stage.
using Three = std::array<std::size_t, 3>;

/// The steps that hold a weight and its bias.
struct Parameters {
    std::size_t weight = 0;
    std::optional<std::size_t> bias;
};

/// One computation of attention; every function appends the stages it is named after.
class AttentionSteps {
public:
    AttentionSteps(TraceWriter& trace, const AttentionSettings& settings,
                   const Execution& execution)
        : m_trace(trace)
        , m_settings(settings)
        , m_execution(execution) {}

    std::optional<std::size_t> append(const AttentionInputs& inputs) {
        parameters();
        Three heads{};
        if (!project({inputs.query, inputs.key, inputs.value}, heads))
            return std::nullopt;
        const std::optional<std::size_t> context = attend(heads);
        if (!context)
            return std::nullopt;
        return output(*context);
    }

private:
    void parameters();
    bool project(const Three& inputs, Three& heads);
    std::optional<std::size_t> attend(const Three& heads);
    std::optional<std::size_t> output(std::size_t concatenated);

    LinearLayer layer(std::size_t input, const Parameters& parameters, const Axes& axes) const;
    std::size_t addLinear(TensorName name, const LinearLayer& layer, std::size_t input,
                          const Parameters& parameters);

    TraceWriter& m_trace;
    const AttentionSettings& m_settings;
    const Execution& m_execution;
    std::array<Parameters, 3> m_projections;
    Parameters m_output;
};

void AttentionSteps::parameters() {
    const auto add = [&](TensorName name, const Tensor& tensor, const Axes& axes) {
        return m_trace.add(name, Operation::Parameter, tensor.contiguous().withAxes(axes));
    };
    const auto& weights = m_settings.weights;
    const std::array<const Tensor*, 3> given = {&weights.query, &weights.key, &weights.value};
    for (std::size_t i = 0; i < 3; ++i)
        m_projections[i].weight =
            add(names[i].weight, *given[i], {Axis::ModelDim, names[i].widthOfAllHeads});
    m_output.weight =
        add(TensorName::OutputWeight, weights.output, {Axis::HeadsValueDim, Axis::ModelDim});

    const std::array<const std::optional<Tensor>*, 3> biases = {
        &weights.queryBias, &weights.keyBias, &weights.valueBias};
    for (std::size_t i = 0; i < 3; ++i) {
        if (*biases[i])
            m_projections[i].bias = add(names[i].bias, **biases[i], {names[i].widthOfAllHeads});
    }
    if (weights.outputBias)
        m_output.bias = add(TensorName::OutputBias, *weights.outputBias, {Axis::ModelDim});
}

LinearLayer AttentionSteps::layer(std::size_t input, const Parameters& parameters,
                                  const Axes& axes) const {
    std::optional<Tensor> bias;
    if (parameters.bias)
        bias = m_trace[*parameters.bias];
    return {m_trace[input], m_trace[parameters.weight], bias, axes};
}

std::size_t AttentionSteps::addLinear(TensorName name, const LinearLayer& layer, std::size_t input,
                                      const Parameters& parameters) {
    PerAxis<std::size_t> operands = {input, parameters.weight};
    if (parameters.bias)
        operands.push_back(*parameters.bias);
    return m_trace.add(name, Operation::Linear, layer.result(), operands);
}

/// X·W + b for query, key and value, then the cut into heads.
bool AttentionSteps::project(const Three& inputs, Three& heads) {
    const auto make = [&](std::size_t i) {
        return layer(inputs[i], m_projections[i],
                     {Axis::Batch, Axis::Sequence, names[i].widthOfAllHeads});
    };
    std::array<LinearLayer, 3> layers = {make(0), make(1), make(2)};
    if (!LinearLayer::compute(layers, m_execution))
        return false;
    Three projected{};
    Three split{};
    for (std::size_t i = 0; i < 3; ++i)
        projected[i] = addLinear(names[i].projected, layers[i], inputs[i], m_projections[i]);
    for (std::size_t i = 0; i < 3; ++i)
        split[i] =
            m_trace.add(names[i].split, Operation::View,
                        splitHeads(layers[i].result(), m_settings.config.heads, names[i].width),
                        {projected[i]});
    for (std::size_t i = 0; i < 3; ++i)
        heads[i] =
            m_trace.add(names[i].perHead, Operation::Transpose,
                        exchangeHeadsAndSequence(m_trace[split[i]], names[i].sequence), {split[i]});
    return true;
}

/// From the scores to the concatenated context.
std::optional<std::size_t> AttentionSteps::attend(const Three& heads) {
    const AttentionConfig& config = m_settings.config;
    HeadAttention attention;
    attention.query = m_trace[heads[0]];
    attention.key = m_trace[heads[1]];
    attention.value = m_trace[heads[2]];
    if (!mayAttendTensor(m_settings.mask, attention.query.size(0), config.heads,
                         attention.query.size(2), attention.key.size(2), m_execution,
                         attention.mayAttend))
        return std::nullopt;
    attention.additive = additiveTensor(m_settings.mask);
    attention.scale = m_settings.sizes.scale;
    attention.dropout = config.dropout;
    attention.dropoutSeed = config.dropoutSeed;
    if (!attention.compute(m_execution))
        return std::nullopt;

    const std::size_t scores = m_trace.add(TensorName::Scores, Operation::QueryKeyProduct,
                                           attention.scores, {heads[0], heads[1]});
    const std::size_t scaled = m_trace.add(TensorName::ScaledScores, Operation::Scale,
                                           attention.scaledScores, {scores}, attention.scale);
    PerAxis<std::size_t> masks = {scaled};
    if (attention.mayAttend)
        masks.push_back(m_trace.add(TensorName::MayAttend, Operation::Mask, *attention.mayAttend));
    if (attention.additive)
        masks.push_back(
            m_trace.add(TensorName::AdditiveMask, Operation::Mask, *attention.additive));
    const std::size_t masked =
        m_trace.add(TensorName::MaskedScores, Operation::ApplyMask, attention.maskedScores, masks);
    std::size_t weights = m_trace.add(TensorName::AttentionWeights, Operation::Softmax,
                                      attention.attentionWeights, {masked});
    if (attention.droppedWeights)
        weights = m_trace.add(TensorName::DroppedWeights, Operation::Dropout,
                              *attention.droppedWeights, {weights}, dropoutFactor(config.dropout));
    const std::size_t context = m_trace.add(TensorName::HeadContext, Operation::WeightedSum,
                                            attention.headContext, {weights, heads[2]});
    const std::size_t transposed =
        m_trace.add(TensorName::TransposedContext, Operation::Transpose,
                    exchangeHeadsAndSequence(attention.headContext, Axis::Query), {context});
    return m_trace.add(TensorName::ConcatenatedContext, Operation::Merge,
                       attention.concatenatedContext, {transposed});
}

std::optional<std::size_t> AttentionSteps::output(std::size_t concatenated) {
    std::array<LinearLayer, 1> layers = {
        layer(concatenated, m_output, {Axis::Batch, Axis::Query, Axis::ModelDim})};
    if (!LinearLayer::compute(layers, m_execution))
        return std::nullopt;
    return addLinear(TensorName::Output, layers[0], concatenated, m_output);
}

} // namespace

std::optional<std::size_t> appendAttention(TraceWriter& trace, const AttentionInputs& inputs,
                                           const AttentionSettings& settings,
                                           const Execution& execution) {
    return AttentionSteps(trace, settings, execution).append(inputs);
}

} // namespace headscope
