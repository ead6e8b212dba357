// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for any sizes, masks and numbers; rapidcheck looks for a
// counterexample and shrinks it.
#include "attention/multi_head_attention.h"
#include "support/random_problem.h"
#include "support/tensor_difference.h"
#include "support/test_program.h"
#include "tensor/recipes.h"

#include <QtTest>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <numeric>

using namespace headscope;

namespace rc {
template <> struct Arbitrary<ProblemShape> {
    static Gen<ProblemShape> arbitrary() {
        const auto size = [](Index most) { return gen::inRange<Index>(1, most + 1); };
        const auto axes = gen::weightedElement<int>({{4, 0}, {1, 2}, {1, 3}, {1, 4}});
        return gen::build<ProblemShape>(
            gen::set(&ProblemShape::batch, size(3)), gen::set(&ProblemShape::queries, size(20)),
            gen::set(&ProblemShape::keys, size(40)), gen::set(&ProblemShape::modelDim, size(40)),
            gen::set(&ProblemShape::heads, size(4)), gen::set(&ProblemShape::keyDim, size(20)),
            gen::set(&ProblemShape::valueDim, size(36)),
            gen::set(&ProblemShape::cross, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::valuesApart, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::biases, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::causal, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::padding, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::mayAttendAxes, axes),
            gen::set(&ProblemShape::additiveAxes, axes),
            gen::set(&ProblemShape::lowerRight, gen::arbitrary<bool>()),
            gen::set(&ProblemShape::window,
                     gen::weightedOneOf<Index>({{3, gen::just(Index{0})}, {1, size(12)}})),
            gen::set(&ProblemShape::prefix,
                     gen::weightedOneOf<Index>({{3, gen::just(Index{0})}, {1, size(12)}})),
            gen::set(&ProblemShape::seed, gen::arbitrary<unsigned>()));
    }
};
} // namespace rc

namespace headscope {
/// How rapidcheck shows a counterexample.
std::ostream& operator<<(std::ostream& out, const AttentionProblem& p) {
    return out << "attention of " << shapeText(p.queryInput.shape());
}
} // namespace headscope

std::ostream& operator<<(std::ostream& out, const ProblemShape& s) {
    return out << "batch " << s.batch << ", queries " << s.queries << ", keys " << s.keyLength()
               << ", d_model " << s.modelDim << ", heads " << s.heads << ", d_k " << s.keyDim
               << ", d_v " << s.valueDim << (s.cross ? ", cross" : "")
               << (s.valuesApart ? ", values apart" : "") << (s.biases ? ", biases" : "")
               << (s.causal ? ", causal" : "") << (s.padding ? ", padding" : "") << ", may attend "
               << s.mayAttendAxes << ", additive " << s.additiveAxes
               << (s.lowerRight ? ", lower right" : "") << ", window " << s.window << ", prefix "
               << s.prefix << ", seed " << s.seed;
}

namespace {

Trace run(const AttentionProblem& problem, const RunOptions& options = {}) {
    Result<Trace> trace = runAttention(problem, options);
    RC_ASSERT(trace.ok());
    return std::move(*trace);
}

void assertSame(const char* what, const Tensor& tensor, const Tensor& expected, double tolerance) {
    const Tensor dense = expected.contiguous();
    const std::vector<double> values(dense.values().begin(), dense.values().end());
    const std::string difference = differenceText(what, tensor, values, tolerance);
    if (!difference.empty())
        RC_FAIL(difference);
}

/// The rows of `axis` in another order, as a fresh tensor.
Tensor reordered(const Tensor& tensor, std::size_t axis, const std::vector<Index>& order) {
    std::vector<float> values;
    Cell cell(tensor.rank(), 0);
    do {
        Cell source = cell;
        source[axis] = order[static_cast<std::size_t>(cell[axis])];
        values.push_back(tensor.at(source));
    } while (advance(cell, tensor.shape()));
    return Tensor::fromValues(tensor.shape(), tensor.axes(), values);
}

/// One sequence of the batch, with a batch axis of 1.
Tensor oneOf(const Tensor& tensor, Index sequence) {
    Shape shape = tensor.shape();
    const Tensor selected = tensor.selected(0, shape[0] == 1 ? 0 : sequence).contiguous();
    shape[0] = 1;
    return *selected.view(shape, tensor.axes());
}

std::optional<Tensor> oneOf(const std::optional<Tensor>& tensor, Index sequence) {
    if (!tensor || tensor->rank() == 2)
        return tensor;
    return oneOf(*tensor, sequence);
}

void check(const char* description, bool holds) {
    QVERIFY2(holds, description);
}

} // namespace

class TestAttentionProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rows_sum_to_one_or_are_zero();
    void what_may_not_attend_weighs_exactly_zero();
    void causal_weights_are_exactly_lower_triangular();
    void adding_a_constant_to_a_row_of_scores_changes_nothing();
    void permuting_keys_and_values_together_permutes_the_weights_only();
    void one_by_one_equals_batch();
    void threads_change_no_bit();
    void scores_that_are_computed_later_have_the_same_bits();
    void cutting_the_weights_by_head_changes_nothing();
    void self_attention_equals_cross_attention_with_equal_inputs();
    void dropout_keeps_or_drops_and_scales();
    void places_are_seen_as_their_definitions_say();
    void layouts_agree_in_every_number();
    void layouts_agree_in_every_number_on_the_way_back();
    void masks_of_one_query_serve_all();
    void fused_and_per_head_agree_bit_for_bit();
    void fully_masked_rows_are_what_was_chosen();
    void one_head_equals_plain_attention();
};

void TestAttentionProperties::rows_sum_to_one_or_are_zero() {
    check("rows", rc::check([](const ProblemShape& shape) {
              const Trace trace = run(randomProblem(shape));
              const Tensor& weights = trace[TensorName::AttentionWeights];
              const Tensor& masked = trace[TensorName::MaskedScores];
              const Index keys = weights.size(3);
              for (Index row = 0; row < weights.elementCount() / keys; ++row) {
                  const float* w = weights.data() + row * keys;
                  const float* s = masked.data() + row * keys;
                  const bool dead =
                      std::all_of(s, s + keys, [](float v) { return v == -HUGE_VALF; });
                  const double sum = std::accumulate(w, w + keys, 0.0);
                  RC_ASSERT((dead ? sum == 0 : std::abs(sum - 1) < 1e-6));
                  RC_ASSERT(std::all_of(w, w + keys, [](float v) { return v >= 0 && v <= 1; }));
              }
          }));
}

void TestAttentionProperties::what_may_not_attend_weighs_exactly_zero() {
    check("masked", rc::check([](const ProblemShape& shape) {
              const Trace trace = run(randomProblem(shape));
              const Tensor& masked = trace[TensorName::MaskedScores];
              const Tensor& weights = trace[TensorName::AttentionWeights];
              for (Index i = 0; i < masked.elementCount(); ++i) {
                  if (masked.data()[i] == -HUGE_VALF)
                      RC_ASSERT(weights.data()[i] == 0.0F);
              }
              const TraceStep* mayAttend = trace.find(TensorName::MayAttend);
              RC_ASSERT((mayAttend != nullptr) == (shape.causal || shape.padding ||
                                                   shape.mayAttendAxes != 0 || shape.window ||
                                                   shape.prefix));
              if (!mayAttend)
                  return;
              Cell cell(4, 0);
              do {
                  const Tensor& m = mayAttend->result;
                  const Cell pair = m.rank() == 4 ? cell : Cell{cell[0], cell[2], cell[3]};
                  if (m.at(pair) == 0.0F)
                      RC_ASSERT(masked.at(cell) == -HUGE_VALF);
              } while (advance(cell, masked.shape()));
          }));
}

void TestAttentionProperties::causal_weights_are_exactly_lower_triangular() {
    check("causal", rc::check([](ProblemShape shape) {
              shape.causal = true;
              shape.prefix = 0;
              const Trace trace = run(randomProblem(shape));
              const Tensor& weights = trace[TensorName::AttentionWeights];
              const Index offset = shape.lowerRight ? shape.keyLength() - shape.queries : 0;
              Cell cell(4, 0);
              do {
                  if (cell[3] > cell[2] + offset)
                      RC_ASSERT(weights.at(cell) == 0.0F);
              } while (advance(cell, weights.shape()));
          }));
}

