// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/problem.h"

#include "transformer/layers/positional_encoding.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

const Axes inputRowAxes = {Axis::Sequence, Axis::ModelDim};

/// One index of the axis of that name, wherever it stands.
Tensor chosen(const Tensor& tensor, Axis axis, Index index) {
    return tensor.selected(tensor.axisOf(axis), index);
}

/// The rows of one sequence, [length, width], with positions where they are asked for.
Tensor inputRows(const Tensor& input, Index sequence, Index length, bool positions) {
    const Tensor whole = chosen(input, Axis::Batch, sequence).contiguous();
    const Index width = whole.size(1);
    Tensor rows = Tensor::uninitialized({length, width}, inputRowAxes);
    float* const target = rows.mutableData();
    std::copy_n(whole.data(), length * width, target);
    Tensor encoding;
    if (positions && positionalEncoding(length, width, {}, encoding)) {
        for (Index i = 0; i < length * width; ++i)
            target[i] += encoding.data()[i];
    }
    return rows;
}

/// What one head may look at: where its masked scores are not −∞. The Error where numbers
/// are added to scores.
Result<std::vector<std::uint8_t>> maskOf(const Trace& trace, Index sequence, Index head,
                                         Index queries, Index keys) {
    const auto scores = [&](TensorName name) {
        return chosen(chosen(trace[name], Axis::Batch, sequence), Axis::Heads, head);
    };
    const Tensor before = scores(TensorName::ScaledScores);
    const Tensor after = scores(TensorName::MaskedScores);
    std::vector<std::uint8_t> mayAttend;
    for (Index query = 0; query < queries; ++query) {
        for (Index key = 0; key < keys; ++key) {
            const float masked = after(query, key);
            const bool forbidden = masked == -HUGE_VALF;
            if (!forbidden && masked != before(query, key) && !std::isnan(masked))
                return makeError(HEADSCOPE_MESSAGE(
                    "Message", "painting needs a mask that only forbids: this one adds "
                               "numbers to the scores"));
            mayAttend.push_back(forbidden ? 0 : 1);
        }
    }
    return mayAttend;
}

Index lengthOf(const TokenLists& tokens, Index sequence, Index most) {
    const auto place = static_cast<std::size_t>(sequence);
    return place < tokens.size() ? std::min(most, static_cast<Index>(tokens[place].size())) : most;
}

/// The scale where somebody typed it: not what d_k gives by itself.
std::optional<double> typedScale(const Trace& trace) {
    const TraceStep& step = *trace.find(TensorName::ScaledScores);
    const Tensor& query = trace[TensorName::Query];
    const float automatic = 1 / std::sqrt(static_cast<float>(query.shape().back()));
    if (std::fabs(step.factor - automatic) <= 1e-6F * automatic)
        return std::nullopt;
    return static_cast<double>(step.factor);
}

} // namespace

double FitProblem::scaleOf(Index keyDim) const {
    return scale ? *scale : 1 / std::sqrt(static_cast<double>(keyDim));
}

bool addsPositions(const Run& run) {
    return run.trace()->find(TensorName::PositionalEncoding, "positions") != nullptr;
}

Status checkPaintable(const Trace& trace) {
    if (!trace.find(TensorName::QueryInput) || !trace.find(TensorName::MaskedScores))
        return makeError(HEADSCOPE_MESSAGE("Message", "painting needs plain attention: in a stack "
                                                      "of layers the inputs of a head change with "
                                                      "the layers before it"));
    if (trace.find(TensorName::RotatedQuery))
        return makeError(HEADSCOPE_MESSAGE("Message", "painting fits a head without rotary "
                                                      "positions; switch them off in Setup"));
    return Done{};
}

Result<FitProblem> fitProblemOf(const Run& run, Index sequence, Index head, bool positions) {
    const Trace& trace = *run.trace();
    const TraceStep* const input = trace.find(TensorName::QueryInput);
    if (const Status paintable = checkPaintable(trace); !paintable)
        return paintable.error();
    if (sequence < 0 || sequence >= run.batch())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no sequence %1: there are %2"),
                         sequence + 1, run.batch());
    if (head < 0 || head >= run.heads())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no head %1: there are %2"),
                         head + 1, run.heads());
    const bool added = positions || addsPositions(run);
    const Tensor& scores = trace[TensorName::MaskedScores];
    const auto sizeOf = [&](Axis axis) { return scores.size(scores.axisOf(axis)); };
    FitProblem problem;
    const Index queries = lengthOf(run.labels().tokens, sequence, sizeOf(Axis::Query));
    problem.queryInput = inputRows(input->result, sequence, queries, added);
    const TraceStep* const other = trace.find(TensorName::KeyInput);
    problem.keyInput =
        other
            ? inputRows(other->result, sequence,
                        lengthOf(run.labels().keySideTokens(), sequence, sizeOf(Axis::Key)), added)
            : problem.queryInput;
    const Index keys = problem.keyInput.size(0);
    Result<std::vector<std::uint8_t>> mask = maskOf(trace, sequence, head, queries, keys);
    if (!mask)
        return mask.error();
    problem.target = emptyTarget(queries, keys);
    problem.target.mayAttend = std::move(mask).value();
    problem.scale = typedScale(trace);
    return problem;
}

bool hasHead(const Tensor& all, Index heads, const Tensor& weight) {
    if (all.rank() == 3) {
        for (Index head = 0; head < all.size(0); ++head) {
            if (hasHead(all.selected(0, head), 1, weight))
                return true;
        }
        return false;
    }
    const Tensor& fused = all;
    if (fused.rank() != 2 || heads < 1 || fused.size(0) != weight.size(0) ||
        fused.size(1) % heads != 0 || fused.size(1) / heads < weight.size(1))
        return false;
    const Index wide = fused.size(1) / heads;
    for (Index head = 0; head < heads; ++head) {
        double products = 0;
        double squares = 0;
        double largest = 0;
        for (Index row = 0; row < weight.size(0); ++row) {
            for (Index column = 0; column < weight.size(1); ++column) {
                const auto own = static_cast<double>(weight(row, column));
                products += own * static_cast<double>(fused(row, head * wide + column));
                squares += own * own;
                largest = std::max(largest, std::fabs(own));
            }
        }
        const double factor = squares > 0 ? products / squares : 1;
        bool same = factor > 0;
        for (Index row = 0; same && row < weight.size(0); ++row) {
            for (Index column = 0; same && column < wide; ++column) {
                const double wanted =
                    column < weight.size(1) ? static_cast<double>(weight(row, column)) * factor : 0;
                const auto there = static_cast<double>(fused(row, head * wide + column));
                same = std::fabs(there - wanted) <= 1e-5 * largest * factor;
            }
        }
        if (same)
            return true;
    }
    return false;
}

} // namespace headscope
