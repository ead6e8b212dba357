// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and numbers at the edge. Nothing may become NaN that nobody asked for.
#include "attention/multi_head_attention.h"
#include "support/numbers.h"
#include "support/random_problem.h"
#include "support/tensor_difference.h"
#include "support/test_program.h"

#include <QtTest>

#include <functional>
#include <numeric>

using namespace headscope;

namespace {

using Change = std::function<void(AttentionProblem&)>;

/// Every number of a stage is finite, but for the −∞ of masks.
QString brokenCell(const Trace& trace) {
    for (const TraceStep& step : trace.steps()) {
        const bool mayBeInfinite =
            step.name == TensorName::AdditiveMask || step.name == TensorName::MaskedScores;
        Cell cell(step.result.rank(), 0);
        do {
            const float value = step.result.at(cell);
            if (!std::isfinite(value) && !(mayBeInfinite && value == -infinity))
                return QString::fromStdString(
                           cellName(std::string(snakeCase(step.name)), step.result, cell)) +
                       u" is %1"_qs.arg(static_cast<double>(value));
        } while (advance(cell, step.result.shape()));
    }
    return {};
}

Tensor scaled(const Tensor& tensor, double factor) {
    std::vector<float> values;
    const Tensor dense = tensor.contiguous();
    for (const float value : dense.values())
        values.push_back(static_cast<float>(static_cast<double>(value) * factor));
    return Tensor::fromValues(tensor.shape(), tensor.axes(), values);
}

/// The sum of one row of weights, over all keys.
double rowSum(const Tensor& weights, Cell cell) {
    const auto& axes = weights.axes();
    const auto keys = static_cast<std::size_t>(std::ranges::find(axes, Axis::Key) - axes.begin());
    double sum = 0;
    for (Index key = 0; key < weights.size(keys); ++key) {
        cell[keys] = key;
        sum += static_cast<double>(weights.at(cell));
    }
    return sum;
}

} // namespace

class TestAttentionExtremes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_breaks_data();
    void nothing_breaks();
    void scores_of_ten_thousand_choose_one_key();
    void equal_tokens_weigh_the_same();
    void two_thousand_tokens_are_as_exact_as_few();
    void overflow_stays_in_its_sequence();
    void masks_hide_scores_of_infinity();
};

void TestAttentionExtremes::nothing_breaks_data() {
    QTest::addColumn<ProblemShape>("shape");
    QTest::addColumn<Change>("change");
    const auto row = [](
                         const char* name, const std::function<void(ProblemShape&)>& sizes,
                         Change change = [](AttentionProblem&) {}) {
        ProblemShape shape;
        sizes(shape);
        QTest::newRow(name) << shape << std::move(change);
    };
    const auto same = [](ProblemShape&) {};
    row("one_token", [](auto& s) { s.queries = 1; });
    row("one_token_causal_window_prefix", [](auto& s) {
        s.queries = 1;
        s.causal = true;
        s.window = s.prefix = 1;
    });
    row("one_head", [](auto& s) { s.heads = 1; });
    row("d_k_of_one", [](auto& s) { s.keyDim = 1; });
    row("d_v_of_one", [](auto& s) { s.valueDim = 1; });
    row("one_of_everything",
        [](auto& s) { s.batch = s.queries = s.modelDim = s.heads = s.keyDim = s.valueDim = 1; });
    row("one_key_of_many_queries", [](auto& s) {
        s.cross = true;
        s.keys = 1;
        s.queries = 30;
    });
    row("many_keys_of_one_query", [](auto& s) {
        s.cross = true;
        s.keys = 300;
        s.queries = 1;
    });
    row("denormal_inputs", same, [](AttentionProblem& p) {
        p.queryInput = scaled(p.queryInput, 1e-41);
        QVERIFY(std::fpclassify(p.queryInput(0, 0, 0)) == FP_SUBNORMAL);
    });
    row("denormal_everything", same, [](AttentionProblem& p) {
        p.queryInput = scaled(p.queryInput, 1e-43);
        for (const ProjectionRoles& projection : projections)
            p.weights.set(projection.weight, scaled(p.weights.at(projection.weight), 1e-43));
    });
    row("all_zero", same, [](AttentionProblem& p) { p.queryInput = scaled(p.queryInput, 0); });
    row("scores_of_ten_thousand", same, [](AttentionProblem& p) {
        p.queryInput = scaled(p.queryInput, 100);
        p.config.scale = 1.0F;
    });
    row("scale_zero", same, [](AttentionProblem& p) { p.config.scale = 0.0F; });
    row("scale_denormal", same, [](AttentionProblem& p) { p.config.scale = 1e-42F; });
    row("scale_of_a_million", same, [](AttentionProblem& p) { p.config.scale = 1e6F; });
    row("mask_of_minus_infinity", same, [](AttentionProblem& p) {
        p.mask.additive = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, -infinity);
    });
    row("mask_of_the_smallest_number", same, [](AttentionProblem& p) {
        p.mask.additive = Tensor::filled({4, 4}, {Axis::Query, Axis::Key},
                                         std::numeric_limits<float>::lowest() / 4);
    });
    row("nothing_allowed", same, [](AttentionProblem& p) {
        p.mask.mayAttend = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, 0.0F);
    });
    row("nothing_allowed_uniform", same, [](AttentionProblem& p) {
        p.mask.mayAttend = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, 0.0F);
        p.config.fullyMasked = FullyMasked::Uniform;
    });
    row("almost_all_dropped", [](auto& s) { s.dropout = 0.999F; });
}