void TestAttentionProperties::adding_a_constant_to_a_row_of_scores_changes_nothing() {
    check("shift", rc::check([](ProblemShape shape, int shift) {
              shape.additiveAxes = 0;
              AttentionProblem problem = randomProblem(shape);
              const Trace plain = run(problem);
              std::vector<float> rows;
              for (Index q = 0; q < shape.queries; ++q)
                  rows.insert(rows.end(), static_cast<std::size_t>(shape.keyLength()),
                              static_cast<float>((shift % 100) * (q + 1)));
              problem.mask.additive = Tensor::fromValues({shape.queries, shape.keyLength()},
                                                         {Axis::Query, Axis::Key}, rows);
              const Trace shifted = run(problem);
              // Adding up to 2000 rounds the scores to 1e-4 at worst.
              assertSame("attention_weights", shifted[TensorName::AttentionWeights],
                         plain[TensorName::AttentionWeights], 5e-4);
          }));
}

void TestAttentionProperties::permuting_keys_and_values_together_permutes_the_weights_only() {
    check("permutation", rc::check([](ProblemShape shape) {
              shape.cross = true;
              shape.causal = shape.padding = false;
              shape.window = shape.prefix = 0;
              shape.mayAttendAxes = shape.additiveAxes = 0;
              AttentionProblem problem = randomProblem(shape);
              const Trace plain = run(problem);
              std::vector<Index> order(static_cast<std::size_t>(shape.keys));
              std::iota(order.begin(), order.end(), Index{0});
              std::mt19937 random(shape.seed);
              std::shuffle(order.begin(), order.end(), random);
              problem.keyInput = reordered(*problem.keyInput, 1, order);
              if (problem.valueInput)
                  problem.valueInput = reordered(*problem.valueInput, 1, order);
              const Trace permuted = run(problem);
              assertSame("attention_weights", permuted[TensorName::AttentionWeights],
                         reordered(plain[TensorName::AttentionWeights], 3, order), 1e-6);
              assertSame("output", permuted[TensorName::Output], plain[TensorName::Output], 1e-4);
          }));
}

void TestAttentionProperties::one_by_one_equals_batch() {
    check("batch", rc::check([](const ProblemShape& shape) {
              const AttentionProblem problem = randomProblem(shape);
              const Trace batch = run(problem);
              for (Index b = 0; b < shape.batch; ++b) {
                  AttentionProblem single = problem;
                  single.queryInput = oneOf(problem.queryInput, b);
                  single.keyInput = oneOf(problem.keyInput, b);
                  single.valueInput = oneOf(problem.valueInput, b);
                  if (problem.mask.keyPadding)
                      single.mask.keyPadding = oneOf(*problem.mask.keyPadding, b);
                  single.mask.mayAttend = oneOf(problem.mask.mayAttend, b);
                  single.mask.additive = oneOf(problem.mask.additive, b);
                  const Trace alone = run(single);
                  for (const TensorName name :
                       {TensorName::MaskedScores, TensorName::AttentionWeights,
                        TensorName::HeadContext, TensorName::Output})
                      RC_ASSERT(alone[name] == oneOf(batch[name], b)); // bit for bit
              }
          }));
}

void TestAttentionProperties::threads_change_no_bit() {
    check("threads", rc::check([](ProblemShape shape) {
              // Large enough that threads are really started.
              shape.queries += 110;
              shape.modelDim += 60;
              const AttentionProblem problem = randomProblem(shape);
              const Trace one = run(problem);
              RunOptions options;
              for (const int threads : {2, 5}) {
                  options.threads = threads;
                  RC_ASSERT(run(problem, options) == one);
              }
          }));
}

