// SPDX-License-Identifier: GPL-3.0-or-later
// Bad problems end in a sentence that says what, where and what would be right.
#include "attention/memory_need.h"
#include "attention/multi_head_attention.h"
#include "support/numbers.h"
#include "support/random_problem.h"
#include "support/test_program.h"
#include "tensor/storage.h"

#include <QtTest>

#include <functional>

using namespace headscope;

namespace {

using Change = std::function<void(AttentionProblem&)>;

Tensor zeros(const Shape& shape) {
    return Tensor::filled(shape, Axes(shape.size(), Axis::Feature), 0.0F);
}

} // namespace

class TestAttentionProblem : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bad_problem_is_refused_with_a_sentence_data();
    void bad_problem_is_refused_with_a_sentence();
    void bad_sequence_first_problem_is_refused_with_a_sentence_data();
    void bad_sequence_first_problem_is_refused_with_a_sentence();
    void good_problems_pass();
    void broken_numbers_of_a_view_are_named_by_their_place();
    void numbers_that_were_seen_are_seen_again_once_somebody_writes();
    void numbers_beside_those_that_were_seen_are_not_known();
    void automatic_sizes();
    void trace_bytes_are_what_a_trace_holds_data();
    void trace_bytes_are_what_a_trace_holds();
};

void TestAttentionProblem::bad_problem_is_refused_with_a_sentence_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, Change change, const char* sentence) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(sentence);
    };
    using P = AttentionProblem;
    // The problem has batch 2, 4 tokens, d_model 6, 2 heads of 3.
    row(
        "heads_do_not_divide",
        [](P& p) {
            p.config.keyDim.reset();
            p.config.heads = 4;
        },
        "4 heads do not divide d_model 6 evenly; use 3 or 6 heads, or give d_k a value");
    row(
        "more_heads_than_features",
        [](P& p) {
            p.config.keyDim.reset();
            p.config.heads = 8;
        },
        "8 heads do not divide d_model 6 evenly; use 6 heads, or give d_k a value");
    row(
        "no_heads", [](P& p) { p.config.heads = 0; },
        "the number of heads is 0; it must be between 1 and 16777216");
    row(
        "negative_d_k", [](P& p) { p.config.keyDim = -3; },
        "d_k is -3; it must be between 1 and 16777216");
    row(
        "d_v_zero", [](P& p) { p.config.valueDim = 0; },
        "d_v is 0; it must be between 1 and 16777216");
    row(
        "d_model_zero", [](P& p) { p.config.modelDim = 0; },
        "d_model is 0; it must be between 1 and 16777216");
    row(
        "scale_not_a_number", [](P& p) { p.config.scale = notANumber; },
        "the scale is nan; it must be a finite number");
    row(
        "dropout_of_everything", [](P& p) { p.config.dropout = 1; },
        "the dropout probability is 1; it must be at least 0 and below 1");
    row(
        "dropout_not_a_number", [](P& p) { p.config.dropout = notANumber; },
        "the dropout probability is nan; it must be at least 0 and below 1");
    row(
        "input_with_two_axes",
        [](P& p) {
            p.queryInput = zeros({4, 6});
        },
        "query_input has 2 axes, shape (4, 6); it must have three: batch, sequence, d_model");
    row(
        "no_tokens",
        [](P& p) {
            p.queryInput = zeros({2, 0, 6});
        },
        "query_input has shape (2, 0, 6) and so no values; it needs at least one sequence, one "
        "token and one feature");
    row(
        "input_of_other_width",
        [](P& p) {
            p.queryInput = zeros({2, 4, 5});
        },
        "query_input is 5 wide, shape (2, 4, 5), but d_model is 6; they must be equal");
    row(
        "keys_of_other_batch",
        [](P& p) {
            p.keyInput = zeros({3, 4, 6});
        },
        "key_input has batch 3 and query_input has batch 2; they must be equal");
    row(
        "fewer_values_than_keys",
        [](P& p) {
            p.valueInput = zeros({2, 3, 6});
        },
        "value_input has shape (2, 3, 6) and query_input has shape (2, 4, 6); batch and sequence "
        "must be equal, for each key has one value");
    row(
        "weight_turned",
        [](P& p) {
            p.weights.set(Role::ValueWeight, zeros({7, 6}));
        },
        "value_weight has shape (7, 6); it must have shape (6, 6): as many rows as query_input is "
        "wide, and 6 columns (heads·d_v)");
    row(
        "output_weight_too_narrow",
        [](P& p) {
            p.weights.set(Role::OutputWeight, zeros({6, 5}));
        },
        "output_weight has shape (6, 5); it must have shape (6, 6): as many rows as "
        "concatenated_context is wide, and 6 columns (d_model)");
    row(
        "weight_as_vector", [](P& p) { p.weights.set(Role::KeyWeight, zeros({36})); },
        "key_weight has shape (36,); it must have shape (6, 6): as many rows as query_input is "
        "wide, and 6 columns (heads·d_k)");
    row(
        "bias_too_long", [](P& p) { p.weights.set(Role::KeyBias, zeros({7})); },
        "key_bias has shape (7,); it must have shape (6,): one value for each column of its "
        "weight");
    row(
        "padding_of_other_length",
        [](P& p) {
            p.mask.keyPadding = zeros({2, 5});
        },
        "the key padding has shape (2, 5); it must have shape (2, 4) (batch, key)");
    row(
        "padding_neither_0_nor_1",
        [](P& p) {
            p.mask.keyPadding = zeros({2, 4}).withElement({1, 2}, 0.5F);
        },
        "key_padding[b=1, k=2] is 0.5; it must be 1 (may attend) or 0 (may not)");
    row(
        "mask_of_other_length",
        [](P& p) {
            p.mask.mayAttend = zeros({4, 5});
        },
        "may_attend has shape (4, 5); it must have shape (4, 4) (query, key), (2, 4, 4) (batch, "
        "query, key) or (2, 2, 4, 4) (batch, heads, query, key); batch and heads may be 1");
    row(
        "mask_of_other_batch",
        [](P& p) {
            p.mask.additive = zeros({3, 4, 4});
        },
        "additive_mask has shape (3, 4, 4); it must have shape (4, 4) (query, key), (2, 4, 4) "
        "(batch, query, key) or (2, 2, 4, 4) (batch, heads, query, key); batch and heads may be 1");
    row(
        "mask_of_other_heads",
        [](P& p) {
            p.mask.additive = zeros({2, 3, 4, 4});
        },
        "additive_mask has shape (2, 3, 4, 4); it must have shape (4, 4) (query, key), (2, 4, 4) "
        "(batch, query, key) or (2, 2, 4, 4) (batch, heads, query, key); batch and heads may be 1");
    row(
        "window_of_nothing", [](P& p) { p.mask.window = 0; },
        "the window is 0 wide; it must be between 1 and 16777216");
    row(
        "prefix_beyond_all_bounds", [](P& p) { p.mask.prefix = std::numeric_limits<Index>::max(); },
        "the prefix is 9223372036854775807 long; it must be between 1 and 16777216");
    row(
        "mask_neither_0_nor_1",
        [](P& p) {
            p.mask.mayAttend = zeros({1, 2, 4, 4}).withElement({0, 1, 2, 3}, -1.0F);
        },
        "may_attend[b=0, h=1, q=2, k=3] is -1; it must be 1 (may attend) or 0 (may not)");
    row(
        "mask_not_a_number",
        [](P& p) {
            p.mask.additive = zeros({4, 4}).withElement({2, 3}, notANumber);
        },
        "additive_mask[q=2, k=3] is nan; it must be a finite number, or -inf where a query may "
        "not attend");
    row(
        "mask_plus_infinity",
        [](P& p) {
            p.mask.additive = zeros({2, 4, 4}).withElement({1, 2, 3}, infinity);
        },
        "additive_mask[b=1, q=2, k=3] is inf; it must be a finite number, or -inf where a query "
        "may not attend");
    row(
        "input_not_a_number",
        [](P& p) {
            p.queryInput = p.queryInput.withElement({0, 1, 2}, notANumber);
        },
        "query_input[b=0, s=1, d=2] is not a number (NaN); it must be a finite number");
    row(
        "weight_infinite",
        [](P& p) {
            p.weights.set(Role::OutputWeight,
                          p.weights.at(Role::OutputWeight).withElement({5, 0}, -infinity));
        },
        "output_weight[i=5, j=0] is infinite; it must be a finite number");
    row(
        "bias_not_a_number",
        [](P& p) {
            p.weights.set(Role::ValueBias,
                          p.weights.at(Role::ValueBias).withElement({3}, notANumber));
        },
        "value_bias[j=3] is not a number (NaN); it must be a finite number");
}

