// SPDX-License-Identifier: GPL-3.0-or-later
// Every cell of every step is recomputed from nothing but its contributors, and
// the explanation of it says the same numbers.
#include "attention/multi_head_attention.h"
#include "operations/contributors.h"
#include "operations/explanation.h"
#include "support/random_problem.h"
#include "support/recompute.h"
#include "support/tensor_difference.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestDependencies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_cell_follows_from_its_contributors_data();
    void every_cell_follows_from_its_contributors();
    void product_lists_factors_alternately_and_the_bias_last();
    void score_meets_a_row_of_the_keys();
    void mask_of_one_sequence_stands_for_all();
    void softmax_explains_maximum_and_sum();
    void fully_masked_row_says_so();
    void sequence_first_score_meets_a_row_of_the_keys();
    void sequence_first_weights_come_of_all_keys();
    void head_has_a_weight_of_its_own();

private:
    static void checkEveryCell(const ProblemShape& shape);
};

void TestDependencies::every_cell_follows_from_its_contributors_data() {
    QTest::addColumn<ProblemShape>("shape");
    const auto row = [](const char* name, auto change) {
        ProblemShape shape;
        change(shape);
        QTest::newRow(name) << shape;
    };
    row("plain", [](auto&) {});
    row("no_biases", [](auto& s) { s.biases = false; });
    row("one_of_everything",
        [](auto& s) { s.batch = s.queries = s.modelDim = s.heads = s.keyDim = s.valueDim = 1; });
    row("one_token", [](auto& s) { s.queries = 1; });
    row("one_head", [](auto& s) { s.heads = 1; });
    row("many_heads_of_width_one", [](auto& s) {
        s.heads = 6;
        s.keyDim = s.valueDim = 1;
    });
    row("d_v_differs", [](auto& s) { s.valueDim = 5; });
    row("cross", [](auto& s) {
        s.cross = true;
        s.keys = 7;
    });
    row("values_apart", [](auto& s) { s.valuesApart = true; });
    row("causal", [](auto& s) { s.causal = true; });
    row("padding", [](auto& s) { s.padding = true; });
    row("causal_and_padding", [](auto& s) { s.causal = s.padding = true; });
    row("bool_mask_2_axes", [](auto& s) { s.mayAttendAxes = 2; });
    row("bool_mask_3_axes", [](auto& s) { s.mayAttendAxes = 3; });
    row("bool_mask_4_axes", [](auto& s) { s.mayAttendAxes = 4; });
    row("float_mask_2_axes", [](auto& s) { s.additiveAxes = 2; });
    row("float_mask_3_axes", [](auto& s) { s.additiveAxes = 3; });
    row("float_mask_4_axes", [](auto& s) { s.additiveAxes = 4; });
    row("both_masks", [](auto& s) {
        s.mayAttendAxes = 4;
        s.additiveAxes = 3;
        s.causal = true;
    });
    row("dropout", [](auto& s) { s.dropout = 0.4F; });
    row("lower_right_with_more_keys", [](auto& s) {
        s.cross = s.causal = s.lowerRight = true;
        s.keys = 6;
    });
    row("lower_right_with_fewer_keys", [](auto& s) {
        s.cross = s.causal = s.lowerRight = true;
        s.keys = 2;
    });
    row("window", [](auto& s) { s.window = 2; });
    row("window_and_causal", [](auto& s) {
        s.window = 2;
        s.causal = true;
    });
    row("prefix", [](auto& s) { s.prefix = 2; });
    const auto dead = [](auto& s) {
        s.cross = s.causal = s.lowerRight = true;
        s.keys = 2;
        s.mayAttendAxes = 4;
        s.dropout = 0.25F;
    };
    row("fully_masked_rows_are_nan", [&](auto& s) {
        dead(s);
        s.fullyMasked = FullyMasked::NaN;
    });
    row("fully_masked_rows_are_uniform", [&](auto& s) {
        dead(s);
        s.fullyMasked = FullyMasked::Uniform;
    });
    row("wide", [](auto& s) {
        s.modelDim = 40;
        s.keyDim = 21;
        s.valueDim = 34;
        s.queries = 27;
        s.batch = 1;
    });
    row("all_at_once", [](auto& s) {
        s.cross = s.valuesApart = s.causal = s.padding = true;
        s.keys = 5;
        s.valueDim = 2;
        s.mayAttendAxes = 3;
        s.additiveAxes = 4;
        s.dropout = 0.25F;
        s.seed = 7;
    });
}