void TestAttentionProperties::scores_that_are_computed_later_have_the_same_bits() {
    check("later", rc::check([](ProblemShape shape, bool sequenceFirst, bool dropped) {
              shape.queries += 110;
              shape.sequenceFirst = sequenceFirst;
              shape.dropout = dropped ? 0.25F : 0;
              AttentionProblem problem = randomProblem(shape);
              const RunOptions options = {{}, 2};
              const Trace kept = run(problem, options);
              problem.scoresLater = true;
              const Trace later = run(problem, options);
              const std::array squares = {TensorName::MaskedScores, TensorName::Scores,
                                          TensorName::ScaledScores};
              for (const TensorName name : squares) {
                  const Tensor& square = later[name];
                  RC_ASSERT((recipes::bytesToMake(square) > 0) == (square.elementCount() > 1024));
              }
              RC_ASSERT(recipes::bytesToMake(later[TensorName::AttentionWeights]) == 0);
              for (const TensorName name : squares)
                  RC_ASSERT(later[name] == kept[name]);
              RC_ASSERT(later == kept);
              // A typed score is a number of the run itself.
              problem.typedNumbers = {{Scope(), TensorName::Scores, 0, 0, 0, 0, 2}};
              RC_ASSERT(recipes::bytesToMake(run(problem)[TensorName::Scores]) == 0);
          }));
}

void TestAttentionProperties::cutting_the_weights_by_head_changes_nothing() {
    check(
        "heads", rc::check([](ProblemShape shape) {
            shape.mayAttendAxes = std::min(shape.mayAttendAxes, 3);
            shape.additiveAxes = std::min(shape.additiveAxes, 3);
            const AttentionProblem problem = randomProblem(shape);
            const Trace all = run(problem);
            // Head h alone: its columns of the weights, one head of the same widths.
            for (Index h = 0; h < shape.heads; ++h) {
                AttentionProblem single = problem;
                single.config.heads = 1;
                const auto columns = [&](const Tensor& weight, Index width) {
                    std::vector<float> values;
                    for (Index i = 0; i < weight.size(0); ++i) {
                        for (Index j = h * width; j < (h + 1) * width; ++j)
                            values.push_back(weight(i, j));
                    }
                    return Tensor::fromValues({weight.size(0), width}, weight.axes(), values);
                };
                const auto part = [&](Role role, Index width) {
                    const Tensor* const bias = problem.weights.find(role);
                    if (!bias)
                        return;
                    const auto values = bias->values().subspan(static_cast<std::size_t>(h * width),
                                                               static_cast<std::size_t>(width));
                    single.weights.set(role, Tensor::fromValues({width}, bias->axes(), values));
                };
                single.weights.set(Role::QueryWeight,
                                   columns(problem.weights.at(Role::QueryWeight), shape.keyDim));
                single.weights.set(Role::KeyWeight,
                                   columns(problem.weights.at(Role::KeyWeight), shape.keyDim));
                single.weights.set(Role::ValueWeight,
                                   columns(problem.weights.at(Role::ValueWeight), shape.valueDim));
                single.weights.set(Role::OutputWeight,
                                   ProblemMaker(1).normal({shape.valueDim, shape.modelDim}));
                part(Role::QueryBias, shape.keyDim);
                part(Role::KeyBias, shape.keyDim);
                part(Role::ValueBias, shape.valueDim);
                const Trace alone = run(single);
                for (const TensorName name :
                     {TensorName::Scores, TensorName::AttentionWeights, TensorName::HeadContext}) {
                    // A column's sum has another order at another place in the matrix.
                    const Tensor wanted = all[name].selected(1, h).contiguous();
                    const std::vector<double> values(wanted.values().begin(),
                                                     wanted.values().end());
                    double largest = 1;
                    for (const double value : values)
                        largest =
                            std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
                    RC_ASSERT(differenceText("head", alone[name].selected(1, 0), values,
                                             1e-5 * largest) == std::string());
                }
            }
        }));
}

