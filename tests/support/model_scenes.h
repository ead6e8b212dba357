// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "scene/scene.h"
#include "support/edits.h"
#include "trace/trace_writer.h"

#include <cmath>
#include <map>

namespace headscope::testing {

/// With memory of its own.
inline Tensor copied(const Tensor& tensor) {
    const Tensor packed = tensor.contiguous();
    return Tensor::fromValues(packed.shape(), packed.axes(), packed.values());
}

/// Lays out the trace of a small model by hand: every attention is the engine's own,
/// what stands around it is computed here in plain loops. So the window's map of
/// blocks is tested against blocks that no model code has made.
class HandmadeModel {
public:
    /// Adds an input; gives its step.
    std::size_t input(TensorName name, const Tensor& tensor) {
        return TraceWriter(m_trace).add(name, Operation::Input, tensor);
    }

    /// The attention of `problem` between two steps; gives the step of its output.
    std::size_t attention(const std::string& scope, AttentionProblem problem, std::size_t query,
                          std::optional<std::size_t> key = {}) {
        problem.queryInput = m_trace[query].result;
        problem.keyInput.reset();
        problem.valueInput.reset();
        if (key)
            problem.keyInput = m_trace[*key].result;
        const Trace own = runAttention(problem).value();
        std::map<std::size_t, std::size_t> places;
        for (std::size_t i = 0; i < own.steps().size(); ++i) {
            TraceStep step = own[i];
            if (step.operation == Operation::Input) {
                places[i] = step.name == TensorName::QueryInput || !key ? query : *key;
                continue;
            }
            for (std::size_t& operand : step.operands)
                operand = places.at(operand);
            step.scope = scope;
            places[i] = m_trace.add(std::move(step));
        }
        return places.at(own.steps().size() - 1);
    }

    /// x + f(x), its mean and variance over the features (`layer`) or over all tokens.
    std::size_t addAndNorm(const std::string& scope, std::size_t x,
                           std::optional<std::size_t> sublayer, bool layer = true) {
        TraceWriter writer(m_trace, scope);
        if (sublayer) {
            Tensor sum = copied(m_trace[x].result);
            const Tensor other = m_trace[*sublayer].result.contiguous();
            float* data = sum.mutableData();
            for (Index i = 0; i < sum.elementCount(); ++i)
                data[i] += other.data()[i];
            x = writer.add(TensorName::Residual, Operation::Add, sum, {x, *sublayer});
        }
        const Tensor in = m_trace[x].result.contiguous();
        const Index rows = in.size(0) * in.size(1);
        const Index width = in.size(2);
        const Shape reduced = layer ? Shape{in.size(0), in.size(1), 1} : Shape{1, 1, width};
        Tensor mean = Tensor::filled(reduced, in.axes(), 0);
        Tensor variance = Tensor::filled(reduced, in.axes(), 0);
        const auto place = [&](Index row, Index column) { return layer ? row : column; };
        const auto count = static_cast<float>(layer ? width : rows);
        float* means = mean.mutableData();
        float* variances = variance.mutableData();
        const auto each = [&](auto&& visit) {
            for (Index row = 0; row < rows; ++row)
                for (Index column = 0; column < width; ++column)
                    visit(row * width + column, place(row, column));
        };
        each([&](Index i, Index to) { means[to] += in.data()[i] / count; });
        each([&](Index i, Index to) {
            variances[to] += (in.data()[i] - means[to]) * (in.data()[i] - means[to]) / count;
        });
        Tensor normal = Tensor::filled(in.shape(), in.axes(), 0);
        float* normals = normal.mutableData();
        each([&](Index i, Index to) {
            normals[i] = (in.data()[i] - means[to]) / std::sqrt(variances[to] + 1e-5F);
        });
        const std::size_t meanStep = writer.add(TensorName::Mean, Operation::Mean, mean, {x});
        const std::size_t varianceStep =
            writer.add(TensorName::Variance, Operation::Variance, variance, {x, meanStep});
        const std::size_t normalStep = writer.add(TensorName::Normalised, Operation::Normalise,
                                                  normal, {x, meanStep, varianceStep}, 1e-5F);
        const std::size_t gain = writer.add(TensorName::NormGain, Operation::Parameter,
                                            Tensor::filled({width}, {Axis::ModelDim}, 2));
        const std::size_t shift = writer.add(TensorName::NormShift, Operation::Parameter,
                                             Tensor::filled({width}, {Axis::ModelDim}, 1));
        Tensor out = copied(normal);
        float* outs = out.mutableData();
        for (Index i = 0; i < out.elementCount(); ++i)
            outs[i] = outs[i] * 2 + 1;
        return writer.add(TensorName::NormOutput, Operation::ScaleShift, out,
                          {normalStep, gain, shift});
    }