void TestAttentionExtremes::nothing_breaks() {
    QFETCH(ProblemShape, shape);
    QFETCH(Change, change);
    AttentionProblem problem = randomProblem(shape);
    change(problem);
    for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
        const Result<Trace> trace = runAttention(inLayout(problem, layout));
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
        QCOMPARE(brokenCell(*trace), QString());
        const Tensor& weights = (*trace)[TensorName::AttentionWeights];
        Cell cell(4, 0);
        do {
            const double sum = rowSum(weights, cell);
            QVERIFY(sum == 0 || std::abs(sum - 1) < 1e-5);
        } while (advance(cell, weights.shape()));
    }
}

/// Of scores between −1e4 and 1e4 the largest takes everything.
void TestAttentionExtremes::scores_of_ten_thousand_choose_one_key() {
    ProblemShape shape;
    shape.queries = 5;
    shape.batch = shape.heads = 1;
    AttentionProblem problem = randomProblem(shape);
    std::vector<float> scores;
    for (Index query = 0; query < 5; ++query) {
        for (Index key = 0; key < 5; ++key)
            scores.push_back(key == query ? 1e4F : -1e4F);
    }
    problem.config.scale = 0.0F; // the additive mask alone decides
    problem.mask.additive = Tensor::fromValues({5, 5}, {Axis::Query, Axis::Key}, scores);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY(trace.ok());
    for (Index query = 0; query < 5; ++query) {
        for (Index key = 0; key < 5; ++key)
            QCOMPARE((*trace)[TensorName::AttentionWeights](0, 0, query, key),
                     key == query ? 1.0F : 0.0F);
    }
}

void TestAttentionExtremes::equal_tokens_weigh_the_same() {
    for (const Index tokens : {2, 3, 7, 16, 17, 33, 100}) {
        ProblemShape shape;
        shape.queries = tokens;
        shape.biases = false;
        AttentionProblem problem = randomProblem(shape);
        problem.queryInput =
            Tensor::filled({2, tokens, 6}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 0.75F);
        const Result<Trace> trace = runAttention(problem);
        QVERIFY(trace.ok());
        const Tensor& weights = (*trace)[TensorName::AttentionWeights];
        for (const float weight : weights.values()) {
            QCOMPARE(weight, weights(0, 0, 0, 0)); // bit for bit the same
            QVERIFY(std::abs(weight * static_cast<float>(tokens) - 1) < 1e-6F);
        }
    }
}