void TestAttentionProperties::self_attention_equals_cross_attention_with_equal_inputs() {
    check("cross", rc::check([](ProblemShape shape) {
              shape.cross = shape.valuesApart = false;
              AttentionProblem problem = randomProblem(shape);
              const Trace self = run(problem);
              problem.keyInput = problem.queryInput;
              problem.valueInput = problem.queryInput;
              const Trace cross = run(problem);
              for (const TensorName name : {TensorName::Scores, TensorName::AttentionWeights,
                                            TensorName::ConcatenatedContext, TensorName::Output})
                  RC_ASSERT(cross[name] == self[name]);
          }));
}

void TestAttentionProperties::dropout_keeps_or_drops_and_scales() {
    ProblemShape shape;
    shape.queries = 200;
    shape.heads = 4;
    shape.dropout = 0.3F;
    const Trace trace = run(randomProblem(shape));
    const Tensor& weights = trace[TensorName::AttentionWeights];
    const Tensor& dropped = trace[TensorName::DroppedWeights];
    const float factor = trace.find(TensorName::DroppedWeights)->factor;
    QVERIFY(std::abs(factor - 1.0F / 0.7F) < 1e-6F);
    Index zeros = 0;
    for (Index i = 0; i < weights.elementCount(); ++i) {
        const float value = dropped.data()[i];
        QVERIFY(value == 0.0F || value == weights.data()[i] * factor);
        zeros += value == 0.0F;
    }
    // 320,000 draws: 0.3 within five standard deviations.
    const double share = static_cast<double>(zeros) / static_cast<double>(weights.elementCount());
    QVERIFY(std::abs(share - 0.3) < 5 * std::sqrt(0.21 / 320000));
    shape.seed = 1;
    QVERIFY(run(randomProblem(shape)) == trace);
    AttentionProblem other = randomProblem(shape);
    other.config.dropoutSeed = 2;
    QVERIFY(!(run(other)[TensorName::DroppedWeights] == dropped));
}

void TestAttentionProperties::places_are_seen_as_their_definitions_say() {
    check("places", rc::check([](const ProblemShape& shape) {
              MaskOptions mask = randomProblem(shape).mask;
              const Index keys = shape.keyLength();
              for (Index q = 0; q < shape.queries; ++q) {
                  const Index place = q + (shape.lowerRight ? keys - shape.queries : 0);
                  const KeyRange sight = keysInSight(mask, q, shape.queries, keys);
                  for (Index k = 0; k < keys; ++k) {
                      const bool before = k <= place || k < shape.prefix;
                      const bool near = shape.window == 0 || std::abs(k - place) < shape.window;
                      const bool ordered = shape.causal || shape.prefix > 0;
                      RC_ASSERT((sight.begin <= k && k < sight.end) ==
                                ((before || !ordered) && near));
                  }
              }
          }));
}

namespace {

/// A stage of a sequence-first trace with its axes as batch-first has them.
Tensor batchFirst(const Tensor& tensor) {
    const auto order = [&]() -> std::vector<std::size_t> {
        switch (tensor.rank()) {
        case 3:
            return tensor.axes()[1] == Axis::Key ? std::vector<std::size_t>{2, 0, 1}
                                                 : std::vector<std::size_t>{1, 0, 2};
        case 4:
            return tensor.axes()[1] == Axis::Key ? std::vector<std::size_t>{2, 3, 0, 1}
                                                 : std::vector<std::size_t>{1, 2, 0, 3};
        default: return {0, 1};
        }
    }();
    return tensor.permuted(order);
}

/// In the trace of either layout and with the same numbers.
constexpr TensorName inBothLayouts[] = {TensorName::QueryInput,
                                        TensorName::Query,
                                        TensorName::Key,
                                        TensorName::Value,
                                        TensorName::Scores,
                                        TensorName::ScaledScores,
                                        TensorName::MaskedScores,
                                        TensorName::HeadContext,
                                        TensorName::AttentionWeights,
                                        TensorName::ConcatenatedContext,
                                        TensorName::Output};

} // namespace