    /// relu(x·W_1 + b_1)·W_2 + b_2 with W_1 a row of identities.
    std::size_t feedForward(const std::string& scope, std::size_t x) {
        TraceWriter writer(m_trace, scope);
        const Tensor in = m_trace[x].result.contiguous();
        const Index width = in.size(2);
        const Index hidden = 2 * width;
        Tensor first = Tensor::filled({width, hidden}, {Axis::ModelDim, Axis::HiddenDim}, 0);
        Tensor second = Tensor::filled({hidden, width}, {Axis::HiddenDim, Axis::ModelDim}, 0);
        for (Index i = 0; i < width; ++i) {
            first.mutableData()[i * hidden + i] = 1;
            first.mutableData()[i * hidden + width + i] = -1;
            second.mutableData()[i * width + i] = 0.5F;
        }
        const auto product = [&](const Tensor& left, const Tensor& right, Axis axis) {
            Tensor result = Tensor::filled({left.size(0), left.size(1), right.size(1)},
                                           {Axis::Batch, Axis::Sequence, axis}, 0);
            float* data = result.mutableData();
            const Index rows = left.size(0) * left.size(1);
            for (Index r = 0; r < rows; ++r)
                for (Index c = 0; c < right.size(1); ++c)
                    for (Index k = 0; k < right.size(0); ++k)
                        data[r * right.size(1) + c] +=
                            left.data()[r * right.size(0) + k] * right(k, c);
            return result;
        };
        const std::size_t w1 = writer.add(TensorName::HiddenWeight, Operation::Parameter, first);
        const Tensor up = product(in, first, Axis::HiddenDim);
        const std::size_t h = writer.add(TensorName::Hidden, Operation::Linear, up, {x, w1});
        Tensor active = copied(up);
        for (Index i = 0; i < active.elementCount(); ++i)
            active.mutableData()[i] = std::max(0.0F, up.data()[i]);
        const std::size_t a = writer.add(TensorName::Activated, Operation::Relu, active, {h});
        const std::size_t w2 =
            writer.add(TensorName::FeedForwardWeight, Operation::Parameter, second);
        return writer.add(TensorName::FeedForwardOutput, Operation::Linear,
                          product(active, second, Axis::ModelDim), {a, w2});
    }

    /// One post-norm encoder layer.
    std::size_t encoderLayer(Index layer, const AttentionProblem& problem, std::size_t x) {
        const std::string at = "encoder/" + std::to_string(layer) + "/";
        const std::size_t heads = attention(at + "self_attention", problem, x);
        const std::size_t first = addAndNorm(at + "self_attention_norm", x, heads);
        const std::size_t inner = feedForward(at + "feed_forward", first);
        return addAndNorm(at + "feed_forward_norm", first, inner);
    }

    /// One post-norm decoder layer that looks at `source`.
    std::size_t decoderLayer(Index layer, const AttentionProblem& problem, std::size_t x,
                             std::size_t source) {
        const std::string at = "decoder/" + std::to_string(layer) + "/";
        AttentionProblem causal = problem;
        causal.mask.causal = true;
        const std::size_t heads = attention(at + "self_attention", causal, x);
        const std::size_t first = addAndNorm(at + "self_attention_norm", x, heads);
        const std::size_t cross = attention(at + "cross_attention", problem, first, source);
        const std::size_t second = addAndNorm(at + "cross_attention_norm", first, cross);
        const std::size_t inner = feedForward(at + "feed_forward", second);
        return addAndNorm(at + "feed_forward_norm", second, inner);
    }

    const Trace& trace() const { return m_trace; }

private:
    Trace m_trace;
};

/// A scene of one block of a trace, as the workspace makes it.
inline Scene blockScene(const Trace& whole, const Experiment& experiment,
                        const std::string& scope) {
    Scene scene;
    BlockMap map;
    map.whole = std::make_shared<const Trace>(whole);
    map.scopes = scopesOf(whole);
    for (const TraceScope& candidate : map.scopes) {
        if (candidate.path == scope)
            map.shown = candidate;
    }
    TraceSlice cut = slice(whole, scope);
    scene.trace = std::make_shared<const Trace>(std::move(cut.trace));
    map.origins = std::move(cut.origins);
    scene.run = runOf(experiment, map.whole);
    scene.blocks = std::make_shared<const BlockMap>(std::move(map));
    scene.selection.scope = scope;
    scene.selection.stage = mainStage(scene.kind());
    return scene;
}

/// The words of a translation of four words into five: source and target.
inline Experiment translation() {
    Experiment experiment = findExample("ticket")->make();
    experiment.model.architecture = Architecture::EncoderDecoder;
    experiment.tokens = {{"<Begin>", "I", "have", "a", "cat"}};
    experiment.keyTokens = std::vector<TokenList>{{"我", "有", "一只", "猫"}};
    const Tensor all = experiment.queryInput;
    const auto width = static_cast<std::size_t>(all.size(2));
    experiment.keyInput =
        Tensor::fromValues({1, 4, all.size(2)}, all.axes(), all.values().subspan(0, 4 * width));
    experiment.queryInput = Tensor::fromValues({1, 5, all.size(2)}, all.axes(),
                                               all.values().subspan(5 * width, 5 * width));
    return experiment;
}

/// Its trace through `layers` encoder and decoder layers.
inline Trace translationTrace(const Experiment& experiment, Index layers) {
    HandmadeModel model;
    AttentionProblem problem = problemOf(experiment);
    problem.mask = {};
    std::size_t x = model.input(TensorName::QueryInput, experiment.queryInput);
    std::size_t source = model.input(TensorName::KeyInput, *experiment.keyInput);
    for (Index layer = 0; layer < layers; ++layer)
        source = model.encoderLayer(layer, problem, source);
    for (Index layer = 0; layer < layers; ++layer)
        x = model.decoderLayer(layer, problem, x, source);
    return model.trace();
}

} // namespace headscope::testing