void TestAttentionProblem::bad_problem_is_refused_with_a_sentence() {
    QFETCH(Change, change);
    QFETCH(QString, sentence);
    AttentionProblem problem = randomProblem({});
    QVERIFY(validate(problem).ok());
    change(problem);
    const Status status = validate(problem);
    QVERIFY(!status.ok());
    QCOMPARE(QString::fromStdString(status.error().text()), sentence);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().text(), status.error().text());
}

void TestAttentionProblem::bad_sequence_first_problem_is_refused_with_a_sentence_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, Change change, const char* sentence) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(sentence);
    };
    using P = AttentionProblem;
    // Batch 2, 4 queries, 5 keys, d_model 6, 2 heads of 3.
    row(
        "mask_of_other_queries",
        [](P& p) {
            p.mask.mayAttend = zeros({3, 5, 2});
        },
        "the first axis of may_attend (query) has size 3, shape (3, 5, 2); it must be 4, or 1 for "
        "all queries");
    row(
        "mask_of_one_key",
        [](P& p) {
            p.mask.mayAttend = zeros({4, 1, 2});
        },
        "the second axis of may_attend (key) has size 1, shape (4, 1, 2); it must be 5, one for "
        "each key");
    row(
        "mask_of_other_batch",
        [](P& p) {
            p.mask.additive = zeros({1, 5, 3});
        },
        "the third axis of additive_mask (batch) has size 3, shape (1, 5, 3); it must be 2, or 1 "
        "for all sequences");
    row(
        "mask_of_other_heads",
        [](P& p) {
            p.mask.additive = zeros({4, 5, 1, 3});
        },
        "the fourth axis of additive_mask (heads) has size 3, shape (4, 5, 1, 3); it must be 2, "
        "or 1 for all heads");
    row(
        "mask_of_five_axes",
        [](P& p) {
            p.mask.additive = zeros({4, 5, 1, 1, 1});
        },
        "additive_mask has 5 axes, shape (4, 5, 1, 1, 1); it must have two to four: query or 1, "
        "key, batch or 1, heads or 1");
    row(
        "mask_not_a_number",
        [](P& p) {
            p.mask.additive = zeros({4, 5, 2}).withElement({2, 3, 1}, notANumber);
        },
        "additive_mask[q=2, k=3, b=1] is nan; it must be a finite number, or -inf where a query "
        "may not attend");
    row(
        "input_with_two_axes",
        [](P& p) {
            p.queryInput = zeros({4, 6});
        },
        "query_input has 2 axes, shape (4, 6); it must have three: sequence, batch, d_model");
    row(
        "keys_of_other_batch",
        [](P& p) {
            p.keyInput = zeros({5, 3, 6});
        },
        "key_input has batch 3 and query_input has batch 2; they must be equal");
    row(
        "padding_of_other_length",
        [](P& p) {
            p.mask.keyPadding = zeros({2, 4});
        },
        "the key padding has shape (2, 4); it must have shape (2, 5) (batch, key)");
    row(
        "input_not_a_number",
        [](P& p) {
            p.queryInput = p.queryInput.withElement({3, 1, 2}, notANumber);
        },
        "query_input[s=3, b=1, d=2] is not a number (NaN); it must be a finite number");
}