void TestAttentionProperties::layouts_agree_in_every_number() {
    check("layouts", rc::check([](ProblemShape shape) {
              shape.dropout = shape.seed % 2 ? 0.3F : 0.0F;
              const Trace batchFirstTrace = run(randomProblem(shape));
              shape.sequenceFirst = true;
              const Trace trace = run(randomProblem(shape));
              for (const TensorName name : inBothLayouts)
                  RC_ASSERT(batchFirst(trace[name]) == batchFirstTrace[name]); // bit for bit
              for (const TensorName name :
                   {TensorName::MayAttend, TensorName::AdditiveMask, TensorName::DroppedWeights}) {
                  const TraceStep* here = trace.find(name);
                  const TraceStep* there = batchFirstTrace.find(name);
                  RC_ASSERT((here == nullptr) == (there == nullptr));
                  if (here)
                      RC_ASSERT(batchFirst(here->result) == there->result);
              }
              const Axes square = {Axis::Query, Axis::Key, Axis::Batch, Axis::Heads};
              RC_ASSERT(trace[TensorName::Scores].axes() == square);
              RC_ASSERT(trace[TensorName::AttentionWeights].axes() == square);
              RC_ASSERT(!trace.find(TensorName::TransposedContext));
              RC_ASSERT(trace[TensorName::QueryInput].isContiguous());
              RC_ASSERT(trace[TensorName::ProjectedKey].isContiguous());
              RC_ASSERT(trace[TensorName::ConcatenatedContext].sharesStorageWith(
                  trace[TensorName::HeadContext]));
          }));
}

void TestAttentionProperties::layouts_agree_in_every_number_on_the_way_back() {
    check("there and back", rc::check([](const ProblemShape& shape) {
              const AttentionProblem problem = randomProblem(shape);
              const AttentionProblem back =
                  inLayout(inLayout(problem, Layout::SequenceFirst), Layout::BatchFirst);
              RC_ASSERT(validate(back).ok());
              RC_ASSERT(back.mask == problem.mask);
              RC_ASSERT(run(back) == run(problem));
          }));
}

void TestAttentionProperties::masks_of_one_query_serve_all() {
    check(
        "one query", rc::check([](ProblemShape shape) {
            shape.sequenceFirst = true;
            shape.mayAttendAxes = shape.additiveAxes = 0;
            AttentionProblem problem = randomProblem(shape);
            ProblemMaker maker(shape.seed);
            const Index keys = shape.keyLength();
            problem.mask.mayAttend = maker.pairs({1, keys, 1});
            problem.mask.additive = maker.additive({1, keys, shape.batch, 1});
            const Trace shared = run(problem);
            RC_ASSERT(shared[TensorName::AdditiveMask].shape() == (Shape{1, keys, shape.batch, 1}));
            const Trace turned = run(inLayout(problem, Layout::BatchFirst));
            RC_ASSERT(batchFirst(shared[TensorName::AttentionWeights]) ==
                      turned[TensorName::AttentionWeights]);
        }));
}

void TestAttentionProperties::fused_and_per_head_agree_bit_for_bit() {
    check("per head", rc::check([](ProblemShape shape, bool sequenceFirst) {
              shape.sequenceFirst = sequenceFirst;
              const Trace fused = run(randomProblem(shape));
              shape.perHead = true;
              const Trace trace = run(randomProblem(shape));
              for (const TensorName name : inBothLayouts)
                  RC_ASSERT(trace[name] == fused[name]);
              RC_ASSERT(!trace.find(TensorName::ProjectedQuery));
              const TraceStep& query = *trace.find(TensorName::Query);
              RC_ASSERT(query.operation == Operation::HeadLinear);
              const Tensor& weight = trace[TensorName::ValueWeight];
              RC_ASSERT(weight.shape() ==
                        (Shape{shape.heads, shape.modelDim + (shape.valuesApart ? 1 : 0),
                               shape.valueDim}));
              for (Index h = 0; h < shape.heads; ++h)
                  RC_ASSERT(weight(h, 0, shape.valueDim - 1) ==
                            fused[TensorName::ValueWeight](0, (h + 1) * shape.valueDim - 1));
              if (shape.biases)
                  RC_ASSERT(trace[TensorName::QueryBias].shape() ==
                            (Shape{shape.heads, shape.keyDim}));
          }));
}

