// SPDX-License-Identifier: GPL-3.0-or-later
#include "painting/problem.h"

#include "attention/mask_tensors.h"
#include "experiment/edit.h"
#include "experiment/fitting.h"
#include "transformer/positional_encoding.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

const Axes inputRowAxes = {Axis::Sequence, Axis::ModelDim};

/// The rows of one sequence, [length, width], with positions where they are asked for.
Tensor inputRows(const Tensor& input, Index sequence, Index length, bool positions) {
    const Index width = input.size(2);
    Tensor rows = Tensor::uninitialized({length, width}, inputRowAxes);
    const Tensor whole = input.selected(0, sequence).contiguous();
    float* const target = rows.mutableData();
    std::copy_n(whole.data(), length * width, target);
    Tensor encoding;
    if (positions && positionalEncoding(length, width, {}, encoding)) {
        for (Index i = 0; i < length * width; ++i)
            target[i] += encoding.data()[i];
    }
    return rows;
}

/// What one head may look at, [query, key]; the Error where numbers are added to scores.
Result<std::vector<std::uint8_t>> maskOf(const Experiment& experiment, Index sequence, Index head,
                                         Index queries, Index keys) {
    Experiment batchFirst = experiment;
    batchFirst.config.layout = Layout::BatchFirst;
    const AttentionProblem problem = problemOf(batchFirst);
    const PairSizes sizes = {experiment.batch(), experiment.config.heads, experiment.queryLength(),
                             experiment.keyLength()};
    std::optional<Tensor> allowed;
    mayAttendTensor(problem.mask, Layout::BatchFirst, sizes, {}, allowed);
    const std::optional<Tensor> added = additiveTensor(problem.mask, Layout::BatchFirst);
    std::vector<std::uint8_t> mayAttend(static_cast<std::size_t>(queries * keys), 1);
    for (Index query = 0; query < queries; ++query) {
        for (Index key = 0; key < keys; ++key) {
            bool may = true;
            if (allowed)
                may = maskRows(*allowed, sequence, head, query).data[key] != 0.0F;
            if (added) {
                const float number = maskRows(*added, sequence, head, query).data[key];
                if (number != 0.0F && std::isfinite(number))
                    return makeError(HEADSCOPE_MESSAGE(
                        "Message", "painting needs a mask that only forbids: this one adds "
                                   "numbers to the scores"));
                may = may && number == 0.0F;
            }
            mayAttend[static_cast<std::size_t>(query * keys + key)] = may ? 1 : 0;
        }
    }
    return mayAttend;
}

/// The columns of one head out of a fused weight, or back into one.
Tensor columnsOf(const Tensor& fused, Index first, Index count) {
    const Index rows = fused.size(0);
    Tensor part = Tensor::uninitialized({rows, count}, {Axis::ModelDim, Axis::KeyDim});
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < count; ++column)
            part.mutableData()[row * count + column] = fused(row, first + column);
    }
    return part;
}

/// A fused weight of `heads` heads, each `to` wide and the columns of `from` times `factor`
/// in it, 0 behind them; one head is replaced by `own` times its factor.
Tensor widened(const Tensor& fused, Index heads, Index from, Index to, float factor, Index head,
               const Tensor& own, float ownFactor) {
    const Index rows = fused.size(0);
    Tensor result = Tensor::filled({rows, heads * to}, fused.axes(), 0);
    float* const target = result.mutableData();
    for (Index row = 0; row < rows; ++row) {
        for (Index h = 0; h < heads; ++h) {
            const Index width = h == head ? own.size(1) : from;
            for (Index column = 0; column < width; ++column)
                target[row * heads * to + h * to + column] =
                    h == head ? own(row, column) * ownFactor
                              : fused(row, h * from + column) * factor;
        }
    }
    return result;
}