void TestDependencies::every_cell_follows_from_its_contributors() {
    QFETCH(ProblemShape, shape);
    for (const bool sequenceFirst : {false, true}) {
        for (const bool perHead : {false, true}) {
            shape.sequenceFirst = sequenceFirst;
            shape.perHead = perHead;
            checkEveryCell(shape);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void TestDependencies::checkEveryCell(const ProblemShape& shape) {
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    const std::string unexplained = firstUnexplained(*trace, shape.seed);
    QVERIFY2(unexplained.empty(), unexplained.c_str());
}

void TestDependencies::product_lists_factors_alternately_and_the_bias_last() {
    ProblemShape shape;
    shape.modelDim = 2;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const auto sources = contributors(*trace, *trace->indexOf(TensorName::ProjectedKey), {1, 3, 4});
    const std::vector<Contributor> expected = {
        {0, {1, 3, 0}}, {1, {0, 4}}, {0, {1, 3, 1}}, {1, {1, 4}}, {2, {4}}};
    QVERIFY(sources == expected);
}

void TestDependencies::score_meets_a_row_of_the_keys() {
    ProblemShape shape;
    shape.keyDim = 2;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const auto sources = contributors(*trace, *trace->indexOf(TensorName::Scores), {1, 0, 2, 3});
    const std::vector<Contributor> expected = {
        {0, {1, 0, 2, 0}}, {1, {1, 0, 3, 0}}, {0, {1, 0, 2, 1}}, {1, {1, 0, 3, 1}}};
    QVERIFY(sources == expected);
}

void TestDependencies::mask_of_one_sequence_stands_for_all() {
    ProblemShape shape;
    shape.additiveAxes = 2;
    shape.causal = true;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const auto sources =
        contributors(*trace, *trace->indexOf(TensorName::MaskedScores), {1, 1, 2, 3});
    const std::vector<Contributor> expected = {{0, {1, 1, 2, 3}}, {1, {1, 2, 3}}, {2, {0, 2, 3}}};
    QVERIFY(sources == expected);
}

void TestDependencies::softmax_explains_maximum_and_sum() {
    ProblemShape shape;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const std::size_t step = *trace->indexOf(TensorName::AttentionWeights);
    const Explanation explanation = explain(*trace, step, {0, 1, 2, 3});
    QCOMPARE(explanation.terms.size(), std::size_t{4});
    QCOMPARE(explanation.selected, std::size_t{3});
    const Tensor& scores = (*trace)[TensorName::MaskedScores];
    float maximum = -HUGE_VALF;
    for (Index k = 0; k < 4; ++k) {
        maximum = std::max(maximum, scores(0, 1, 2, k));
        QCOMPARE(explanation.terms[static_cast<std::size_t>(k)].left, scores(0, 1, 2, k));
    }
    QCOMPARE(explanation.maximum, static_cast<double>(maximum));
    QCOMPARE(explanation.terms.back().partialSum, explanation.sum);
    QVERIFY(!explanation.fullyMasked);
}

void TestDependencies::fully_masked_row_says_so() {
    ProblemShape shape;
    AttentionProblem problem = randomProblem(shape);
    problem.mask.mayAttend = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, 0.0F);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY(trace.ok());
    const Explanation weights =
        explain(*trace, *trace->indexOf(TensorName::AttentionWeights), {0, 0, 1, 1});
    QVERIFY(weights.fullyMasked);
    QCOMPARE(weights.sum, 0.0);
    QCOMPARE(weights.result, 0.0F);
    const Explanation masked =
        explain(*trace, *trace->indexOf(TensorName::MaskedScores), {0, 0, 1, 1});
    QVERIFY(masked.masked);
    QCOMPARE(masked.terms.size(), std::size_t{1});
    QCOMPARE(weights.whenFullyMasked, FullyMasked::Zeros);
    problem.config.fullyMasked = FullyMasked::Uniform;
    const Result<Trace> uniform = runAttention(problem);
    QVERIFY(uniform.ok());
    const Explanation shared =
        explain(*uniform, *uniform->indexOf(TensorName::AttentionWeights), {0, 0, 1, 1});
    QVERIFY(shared.fullyMasked);
    QCOMPARE(shared.whenFullyMasked, FullyMasked::Uniform);
    QCOMPARE(shared.sum, 4.0);
    QCOMPARE(shared.terms[1].product, 1.0F);
    QCOMPARE(shared.result, 0.25F);
}

void TestDependencies::sequence_first_score_meets_a_row_of_the_keys() {
    ProblemShape shape;
    shape.keyDim = 2;
    shape.sequenceFirst = true;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    // Score [query 2, key 3, batch 1, head 0] of Q and K [sequence, batch, head, d_k].
    const auto sources = contributors(*trace, *trace->indexOf(TensorName::Scores), {2, 3, 1, 0});
    const std::vector<Contributor> expected = {
        {0, {2, 1, 0, 0}}, {1, {3, 1, 0, 0}}, {0, {2, 1, 0, 1}}, {1, {3, 1, 0, 1}}};
    QVERIFY(sources == expected);
}

void TestDependencies::sequence_first_weights_come_of_all_keys() {
    ProblemShape shape;
    shape.sequenceFirst = true;
    shape.additiveAxes = 2;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const auto weight =
        contributors(*trace, *trace->indexOf(TensorName::AttentionWeights), {2, 3, 1, 0});
    const std::vector<Contributor> row = {
        {0, {2, 0, 1, 0}}, {0, {2, 1, 1, 0}}, {0, {2, 2, 1, 0}}, {0, {2, 3, 1, 0}}};
    QVERIFY(weight == row);
    const auto masked =
        contributors(*trace, *trace->indexOf(TensorName::MaskedScores), {2, 3, 1, 0});
    const std::vector<Contributor> scoreAndMask = {{0, {2, 3, 1, 0}}, {1, {2, 3, 0}}};
    QVERIFY(masked == scoreAndMask);
    const auto context =
        contributors(*trace, *trace->indexOf(TensorName::HeadContext), {2, 1, 0, 1});
    QCOMPARE(context.size(), std::size_t{8});
    QVERIFY(context[2] == (Contributor{0, {2, 1, 1, 0}}));
    QVERIFY(context[3] == (Contributor{1, {1, 1, 0, 1}}));
}

void TestDependencies::head_has_a_weight_of_its_own() {
    ProblemShape shape;
    shape.modelDim = 2;
    shape.perHead = true;
    const Result<Trace> trace = runAttention(randomProblem(shape));
    QVERIFY(trace.ok());
    const auto sources = contributors(*trace, *trace->indexOf(TensorName::Key), {1, 0, 3, 2});
    const std::vector<Contributor> expected = {
        {0, {1, 3, 0}}, {1, {0, 0, 2}}, {0, {1, 3, 1}}, {1, {0, 1, 2}}, {2, {0, 2}}};
    QVERIFY(sources == expected);
}

HEADSCOPE_TEST(TestDependencies, QCoreApplication)
#include "test_dependencies.moc"