void TestAttentionProblem::bad_sequence_first_problem_is_refused_with_a_sentence() {
    QFETCH(Change, change);
    QFETCH(QString, sentence);
    ProblemShape shape;
    shape.cross = shape.sequenceFirst = true;
    shape.keys = 5;
    AttentionProblem problem = randomProblem(shape);
    QVERIFY(validate(problem).ok());
    for (const Shape& good : {Shape{4, 5}, Shape{1, 5}, Shape{1, 5, 1}, Shape{4, 5, 2},
                              Shape{1, 5, 2, 1}, Shape{4, 5, 1, 2}}) {
        problem.mask.additive = zeros(good);
        QVERIFY(validate(problem).ok());
    }
    problem.mask.additive.reset();
    change(problem);
    const Status status = validate(problem);
    QVERIFY(!status.ok());
    QCOMPARE(QString::fromStdString(status.error().text()), sentence);
    QVERIFY(!runAttention(problem).ok());
}

void TestAttentionProblem::good_problems_pass() {
    AttentionProblem problem = randomProblem({});
    problem.mask.additive = zeros({1, 1, 4, 4});
    problem.mask.mayAttend = zeros({1, 2, 4, 4});
    QVERIFY(validate(problem).ok());
    // Strided views are as good as their copies.
    problem.weights.set(Role::QueryWeight, problem.weights.at(Role::QueryWeight).transposed(0, 1));
    problem.queryInput = Tensor::filled({4, 2, 6}, {Axis::Sequence, Axis::Batch, Axis::ModelDim}, 1)
                             .transposed(0, 1);
    QVERIFY(validate(problem).ok());
    const Result<Trace> strided = runAttention(problem);
    problem.weights.set(Role::QueryWeight, problem.weights.at(Role::QueryWeight).contiguous());
    problem.queryInput = problem.queryInput.contiguous();
    const Result<Trace> dense = runAttention(problem);
    QVERIFY(strided.ok() && dense.ok());
    QVERIFY(*strided == *dense);
}

