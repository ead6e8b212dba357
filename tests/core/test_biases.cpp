// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/experiment_from_json.h"
#include "support/parameter_paths.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr std::array biasNames = {TensorName::QueryBias, TensorName::KeyBias, TensorName::ValueBias,
                                  TensorName::OutputBias};

bool isIn(int set, std::size_t role) {
    return (set >> role & 1) != 0;
}

/// The cross-attention example with some of the biases, no number of them 0.
Experiment withSome(int set) {
    Experiment e = findExample("cross")->make();
    for (std::size_t i = 0; i < projections.size(); ++i) {
        e = withBias(e, projections[i].bias, isIn(set, i));
        if (!isIn(set, i))
            continue;
        const Index size = editableTensor(e, biasNames[i])->size(0);
        for (Index column = 0; column < size; ++column)
            e = withCell(e, biasNames[i], {column},
                         0.25F * static_cast<float>(column + 1) - static_cast<float>(i))
                    .value();
    }
    return e;
}

/// x·W + b for one row, with or without b.
std::vector<double> projected(const Tensor& x, Index row, const Tensor& weight,
                              const Tensor* bias) {
    std::vector<double> y;
    for (Index column = 0; column < weight.size(1); ++column) {
        double sum = bias ? static_cast<double>((*bias)(column)) : 0;
        for (Index i = 0; i < weight.size(0); ++i)
            sum += static_cast<double>(x(0, row, i)) * static_cast<double>(weight(i, column));
        y.push_back(sum);
    }
    return y;
}

/// Multi-head attention of the first sequence, written down from its definition in
/// double precision: the output, row after row.
std::vector<double> outputOf(const Experiment& e) {
    const Parameters& w = e.weights;
    const Tensor& keys = e.keyInput ? *e.keyInput : e.queryInput;
    const Index heads = e.config.heads;
    const Index width = w.at(Role::QueryWeight).size(1) / heads;
    std::vector<double> output;
    for (Index query = 0; query < e.queryLength(); ++query) {
        const auto q =
            projected(e.queryInput, query, w.at(Role::QueryWeight), w.find(Role::QueryBias));
        std::vector<double> context(static_cast<std::size_t>(w.at(Role::ValueWeight).size(1)), 0);
        for (Index head = 0; head < heads; ++head) {
            std::vector<double> shares;
            double sum = 0;
            for (Index key = 0; key < e.keyLength(); ++key) {
                const auto k = projected(keys, key, w.at(Role::KeyWeight), w.find(Role::KeyBias));
                double score = 0;
                for (Index i = head * width; i < (head + 1) * width; ++i)
                    score += q[static_cast<std::size_t>(i)] * k[static_cast<std::size_t>(i)];
                shares.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
                sum += shares.back();
            }
            for (Index key = 0; key < e.keyLength(); ++key) {
                const auto v =
                    projected(keys, key, w.at(Role::ValueWeight), w.find(Role::ValueBias));
                for (Index i = head * width; i < (head + 1) * width; ++i)
                    context[static_cast<std::size_t>(i)] += shares[static_cast<std::size_t>(key)] /
                                                            sum * v[static_cast<std::size_t>(i)];
            }
        }
        for (Index column = 0; column < w.at(Role::OutputWeight).size(1); ++column) {
            double y =
                w.find(Role::OutputBias) ? static_cast<double>(w.at(Role::OutputBias)(column)) : 0;
            for (std::size_t i = 0; i < context.size(); ++i)
                y += context[i] *
                     static_cast<double>(w.at(Role::OutputWeight)(static_cast<Index>(i), column));
            output.push_back(y);
        }
    }
    return output;
}

} // namespace

class TestBiases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_set_of_biases_data();
    void every_set_of_biases();
    void one_bias_comes_and_goes_alone();
    void in_a_stack_all_layers_have_it();
    void a_bias_of_the_wrong_size_is_refused();
};

void TestBiases::every_set_of_biases_data() {
    QTest::addColumn<int>("set");
    for (int set = 0; set < 16; ++set) {
        QByteArray name = set == 0 ? "none" : "";
        for (std::size_t i = 0; i < projections.size(); ++i) {
            if (isIn(set, i))
                name += "QKVO"[i];
        }
        QTest::newRow(name.constData()) << set;
    }
}

