// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for any sizes, masks and numbers; rapidcheck looks for a
// counterexample and shrinks it.
#include "attention/multi_head_attention.h"
#include "support/random_problem.h"
#include "support/tensor_difference.h"

#include <QtTest>
#include <rapidcheck.h>

#include <algorithm>
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
               << s.mayAttendAxes << ", additive " << s.additiveAxes << ", seed " << s.seed;
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
    void cutting_the_weights_by_head_changes_nothing();
    void self_attention_equals_cross_attention_with_equal_inputs();
    void dropout_keeps_or_drops_and_scales();
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
              RC_ASSERT((mayAttend != nullptr) ==
                        (shape.causal || shape.padding || shape.mayAttendAxes != 0));
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
              const Trace trace = run(randomProblem(shape));
              const Tensor& weights = trace[TensorName::AttentionWeights];
              Cell cell(4, 0);
              do {
                  if (cell[3] > cell[2])
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

void TestAttentionProperties::cutting_the_weights_by_head_changes_nothing() {
    check("heads", rc::check([](ProblemShape shape) {
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
                  const auto part = [&](std::optional<Tensor>& bias, Index width) {
                      if (!bias)
                          return;
                      const auto values = bias->values().subspan(
                          static_cast<std::size_t>(h * width), static_cast<std::size_t>(width));
                      bias = Tensor::fromValues({width}, bias->axes(), values);
                  };
                  single.weights.query = columns(problem.weights.query, shape.keyDim);
                  single.weights.key = columns(problem.weights.key, shape.keyDim);
                  single.weights.value = columns(problem.weights.value, shape.valueDim);
                  single.weights.output = ProblemMaker(1).normal({shape.valueDim, shape.modelDim});
                  part(single.weights.queryBias, shape.keyDim);
                  part(single.weights.keyBias, shape.keyDim);
                  part(single.weights.valueBias, shape.valueDim);
                  const Trace alone = run(single);
                  for (const TensorName name :
                       {TensorName::Scores, TensorName::AttentionWeights, TensorName::HeadContext})
                      RC_ASSERT(alone[name].selected(1, 0) == all[name].selected(1, h));
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

QTEST_GUILESS_MAIN(TestAttentionProperties)
#include "test_attention_properties.moc"
