// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"

#include "attention/dropout.h"
#include "attention/head_attention.h"
#include "attention/head_layout.h"
#include "attention/linear.h"
#include "attention/mask_tensors.h"

#include <new>

namespace headscope {

namespace {

const Axes inputAxes = {Axis::Batch, Axis::Sequence, Axis::ModelDim};

/// Below this many multiply-adds the start of another thread costs more than it saves.
constexpr Index worthAThread = 2'000'000;

Index multiplyAdds(const AttentionProblem& problem) {
    const Index rows = problem.queryInput.size(0) * problem.queryInput.size(1);
    const Index keyLength = problem.keys().size(1);
    return rows * (problem.weights.query.elementCount() + problem.weights.output.elementCount() +
                   keyLength * (problem.weights.query.size(1) + problem.weights.value.size(1)));
}

/// Collects the steps of one run in the order of the computation.
class TraceBuilder {
public:
    TraceBuilder() { m_trace.reserve(tensorNameCount); }

    std::size_t add(TensorName name, Operation operation, const Tensor& result,
                    PerAxis<std::size_t> operands = {}, float factor = 1.0F) {
        return m_trace.add({.name = name,
                            .operation = operation,
                            .operands = operands,
                            .result = result,
                            .factor = factor,
                            .scope = {}});
    }
    Trace finish() { return std::move(m_trace); }

private:
    Trace m_trace;
};

/// What tells query, key and value apart on their way to the heads.
struct ProjectionNames {
    TensorName weight, bias, projected, split, perHead;
    Axis width, widthOfAllHeads, sequence;
};
constexpr std::array<ProjectionNames, 3> projectionNames = {
    ProjectionNames{TensorName::QueryWeight, TensorName::QueryBias, TensorName::ProjectedQuery,
                    TensorName::SplitQuery, TensorName::Query, Axis::KeyDim, Axis::HeadsKeyDim,
                    Axis::Query},
    ProjectionNames{TensorName::KeyWeight, TensorName::KeyBias, TensorName::ProjectedKey,
                    TensorName::SplitKey, TensorName::Key, Axis::KeyDim, Axis::HeadsKeyDim,
                    Axis::Key},
    ProjectionNames{TensorName::ValueWeight, TensorName::ValueBias, TensorName::ProjectedValue,
                    TensorName::SplitValue, TensorName::Value, Axis::ValueDim, Axis::HeadsValueDim,
                    Axis::Key}};

/// One of the three inputs with its parameters, and the steps that hold them.
struct Projection {
    std::size_t input = 0;
    std::size_t weight = 0;
    std::optional<std::size_t> bias;
    Tensor x;
    Tensor w;
    std::optional<Tensor> b;
};

Tensor named(const Tensor& tensor, const Axes& axes) {
    return tensor.contiguous().withAxes(axes);
}

PerAxis<std::size_t> linearOperands(std::size_t x, std::size_t weight,
                                    const std::optional<std::size_t>& bias) {
    PerAxis<std::size_t> operands = {x, weight};
    if (bias)
        operands.push_back(*bias);
    return operands;
}

Result<Trace> compute(const AttentionProblem& problem, const HeadSizes& sizes, int threads,
                      const CancellationToken& token) {
    const auto cancelled = [] {
        return makeError(HEADSCOPE_MESSAGE("Message", "the computation was cancelled"));
    };
    using enum TensorName;
    TraceBuilder trace;
    const Index heads = problem.config.heads;
    const auto& weights = problem.weights;

    // Inputs, and parameters in the order query, key, value, output.
    std::array<Projection, 3> projections;
    auto& [query, key, value] = projections;
    query.x = named(problem.queryInput, inputAxes);
    query.input = trace.add(QueryInput, Operation::Input, query.x);
    key.x = query.x;
    key.input = query.input;
    if (problem.keyInput) {
        key.x = named(*problem.keyInput, inputAxes);
        key.input = trace.add(KeyInput, Operation::Input, key.x);
    }
    value.x = key.x;
    value.input = key.input;
    if (problem.valueInput) {
        value.x = named(*problem.valueInput, inputAxes);
        value.input = trace.add(ValueInput, Operation::Input, value.x);
    }

    const std::array<const Tensor*, 3> given = {&weights.query, &weights.key, &weights.value};
    const std::array<const std::optional<Tensor>*, 3> givenBias = {
        &weights.queryBias, &weights.keyBias, &weights.valueBias};
    for (std::size_t i = 0; i < projections.size(); ++i) {
        Projection& p = projections[i];
        p.w = named(*given[i], {Axis::ModelDim, projectionNames[i].widthOfAllHeads});
        p.weight = trace.add(projectionNames[i].weight, Operation::Parameter, p.w);
    }
    const Tensor outputWeight = named(weights.output, {Axis::HeadsValueDim, Axis::ModelDim});
    const std::size_t outputWeightStep =
        trace.add(OutputWeight, Operation::Parameter, outputWeight);
    for (std::size_t i = 0; i < projections.size(); ++i) {
        Projection& p = projections[i];
        if (!*givenBias[i])
            continue;
        p.b = named(**givenBias[i], {projectionNames[i].widthOfAllHeads});
        p.bias = trace.add(projectionNames[i].bias, Operation::Parameter, *p.b);
    }
    std::optional<Tensor> outputBias;
    std::optional<std::size_t> outputBiasStep;
    if (weights.outputBias) {
        outputBias = named(*weights.outputBias, {Axis::ModelDim});
        outputBiasStep = trace.add(OutputBias, Operation::Parameter, *outputBias);
    }

    // Projections, then the cut into heads.
    const auto layer = [&](std::size_t i) {
        const Projection& p = projections[i];
        return LinearLayer(p.x, p.w, p.b,
                           {Axis::Batch, Axis::Sequence, projectionNames[i].widthOfAllHeads});
    };
    std::array<LinearLayer, 3> layers = {layer(0), layer(1), layer(2)};
    if (!LinearLayer::compute(layers, threads, token))
        return cancelled();
    std::array<std::size_t, 3> projected{};
    for (std::size_t i = 0; i < projections.size(); ++i) {
        const Projection& p = projections[i];
        projected[i] = trace.add(projectionNames[i].projected, Operation::Linear,
                                 layers[i].result(), linearOperands(p.input, p.weight, p.bias));
    }
    std::array<std::size_t, 3> split{};
    std::array<Tensor, 3> splitTensors;
    for (std::size_t i = 0; i < projections.size(); ++i) {
        splitTensors[i] = splitHeads(layers[i].result(), heads, projectionNames[i].width);
        split[i] =
            trace.add(projectionNames[i].split, Operation::View, splitTensors[i], {projected[i]});
    }
    std::array<std::size_t, 3> perHead{};
    std::array<Tensor, 3> perHeadTensors;
    for (std::size_t i = 0; i < projections.size(); ++i) {
        perHeadTensors[i] = exchangeHeadsAndSequence(splitTensors[i], projectionNames[i].sequence);
        perHead[i] = trace.add(projectionNames[i].perHead, Operation::Transpose, perHeadTensors[i],
                               {split[i]});
    }

    // Every head by itself.
    HeadAttention attention;
    attention.query = perHeadTensors[0];
    attention.key = perHeadTensors[1];
    attention.value = perHeadTensors[2];
    attention.mayAttend = mayAttendTensor(problem.mask, attention.query.size(0), heads,
                                          attention.query.size(2), attention.key.size(2));
    attention.additive = additiveTensor(problem.mask);
    attention.scale = sizes.scale;
    attention.dropout = problem.config.dropout;
    attention.dropoutSeed = problem.config.dropoutSeed;
    if (!attention.compute(threads, token))
        return cancelled();

    const std::size_t scores =
        trace.add(Scores, Operation::QueryKeyProduct, attention.scores, {perHead[0], perHead[1]});
    const std::size_t scaled =
        trace.add(ScaledScores, Operation::Scale, attention.scaledScores, {scores}, sizes.scale);
    PerAxis<std::size_t> maskOperands = {scaled};
    if (attention.mayAttend)
        maskOperands.push_back(trace.add(MayAttend, Operation::Mask, *attention.mayAttend));
    if (attention.additive)
        maskOperands.push_back(trace.add(AdditiveMask, Operation::Mask, *attention.additive));
    const std::size_t masked =
        trace.add(MaskedScores, Operation::ApplyMask, attention.maskedScores, maskOperands);
    std::size_t finalWeights = trace.add(TensorName::AttentionWeights, Operation::Softmax,
                                         attention.attentionWeights, {masked});
    if (attention.droppedWeights)
        finalWeights = trace.add(DroppedWeights, Operation::Dropout, *attention.droppedWeights,
                                 {finalWeights}, dropoutFactor(problem.config.dropout));
    const std::size_t context = trace.add(HeadContext, Operation::WeightedSum,
                                          attention.headContext, {finalWeights, perHead[2]});
    const std::size_t transposed =
        trace.add(TransposedContext, Operation::Transpose,
                  exchangeHeadsAndSequence(attention.headContext, Axis::Query), {context});
    const std::size_t concatenated = trace.add(ConcatenatedContext, Operation::Merge,
                                               attention.concatenatedContext, {transposed});

    std::array<LinearLayer, 1> output = {LinearLayer(attention.concatenatedContext, outputWeight,
                                                     outputBias,
                                                     {Axis::Batch, Axis::Query, Axis::ModelDim})};
    if (!LinearLayer::compute(output, threads, token))
        return cancelled();
    trace.add(Output, Operation::Linear, output[0].result(),
              linearOperands(concatenated, outputWeightStep, outputBiasStep));
    return trace.finish();
}

} // namespace

Result<Trace> runAttention(const AttentionProblem& problem, const RunOptions& options) {
    if (const Status valid = validate(problem); !valid)
        return valid.error();
    const int threads = multiplyAdds(problem) < worthAThread ? 1 : options.threads;
    try {
        return compute(problem, *headSizes(problem.config), threads, options.cancellation);
    } catch (const std::bad_alloc&) {
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the memory did not suffice for all stages; use fewer tokens or heads"));
    }
}

} // namespace headscope