void TestBiases::every_set_of_biases() {
    QFETCH(const int, set);
    const Experiment e = withSome(set);
    const Trace trace = runAttention(problemOf(e)).value();
    for (std::size_t i = 0; i < projections.size(); ++i) {
        QCOMPARE(e.weights.find(projections[i].bias) != nullptr, isIn(set, i));
        QCOMPARE(trace.find(biasNames[i]) != nullptr, isIn(set, i));
    }
    const std::vector<double> expected = outputOf(e);
    const Tensor output = trace.find(TensorName::Output)->result.contiguous();
    QCOMPARE(output.values().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double error = std::fabs(static_cast<double>(output.values()[i]) - expected[i]);
        QVERIFY2(error < 1e-5 * (1 + std::fabs(expected[i])), qPrintable(QString::number(error)));
    }
    // A projection without a bias has two operands, one with a bias three.
    const std::array<TensorName, 4> results = {TensorName::ProjectedQuery, TensorName::ProjectedKey,
                                               TensorName::ProjectedValue, TensorName::Output};
    for (std::size_t i = 0; i < results.size(); ++i)
        QCOMPARE(trace.find(results[i])->operands.size(), std::size_t(isIn(set, i) ? 3 : 2));

    // The other ways to hold weights and axes give the same numbers.
    Experiment other =
        withLayout(withWeightLayout(e, WeightLayout::PerHead), Layout::SequenceFirst);
    const Trace turned = runAttention(problemOf(other)).value();
    QVERIFY(
        turned.find(TensorName::Output)->result.transposed(0, 1).contiguous().values().front() ==
        output.values().front());

    QVERIFY(experimentFromJson(experimentToJson(e)).value() == e);
    QVERIFY(runAttention(problemOf(withHeads(e, 4).value())).ok());
}

void TestBiases::one_bias_comes_and_goes_alone() {
    const Experiment all = withSome(15);
    const Experiment three = withBias(all, Role::ValueBias, false);
    QVERIFY(!three.weights.find(Role::ValueBias));
    QVERIFY(three.weights.at(Role::QueryBias) == all.weights.at(Role::QueryBias));
    QVERIFY(three.weights.at(Role::OutputBias) == all.weights.at(Role::OutputBias));
    const Experiment again = withBias(three, Role::ValueBias, true);
    for (const float value : again.weights.at(Role::ValueBias).values())
        QCOMPARE(value, 0.0F);
    QVERIFY(withBias(all, Role::ValueBias, true) == all);
    // What is not there cannot be edited.
    QVERIFY(!withCell(three, TensorName::ValueBias, {0}, 1).ok());
}

void TestBiases::in_a_stack_all_layers_have_it() {
    const Experiment e = withBias(findExample("encoder-decoder")->make(), Role::ValueBias, true);
    for (const char* block : {"encoder/0/self_attention", "encoder/1/self_attention",
                              "decoder/0/self_attention", "decoder/1/cross_attention"}) {
        QVERIFY(e.weights.find(Role::ValueBias, scopeAt(block)));
        for (const Role other : {Role::QueryBias, Role::KeyBias, Role::OutputBias})
            QVERIFY(!e.weights.find(other, scopeAt(block)));
    }
    ModelConfig deeper = e.model;
    deeper.layers = 3;
    const Experiment more = withModel(e, deeper).value();
    QVERIFY(find(more.weights, "encoder/2/self_attention/value_bias"));
    QVERIFY(!find(more.weights, "encoder/2/self_attention/query_bias"));
    QVERIFY(experimentFromJson(experimentToJson(more)).value() == more);
}

void TestBiases::a_bias_of_the_wrong_size_is_refused() {
    AttentionProblem problem = problemOf(withSome(4));
    problem.weights.set(Role::ValueBias, Tensor::filled({3}, {Axis::HeadsValueDim}, 0));
    const Status valid = validate(problem);
    QVERIFY(!valid.ok());
    QVERIFY(valid.error().text().starts_with("value_bias has shape (3,)"));
}

HEADSCOPE_TEST(TestBiases, QCoreApplication)
#include "test_biases.moc"
