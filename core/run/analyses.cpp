// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/analyses.h"

#include "arithmetic/arithmetic.h"
#include "tensor/named_axes.h"
#include "tensor/recipes.h"
#include "trace/trace_writer.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace headscope {

namespace {

/// Tensors that are made later share this: the values of a head, and its rows of W_O.
struct HeadValues {
    Tensor values; ///< [batch, heads, key, d_v]; a key/value head may serve several heads
    Tensor weight; ///< [heads·d_v, d_model]
    Index heads;

    ConstMatrix of(Index sequence, Index head) const {
        return lastTwoAxes(values, {sequence, head * values.size(1) / heads});
    }
    ConstMatrix rowsOfHead(Index head) const {
        const Index width = values.size(3);
        return lastTwoAxes(weight).middleRows(head * width, width);
    }
};

void fillNorms(const HeadValues& of, const AxisTarget& to) {
    const Index keys = of.values.size(2);
    const Index out = of.weight.size(1);
    std::vector<float> rows(static_cast<std::size_t>(keys * out));
    const Matrix projected = denseMatrix(rows.data(), keys, out);
    for (Index sequence = 0; sequence < of.values.size(0); ++sequence) {
        for (Index head = 0; head < of.heads; ++head) {
            arithmetic::multiply(of.of(sequence, head), of.rowsOfHead(head), projected);
            for (Index key = 0; key < keys; ++key) {
                double squares = 0;
                for (Index i = 0; i < out; ++i)
                    squares += double{rows[static_cast<std::size_t>(key * out + i)]} *
                               double{rows[static_cast<std::size_t>(key * out + i)]};
                to.numbers[sequence * to.step(Axis::Batch) + head * to.step(Axis::Heads) +
                           key * to.step(Axis::Key)] = static_cast<float>(std::sqrt(squares));
            }
        }
    }
}

/// `weights` and `norms` as [batch, heads, query, key] and [batch, heads, 1, key].
void fillWeighted(const Tensor& weights, const Tensor& norms, const AxisTarget& to) {
    const Index keyStep = to.step(Axis::Key);
    for (Index sequence = 0; sequence < weights.size(0); ++sequence) {
        for (Index head = 0; head < weights.size(1); ++head) {
            const ConstMatrix w = lastTwoAxes(weights, {sequence, head});
            const ConstMatrix n = lastTwoAxes(norms, {sequence, head});
            for (Index query = 0; query < w.rows; ++query) {
                float* row = to.numbers + sequence * to.step(Axis::Batch) +
                             head * to.step(Axis::Heads) + query * to.step(Axis::Query);
                for (Index key = 0; key < w.columns; ++key)
                    row[key * keyStep] =
                        std::fabs(w.data[query * w.rowStride + key * w.columnStride]) *
                        n.data[key * n.columnStride];
            }
        }
    }
}

/// ½ Ā + ½ I of one sequence.
std::vector<float> halfMixed(const Tensor& weights, Index sequence) {
    const Index heads = weights.size(1);
    const Index words = weights.size(2);
    std::vector<double> sums(static_cast<std::size_t>(words * words), 0);
    for (Index head = 0; head < heads; ++head) {
        const ConstMatrix w = lastTwoAxes(weights, {sequence, head});
        for (Index i = 0; i < words * words; ++i)
            sums[static_cast<std::size_t>(i)] +=
                double{w.data[i / words * w.rowStride + i % words * w.columnStride]};
    }
    std::vector<float> mixed(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const bool itself =
            i / static_cast<std::size_t>(words) == i % static_cast<std::size_t>(words);
        mixed[i] =
            static_cast<float>(sums[i] / static_cast<double>(heads) / 2 + (itself ? 0.5 : 0));
    }
    return mixed;
}

/// `weights` [batch, heads, query, key], `before` [batch, query, key].
void fillRollout(const Tensor& weights, const std::optional<Tensor>& before, const AxisTarget& to) {
    const Index words = weights.size(2);
    std::vector<float> product(static_cast<std::size_t>(words * words));
    for (Index sequence = 0; sequence < weights.size(0); ++sequence) {
        std::vector<float> mixed = halfMixed(weights, sequence);
        if (before) {
            const Tensor earlier = before->selected(0, sequence).contiguous();
            arithmetic::multiply(denseMatrix(std::as_const(mixed).data(), words, words),
                                 rowsOf(earlier), denseMatrix(product.data(), words, words));
            mixed.swap(product);
        }
        for (Index i = 0; i < words * words; ++i)
            to.numbers[sequence * to.step(Axis::Batch) + i / words * to.step(Axis::Query) +
                       i % words * to.step(Axis::Key)] = mixed[static_cast<std::size_t>(i)];
    }
}

/// The step whose result the values of an attention are weighted with.
std::optional<std::size_t> weightsOf(const Trace& trace, std::string_view scope) {
    const auto dropped = trace.indexOf(TensorName::DroppedWeights, scope);
    return dropped ? dropped : trace.indexOf(TensorName::AttentionWeights, scope);
}

void addValueWeighted(Trace& trace, const std::string& scope) {
    const auto weights = weightsOf(trace, scope);
    const auto context = trace.indexOf(TensorName::HeadContext, scope);
    const auto output = trace.indexOf(TensorName::OutputWeight, scope);
    if (!weights || !context || !output || trace[*context].operands.size() < 2)
        return;
    const std::size_t values = trace[*context].operands[1];
    const Tensor pairs = trace[*weights].result;
    HeadValues heads{
        inAxes(trace[values].result, {Axis::Batch, Axis::Heads, Axis::Key, Axis::ValueDim}),
        trace[*output].result, pairs.size(pairs.axisOf(Axis::Heads))};
    Shape shape = trace[values].result.shape();
    Axes axes = trace[values].result.axes();
    shape[placeOf(Axis::Heads, axes)] = heads.heads;
    shape.back() = 1;
    axes.back() = Axis::Feature;
    TraceWriter writer(trace, scope);
    const std::size_t norms =
        writer.add(TensorName::ValueNorm, Operation::ProjectedNorm,
                   madeDearly(shape, axes, [heads](const AxisTarget& to) { fillNorms(heads, to); }),
                   {values, *output});
    const Tensor lengths = trace[norms].result;
    writer.add(
        TensorName::ValueWeighted, Operation::WeightedNorm,
        madeDearly(pairs.shape(), pairs.axes(),
                   [pairs, lengths](const AxisTarget& to) {
                       fillWeighted(
                           inAxes(recipes::forOneReader(pairs),
                                  {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}),
                           inAxes(lengths, {Axis::Batch, Axis::Heads, Axis::Feature, Axis::Key}),
                           to);
                   }),
        {*weights, norms});
}

/// The attentions of one stack by which alone its words look at each other, all of one size;
/// nothing where there are fewer than two such.
std::vector<std::string> rolledOut(const Run& run, ModelPart part) {
    std::vector<std::string> scopes;
    Shape size;
    for (const TraceScope& scope : run.scopes()) {
        const std::optional<Scope> block = Scope::parse(scope.path);
        if (scope.kind != ScopeKind::Attention || !block || block->part != part)
            continue;
        const auto weights = weightsOf(*run.trace(), scope.path);
        if (block->sublayer != Sublayer::SelfAttention || !run.isSelfAttention(scope.path) ||
            !weights)
            return {};
        const Tensor& tensor = (*run.trace())[*weights].result;
        const Shape here = {tensor.size(tensor.axisOf(Axis::Batch)),
                            tensor.size(tensor.axisOf(Axis::Query)),
                            tensor.size(tensor.axisOf(Axis::Key))};
        if (here[1] != here[2] || (!size.empty() && here != size))
            return {};
        size = here;
        scopes.push_back(scope.path);
    }
    return scopes.size() < 2 ? std::vector<std::string>() : scopes;
}

void addRollout(Trace& trace, const std::vector<std::string>& scopes) {
    std::optional<std::size_t> before;
    for (const std::string& scope : scopes) {
        const std::size_t weights = *weightsOf(trace, scope);
        const Tensor heads = trace[weights].result;
        Shape shape;
        Axes axes;
        for (std::size_t i = 0; i < heads.rank(); ++i) {
            if (heads.axes()[i] == Axis::Heads)
                continue;
            shape.push_back(heads.size(i));
            axes.push_back(heads.axes()[i]);
        }
        const auto earlier = before ? std::optional(trace[*before].result) : std::nullopt;
        const Tensor rolled = madeDearly(shape, axes, [heads, earlier](const AxisTarget& to) {
            fillRollout(inAxes(recipes::forOneReader(heads),
                               {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}),
                        earlier
                            ? std::optional(inAxes(*earlier, {Axis::Batch, Axis::Query, Axis::Key}))
                            : std::nullopt,
                        to);
        });
        PerAxis<std::size_t> operands = {weights};
        if (before)
            operands.push_back(*before);
        before = TraceWriter(trace, scope)
                     .add(TensorName::Rollout, Operation::Rollout, rolled, operands);
    }
}

} // namespace

std::shared_ptr<const Run> withAnalyses(const Run& run) {
    auto trace = std::make_shared<Trace>(*run.trace());
    try {
        for (const TraceScope& scope : run.scopes()) {
            if (scope.kind == ScopeKind::Attention)
                addValueWeighted(*trace, scope.path);
        }
        for (const ModelPart part : {ModelPart::Layers, ModelPart::Encoder, ModelPart::Decoder})
            addRollout(*trace, rolledOut(run, part));
    } catch (const std::bad_alloc&) { // the run itself is there
        return std::make_shared<const Run>(run);
    }
    return std::make_shared<const Run>(std::move(trace), run.labels(), run.origin());
}

} // namespace headscope