void TestAttentionProperties::fully_masked_rows_are_what_was_chosen() {
    check("fully masked", rc::check([](ProblemShape shape) {
              // A third of the keys allowed at most: many rows have none.
              shape.mayAttendAxes = 4;
              shape.padding = true;
              shape.keys = std::min<Index>(shape.keys, 5);
              shape.cross = true;
              const Trace zeros = run(randomProblem(shape));
              for (const FullyMasked choice : {FullyMasked::NaN, FullyMasked::Uniform}) {
                  shape.fullyMasked = choice;
                  const Trace trace = run(randomProblem(shape));
                  RC_ASSERT(trace.find(TensorName::AttentionWeights)->fullyMasked == choice);
                  const Tensor& weights = trace[TensorName::AttentionWeights];
                  const Tensor& plain = zeros[TensorName::AttentionWeights];
                  const Tensor& scores = zeros[TensorName::MaskedScores];
                  const float wanted = choice == FullyMasked::Uniform
                                           ? 1.0F / static_cast<float>(shape.keys)
                                           : std::numeric_limits<float>::quiet_NaN();
                  for (Index first = 0; first < weights.elementCount(); first += shape.keys) {
                      const float* s = scores.data() + first;
                      const bool dead =
                          std::all_of(s, s + shape.keys, [](float v) { return v == -HUGE_VALF; });
                      for (Index i = first; i < first + shape.keys; ++i) {
                          const float value = weights.data()[i];
                          const float expected = dead ? wanted : plain.data()[i];
                          RC_ASSERT(value == expected ||
                                    (std::isnan(value) && dead && choice == FullyMasked::NaN));
                      }
                  }
              }
          }));
}

void TestAttentionProperties::one_head_equals_plain_attention() {
    check("plain", rc::check([](ProblemShape shape) {
              shape.heads = 1;
              const AttentionProblem problem = randomProblem(shape);
              const Trace trace = run(problem);
              // softmax(Q·Kᵀ·scale + mask)·V, written down without heads.
              const Tensor& q = trace[TensorName::ProjectedQuery];
              const Tensor& k = trace[TensorName::ProjectedKey];
              const Tensor& v = trace[TensorName::ProjectedValue];
              const Tensor& masked = trace[TensorName::MaskedScores];
              const Tensor& context = trace[TensorName::ConcatenatedContext];
              const double scale = 1 / std::sqrt(static_cast<double>(shape.keyDim));
              for (Index b = 0; b < shape.batch; ++b) {
                  for (Index i = 0; i < shape.queries; ++i) {
                      std::vector<double> row;
                      for (Index j = 0; j < shape.keyLength(); ++j) {
                          double score = 0;
                          for (Index d = 0; d < shape.keyDim; ++d)
                              score +=
                                  static_cast<double>(q(b, i, d)) * static_cast<double>(k(b, j, d));
                          score *= scale;
                          if (problem.mask.additive) {
                              const Tensor& a = trace[TensorName::AdditiveMask];
                              const Index batch = a.size(0) == 1 ? 0 : b;
                              score += static_cast<double>(a.rank() == 4 ? a(batch, 0, i, j)
                                                                         : a(batch, i, j));
                          }
                          if (masked(b, 0, i, j) == -HUGE_VALF)
                              score = -HUGE_VAL;
                          row.push_back(score);
                      }
                      const double most = *std::max_element(row.begin(), row.end());
                      double sum = 0;
                      for (double& value : row) {
                          value = most == -HUGE_VAL ? 0 : std::exp(value - most);
                          sum += value;
                      }
                      for (Index d = 0; d < shape.valueDim; ++d) {
                          double wanted = 0;
                          for (Index j = 0; j < shape.keyLength(); ++j)
                              wanted += row[static_cast<std::size_t>(j)] / (sum == 0 ? 1 : sum) *
                                        static_cast<double>(v(b, j, d));
                          RC_ASSERT(std::abs(wanted - static_cast<double>(context(b, i, d))) <
                                    1e-4);
                      }
                  }
              }
          }));
}

HEADSCOPE_TEST(TestAttentionProperties, QCoreApplication)
#include "test_attention_properties.moc"
