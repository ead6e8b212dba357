// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>

using namespace headscope;

namespace {

Tensor matrix(Index rows, Index columns, const std::vector<float>& values) {
    return Tensor::fromValues({rows, columns}, {Axis::Feature, Axis::Feature}, values);
}

Tensor sequence(Index tokens, Index width, const std::vector<float>& values) {
    return Tensor::fromValues({1, tokens, width}, {Axis::Batch, Axis::Sequence, Axis::ModelDim},
                              values);
}

Tensor identity(Index size) {
    std::vector<float> values(static_cast<std::size_t>(size * size), 0.0F);
    for (Index i = 0; i < size; ++i)
        values[static_cast<std::size_t>(i * size + i)] = 1.0F;
    return matrix(size, size, values);
}

/// Two tokens, one head, identity projections, scale 1: the first token scores
/// ln 3 with itself and 0 with the second, the second 0 with the first and 1 with itself.
AttentionProblem twoTokens() {
    AttentionProblem problem;
    problem.queryInput = sequence(2, 2, {std::sqrt(std::log(3.0F)), 0, 0, 1});
    problem.config.modelDim = 2;
    problem.config.heads = 1;
    problem.config.scale = 1.0F;
    for (const ProjectionRoles& projection : projections)
        problem.weights.set(projection.weight, identity(2));
    return problem;
}

} // namespace

class TestAttention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void softmax_of_ln_3_gives_three_quarters();
    void stages_come_in_order();
    void causal_first_row_sees_only_itself();
    void fully_masked_row_is_zero();
    void views_share_memory_and_merge_copies();
};

void TestAttention::softmax_of_ln_3_gives_three_quarters() {
    const auto trace = runAttention(twoTokens());
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    QVERIFY(std::abs(weights(0, 0, 0, 0) - 0.75F) < 1e-6F);
    QVERIFY(std::abs(weights(0, 0, 0, 1) - 0.25F) < 1e-6F);
    QVERIFY(
        (*trace)[TensorName::MaskedScores].sharesStorageWith((*trace)[TensorName::ScaledScores]));
}

void TestAttention::stages_come_in_order() {
    AttentionProblem problem = twoTokens();
    problem.mask.causal = true;
    const auto trace = runAttention(problem);
    QVERIFY(trace.ok());
    std::vector<std::string> names;
    for (const TraceStep& step : trace->steps())
        names.emplace_back(snakeCase(step.name));
    const std::vector<std::string> expected = {"query_input",
                                               "query_weight",
                                               "key_weight",
                                               "value_weight",
                                               "output_weight",
                                               "projected_query",
                                               "projected_key",
                                               "projected_value",
                                               "split_query",
                                               "split_key",
                                               "split_value",
                                               "query",
                                               "key",
                                               "value",
                                               "scores",
                                               "scaled_scores",
                                               "may_attend",
                                               "masked_scores",
                                               "attention_weights",
                                               "head_context",
                                               "transposed_context",
                                               "concatenated_context",
                                               "output"};
    QVERIFY(names == expected);
    for (std::size_t i = 0; i < trace->steps().size(); ++i) {
        for (const std::size_t operand : (*trace)[i].operands)
            QVERIFY(operand < i);
    }
}

void TestAttention::causal_first_row_sees_only_itself() {
    AttentionProblem problem = twoTokens();
    problem.mask.causal = true;
    const auto trace = runAttention(problem);
    QVERIFY(trace.ok());
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    QCOMPARE(weights(0, 0, 0, 0), 1.0F);
    QCOMPARE(weights(0, 0, 0, 1), 0.0F);
    QCOMPARE((*trace)[TensorName::MaskedScores](0, 0, 0, 1),
             -std::numeric_limits<float>::infinity());
}

void TestAttention::fully_masked_row_is_zero() {
    AttentionProblem problem = twoTokens();
    problem.mask.mayAttend = matrix(2, 2, {0, 0, 1, 1});
    const auto trace = runAttention(problem);
    QVERIFY(trace.ok());
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    QCOMPARE(weights(0, 0, 0, 0), 0.0F);
    QCOMPARE(weights(0, 0, 0, 1), 0.0F);
    QCOMPARE((*trace)[TensorName::Output](0, 0, 1), 0.0F);
}

void TestAttention::views_share_memory_and_merge_copies() {
    AttentionProblem problem = twoTokens();
    problem.config.heads = 2;
    const auto trace = runAttention(problem);
    QVERIFY(trace.ok());
    const Tensor& projected = (*trace)[TensorName::ProjectedKey];
    QVERIFY((*trace)[TensorName::SplitKey].sharesStorageWith(projected));
    QVERIFY((*trace)[TensorName::Key].sharesStorageWith(projected));
    QVERIFY((*trace)[TensorName::Key].shape() == (Shape{1, 2, 2, 1}));
    const Tensor& transposed = (*trace)[TensorName::TransposedContext];
    QVERIFY(transposed.sharesStorageWith((*trace)[TensorName::HeadContext]));
    const Tensor& merged = (*trace)[TensorName::ConcatenatedContext];
    QVERIFY(!merged.sharesStorageWith(transposed));
    for (Index q = 0; q < 2; ++q) {
        for (Index h = 0; h < 2; ++h)
            QCOMPARE(merged(0, q, h), transposed(0, q, h, 0));
    }
}

HEADSCOPE_TEST(TestAttention, QCoreApplication)
#include "test_attention.moc"