/// 2048 tokens: some rows against the same sums in double.
void TestAttentionExtremes::two_thousand_tokens_are_as_exact_as_few() {
    ProblemShape shape;
    shape.batch = 1;
    shape.queries = 2048;
    shape.causal = true;
    const AttentionProblem problem = randomProblem(shape);
    RunOptions options;
    options.threads = 2;
    const Result<Trace> trace = runAttention(problem, options);
    QVERIFY(trace.ok());
    const Tensor& q = (*trace)[TensorName::Query];
    const Tensor& k = (*trace)[TensorName::Key];
    const Tensor& v = (*trace)[TensorName::Value];
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    const Tensor& context = (*trace)[TensorName::HeadContext];
    for (const Index query : {0, 1, 1023, 2046, 2047}) {
        for (Index head = 0; head < 2; ++head) {
            std::vector<double> row;
            double sum = 0;
            for (Index key = 0; key <= query; ++key) {
                double score = 0;
                for (Index d = 0; d < 3; ++d)
                    score += static_cast<double>(q(0, head, query, d)) *
                             static_cast<double>(k(0, head, key, d));
                row.push_back(std::exp(score / std::sqrt(3.0)));
                sum += row.back();
            }
            double wanted = 0;
            for (Index key = 0; key <= query; ++key) {
                const double weight = row[static_cast<std::size_t>(key)] / sum;
                const double ours = static_cast<double>(weights(0, head, query, key));
                QVERIFY(std::abs(ours - weight) <= 1e-5 * weight);
                wanted += weight * static_cast<double>(v(0, head, key, 1));
            }
            for (Index key = query + 1; key < 2048; ++key)
                QCOMPARE(weights(0, head, query, key), 0.0F);
            QVERIFY(std::abs(static_cast<double>(context(0, head, query, 1)) - wanted) < 1e-5);
        }
    }
}

/// Finite inputs whose scores are too large for float32.
void TestAttentionExtremes::overflow_stays_in_its_sequence() {
    ProblemShape shape;
    shape.biases = false;
    AttentionProblem problem = randomProblem(shape);
    problem.queryInput = problem.queryInput.withElement({0, 2, 0}, 1e38F);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY(trace.ok());
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    for (Index head = 0; head < 2; ++head) {
        for (Index query = 0; query < 4; ++query) // of the other sequence
            QVERIFY(std::abs(rowSum(weights, {1, head, query, 0}) - 1) < 1e-6);
    }
}

/// What may not be looked at cannot do harm: −∞ replaces even a score of +∞.
void TestAttentionExtremes::masks_hide_scores_of_infinity() {
    ProblemShape shape;
    shape.batch = shape.heads = 1;
    shape.biases = false;
    AttentionProblem problem = randomProblem(shape);
    problem.weights.set(Role::QueryWeight, scaled(problem.weights.at(Role::QueryWeight), 1e19));
    problem.weights.set(Role::KeyWeight, scaled(problem.weights.at(Role::KeyWeight), 1e19));
    problem.weights.set(Role::ValueWeight, scaled(problem.weights.at(Role::ValueWeight), 1e-3));
    const Result<Trace> open = runAttention(problem);
    QVERIFY(open.ok());
    const Tensor& scores = (*open)[TensorName::Scores];
    // Where a score overflowed, nobody may look.
    std::vector<float> allowed;
    for (const float score : scores.values())
        allowed.push_back(std::isfinite(score) ? 1.0F : 0.0F);
    QVERIFY(std::ranges::find(allowed, 0.0F) != allowed.end());
    problem.mask.mayAttend = Tensor::fromValues({4, 4}, {Axis::Query, Axis::Key}, allowed);
    const Result<Trace> masked = runAttention(problem);
    QVERIFY(masked.ok());
    for (const float weight : (*masked)[TensorName::AttentionWeights].values())
        QVERIFY(std::isfinite(weight));
    for (const float value : (*masked)[TensorName::Output].values())
        QVERIFY(std::isfinite(value));
}

HEADSCOPE_TEST(TestAttentionExtremes, QCoreApplication)
#include "test_attention_extremes.moc"