/// A fused bias likewise; the head's own becomes 0.
Tensor widenedBias(const Tensor& fused, Index heads, Index from, Index to, float factor,
                   Index head) {
    Tensor result = Tensor::filled({heads * to}, fused.axes(), 0);
    for (Index h = 0; h < heads; ++h) {
        for (Index column = 0; h != head && column < from; ++column)
            result.mutableData()[h * to + column] = fused(h * from + column) * factor;
    }
    return result;
}

} // namespace

double PaintProblem::scaleOf(Index keyDim) const {
    return scale ? *scale : 1 / std::sqrt(static_cast<double>(keyDim));
}

Result<PaintProblem> paintProblemOf(const Experiment& experiment, Index sequence, Index head,
                                    bool positions) {
    if (experiment.model.architecture != Architecture::Attention)
        return makeError(HEADSCOPE_MESSAGE("Message", "painting needs plain attention: in a stack "
                                                      "of layers the inputs of a head change with "
                                                      "the layers before it"));
    if (sequence < 0 || sequence >= experiment.batch())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no sequence %1: there are %2"),
                         sequence + 1, experiment.batch());
    const bool added = positions || experiment.model.positions;
    const auto lengthOf = [sequence](const std::vector<TokenList>& tokens) {
        return static_cast<Index>(tokens[static_cast<std::size_t>(sequence)].size());
    };
    const Index queries = lengthOf(experiment.tokens);
    PaintProblem problem;
    problem.queryInput = inputRows(experiment.queryInput, sequence, queries, added);
    problem.keyInput = experiment.keyInput ? inputRows(*experiment.keyInput, sequence,
                                                       lengthOf(experiment.keySideTokens()), added)
                                           : problem.queryInput;
    const Index keys = problem.keyInput.size(0);
    Result<std::vector<std::uint8_t>> mask = maskOf(experiment, sequence, head, queries, keys);
    if (!mask)
        return mask.error();
    problem.target = emptyTarget(queries, keys);
    problem.target.mayAttend = std::move(mask).value();
    if (experiment.config.scale)
        problem.scale = static_cast<double>(*experiment.config.scale);
    return problem;
}

HeadWeights weightsOf(const Experiment& experiment, Index head) {
    const Index keyDim = headSizes(experiment.config).value().keyDim;
    return {columnsOf(experiment.weights.at(Role::QueryWeight), head * keyDim, keyDim),
            columnsOf(experiment.weights.at(Role::KeyWeight), head * keyDim, keyDim)};
}

Result<Experiment> withHeadWeights(const Experiment& experiment, Index head,
                                   const HeadWeights& weights, bool positions) {
    const HeadSizes sizes = headSizes(experiment.config).value();
    const Index heads = experiment.config.heads;
    const Index from = sizes.keyDim;
    const Index to = std::max(from, weights.keyDim());
    // The engine divides by √to where the numbers were made for another d_k.
    const auto factorOf = [&](Index keyDim) {
        return experiment.config.scale
                   ? 1.0F
                   : std::sqrt(static_cast<float>(to)) / std::sqrt(static_cast<float>(keyDim));
    };
    Experiment next = experiment;
    if (to != from) {
        next.config.keyDim = to;
        next.config.valueDim = sizes.valueDim;
    }
    next.model.positions = next.model.positions || positions;
    Parameters& all = next.weights;
    all.set(Role::QueryWeight, widened(all.at(Role::QueryWeight), heads, from, to, factorOf(from),
                                       head, weights.query, factorOf(weights.keyDim())));
    all.set(Role::KeyWeight,
            widened(all.at(Role::KeyWeight), heads, from, to, 1, head, weights.key, 1));
    if (const Tensor* bias = all.find(Role::QueryBias))
        all.set(Role::QueryBias, widenedBias(*bias, heads, from, to, factorOf(from), head));
    if (const Tensor* bias = all.find(Role::KeyBias))
        all.set(Role::KeyBias, widenedBias(*bias, heads, from, to, 1, head));
    return fitted(std::move(next));
}

} // namespace headscope