void TestAttentionProblem::broken_numbers_of_a_view_are_named_by_their_place() {
    AttentionProblem problem = randomProblem({}); // [2, 4, 6]
    // In memory the later one comes first.
    problem.queryInput = problem.queryInput.withElement({1, 0, 5}, infinity)
                             .withElement({0, 3, 0}, notANumber)
                             .transposed(0, 1)
                             .contiguous()
                             .transposed(0, 1);
    QVERIFY(!problem.queryInput.isContiguous());
    const Status status = validate(problem);
    QVERIFY(!status.ok());
    QCOMPARE(QString::fromStdString(status.error().text()),
             QStringLiteral("query_input[b=0, s=3, d=0] is not a number (NaN); it must be a "
                            "finite number"));
}

void TestAttentionProblem::numbers_that_were_seen_are_seen_again_once_somebody_writes() {
    AttentionProblem problem = randomProblem({});
    problem.queryInput = zeros({2, 300, 6}); // large enough to remember what is known of it
    const CancellationToken cancelled = CancellationToken::create();
    cancelled.cancel();
    QVERIFY(validate(problem, cancelled).ok());
    QVERIFY(!isKnownFinite(problem.queryInput.storage()));
    QVERIFY(validate(problem).ok());
    QVERIFY(isKnownFinite(problem.queryInput.storage()));
    problem.queryInput.mutableData()[3599] = notANumber;
    QVERIFY(!isKnownFinite(problem.queryInput.storage()));
    const Status status = validate(problem);
    QVERIFY(!status.ok());
    QCOMPARE(QString::fromStdString(status.error().text()),
             QStringLiteral("query_input[b=1, s=299, d=5] is not a number (NaN); it must be a "
                            "finite number"));
    QVERIFY(!isKnownFinite(problem.queryInput.storage()));
}

void TestAttentionProblem::numbers_beside_those_that_were_seen_are_not_known() {
    AttentionProblem problem = randomProblem({});
    const Tensor both = Tensor::filled({2, 2, 300, 6}, Axes(4, Axis::Feature), 0.0F)
                            .withElement({1, 0, 3, 0}, infinity);
    problem.queryInput = both.selected(0, 0);
    QVERIFY(validate(problem).ok());
    QVERIFY(!isKnownFinite(both.storage()));
    problem.queryInput = both.selected(0, 1);
    QVERIFY(!validate(problem).ok());
}

void TestAttentionProblem::automatic_sizes() {
    AttentionConfig config;
    config.modelDim = 512;
    config.heads = 8;
    QCOMPARE(headSizes(config)->keyDim, Index{64});
    QCOMPARE(headSizes(config)->valueDim, Index{64});
    QCOMPARE(headSizes(config)->scale, 0.125F);
    config.keyDim = 16;
    QCOMPARE(headSizes(config)->valueDim, Index{16});
    QCOMPARE(headSizes(config)->scale, 0.25F);
    config.scale = 1.0F;
    config.valueDim = 5;
    QCOMPARE(headSizes(config)->valueDim, Index{5});
    QCOMPARE(headSizes(config)->scale, 1.0F);
}

void TestAttentionProblem::trace_bytes_are_what_a_trace_holds_data() {
    QTest::addColumn<Change>("change");
    QTest::newRow("plain") << Change([](AttentionProblem&) {});
    QTest::newRow("causal") << Change([](AttentionProblem& p) { p.mask.causal = true; });
    QTest::newRow("per_head") << Change([](AttentionProblem& p) {
        p.mask.mayAttend = zeros({2, 2, 4, 4});
    });
    QTest::newRow("additive") << Change([](AttentionProblem& p) {
        p.mask.additive = zeros({4, 4});
    });
    QTest::newRow("dropout") << Change([](AttentionProblem& p) { p.config.dropout = 0.5F; });
    QTest::newRow("window") << Change([](AttentionProblem& p) { p.mask.window = 2; });
    QTest::newRow("weights_per_head")
        << Change([](AttentionProblem& p) { p.config.weightLayout = WeightLayout::PerHead; });
    QTest::newRow("sequence_first") << Change([](AttentionProblem& p) {
        p.mask.mayAttend = zeros({2, 2, 4, 4});
        p = inLayout(p, Layout::SequenceFirst);
    });
}

void TestAttentionProblem::trace_bytes_are_what_a_trace_holds() {
    QFETCH(Change, change);
    ProblemShape shape;
    shape.valueDim = 4;
    AttentionProblem problem = randomProblem(shape);
    change(problem);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY(trace.ok());
    std::vector<const Tensor*> seen;
    Index elements = 0;
    for (const TraceStep& step : trace->steps()) {
        const bool given = step.operation == Operation::Input ||
                           step.operation == Operation::Parameter ||
                           step.name == TensorName::AdditiveMask;
        const bool shared = std::any_of(seen.begin(), seen.end(), [&](const Tensor* tensor) {
            return tensor->sharesStorageWith(step.result);
        });
        seen.push_back(&step.result);
        if (!given && !shared)
            elements += step.result.elementCount();
    }
    QCOMPARE(*traceBytes(problem, *headSizes(problem.config)), elements * Index{sizeof(float)});
}

HEADSCOPE_TEST(TestAttentionProblem, QCoreApplication)
#include "test_attention_problem.moc"
