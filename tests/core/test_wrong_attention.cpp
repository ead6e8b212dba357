// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "head_shapes/trace_journeys.h"
#include "head_shapes/wrong_attention.h"
#include "support/edits.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

Trace traceOf(const char* example) {
    return runAttention(problemOf(findExample(example)->make())).value();
}

constexpr WrongWay viewAlone = {WrongWay::Kind::NoTranspose, 0, 0};

Tensor wrongHeads(const Trace& trace, SplitOf which, const WrongWay& way, MemoryOrder order) {
    const Journey wrong = wrongJourney(*splitJourney(trace, which, order), way);
    return wrong[wrong.lastStep()].tensor;
}

/// softmax(Q·Kᵀ·scale) of one row, in double precision, of whole tensors.
std::vector<double> rowOfWeights(const Tensor& q, const Tensor& k, double scale, Index b, Index h,
                                 Index row, const Tensor* mayAttend) {
    std::vector<double> scores;
    double largest = -INFINITY;
    for (Index j = 0; j < k.size(2); ++j) {
        double sum = 0;
        for (Index i = 0; i < q.size(3); ++i)
            sum += static_cast<double>(q(b, h, row, i)) * static_cast<double>(k(b, h, j, i));
        sum *= scale;
        if (mayAttend && (*mayAttend)(b, row, j) == 0.0F)
            sum = -INFINITY;
        scores.push_back(sum);
        largest = std::max(largest, sum);
    }
    double total = 0;
    for (double& score : scores) {
        score = std::exp(score - largest);
        total += score;
    }
    for (double& score : scores)
        score /= total;
    return scores;
}

} // namespace

class TestWrongAttention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void journeys_of_a_trace_end_in_its_own_tensors_data();
    void journeys_of_a_trace_end_in_its_own_tensors();
    void weights_are_those_of_the_wrong_heads_data();
    void weights_are_those_of_the_wrong_heads();
    void one_head_goes_wrong_nowhere();
    void ways_of_another_path_are_refused();
    void cancelled_runs_give_nothing();
    void a_sequence_first_trace_has_the_same_journeys();
};

void TestWrongAttention::journeys_of_a_trace_end_in_its_own_tensors_data() {
    QTest::addColumn<QString>("example");
    for (const Example& example : examples()) {
        if (example.make().model.architecture != Architecture::Attention)
            continue;
        const QString id =
            QString::fromUtf8(example.id.data(), static_cast<qsizetype>(example.id.size()));
        QTest::newRow(qPrintable(id)) << id;
    }
}

void TestWrongAttention::journeys_of_a_trace_end_in_its_own_tensors() {
    QFETCH(QString, example);
    const Trace trace = traceOf(qPrintable(example));
    struct Row {
        SplitOf which;
        TensorName perHead;
    };
    for (const Row& row :
         {Row{SplitOf::Query, TensorName::Query}, Row{SplitOf::Key, TensorName::Key},
          Row{SplitOf::Value, TensorName::Value}}) {
        for (const MemoryOrder order : {MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst}) {
            const auto journey = splitJourney(trace, row.which, order);
            if (!trace.find(row.perHead)) {
                QVERIFY(!journey);
                continue;
            }
            QVERIFY(journey.has_value());
            const Tensor& heads = trace[row.perHead];
            QVERIFY((*journey)[journey->arrangedStep()].tensor.withAxes(heads.axes()) == heads);
        }
    }
    if (!trace.find(TensorName::HeadContext))
        return;
    const Tensor& merged = trace[TensorName::ConcatenatedContext];
    const auto journey = mergeJourney(trace);
    QVERIFY((*journey)[journey->lastStep()].tensor.withAxes(merged.axes()) == merged);
    for (Index sequence = 0; sequence < merged.size(0); ++sequence) {
        const auto textbook = sideBySideJourney(trace, sequence);
        const Tensor one = merged.selected(0, sequence);
        QVERIFY((*textbook)[textbook->lastStep()].tensor.withAxes(one.axes()) == one);
    }
    QVERIFY(!sideBySideJourney(trace, merged.size(0)));
}

void TestWrongAttention::weights_are_those_of_the_wrong_heads_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    const auto row = [](const char* name, const char* example, MemoryOrder order,
                        const WrongWay& way) {
        QTest::newRow(name) << QString::fromLatin1(example) << static_cast<int>(order)
                            << static_cast<int>(way.kind) << static_cast<int>(way.a)
                            << static_cast<int>(way.b);
    };
    row("ticket_view_alone", "ticket", MemoryOrder::BatchFirst, viewAlone);
    row("ticket_wrong_axes", "ticket", MemoryOrder::BatchFirst, {WrongWay::Kind::WrongAxes, 1, 3});
    row("arange_view_alone", "arange", MemoryOrder::BatchFirst, viewAlone);
    row("arange_sequence_first_as_batch_first", "arange", MemoryOrder::SequenceFirst,
        {WrongWay::Kind::OtherOrder, 0, 0});
    row("masked_view_alone", "causal-padding", MemoryOrder::BatchFirst, viewAlone);
}

void TestWrongAttention::weights_are_those_of_the_wrong_heads() {
    QFETCH(QString, example);
    QFETCH(int, order);
    QFETCH(int, kind);
    QFETCH(int, a);
    QFETCH(int, b);
    const WrongWay way{static_cast<WrongWay::Kind>(kind), static_cast<std::size_t>(a),
                       static_cast<std::size_t>(b)};
    const Trace trace = traceOf(qPrintable(example));
    const auto memory = static_cast<MemoryOrder>(order);
    const auto wrong = attendWrongly(trace, way, memory);
    QVERIFY(wrong.has_value());
    const Tensor& right = trace[TensorName::AttentionWeights];
    QCOMPARE(wrong->weights.shape(), right.shape());
    QVERIFY(!(wrong->weights == right.withAxes(wrong->weights.axes())));
    const Tensor q = wrongHeads(trace, SplitOf::Query, way, memory);
    const Tensor k = wrongHeads(trace, SplitOf::Key, way, memory);
    const TraceStep* mask = trace.find(TensorName::MayAttend);
    const double scale = static_cast<double>(trace.find(TensorName::ScaledScores)->factor);
    for (Index s = 0; s < q.size(0); ++s) {
        for (Index h = 0; h < q.size(1); ++h) {
            for (Index row = 0; row < q.size(2); ++row) {
                const auto expected =
                    rowOfWeights(q, k, scale, s, h, row, mask ? &mask->result : nullptr);
                for (Index j = 0; j < k.size(2); ++j) {
                    const auto got = static_cast<double>(wrong->weights(s, h, row, j));
                    QVERIFY2(std::abs(got - expected[static_cast<std::size_t>(j)]) < 2e-5,
                             qPrintable(
                                 QStringLiteral("[%1, %2, %3, %4]").arg(s).arg(h).arg(row).arg(j)));
                }
            }
        }
    }
}

void TestWrongAttention::one_head_goes_wrong_nowhere() {
    // A view alone is right where there is one head: the very same weights.
    Experiment experiment = findExample("ticket")->make();
    experiment.config.heads = 1;
    experiment.config.keyDim = experiment.weights.at(Role::QueryWeight).size(1);
    experiment.config.valueDim = experiment.weights.at(Role::ValueWeight).size(1);
    const Trace trace = runAttention(problemOf(experiment)).value();
    const auto wrong = attendWrongly(trace, viewAlone, MemoryOrder::BatchFirst);
    const Tensor& right = trace[TensorName::AttentionWeights];
    QVERIFY(wrong->weights.withAxes(right.axes()) == right);
}

void TestWrongAttention::ways_of_another_path_are_refused() {
    const Trace trace = traceOf("ticket");
    QVERIFY(!attendWrongly(trace, {WrongWay::Kind::OtherOrder, 0, 0}, MemoryOrder::BatchFirst));
    QVERIFY(!attendWrongly(trace, {WrongWay::Kind::WrongAxes, 1, 2}, MemoryOrder::BatchFirst));
    QVERIFY(!attendWrongly(Trace(), viewAlone, MemoryOrder::BatchFirst));
}

void TestWrongAttention::cancelled_runs_give_nothing() {
    const Trace trace = traceOf("ticket");
    Execution execution;
    execution.cancellation = CancellationToken::create();
    execution.cancellation.cancel();
    QVERIFY(!attendWrongly(trace, viewAlone, MemoryOrder::BatchFirst, execution));
}

void TestWrongAttention::a_sequence_first_trace_has_the_same_journeys() {
    Experiment experiment = findExample("causal-padding")->make();
    const Trace trace = runAttention(problemOf(experiment)).value();
    experiment.config.layout = Layout::SequenceFirst;
    const Trace turned = runAttention(problemOf(experiment)).value();
    const auto same = [](const std::optional<Journey>& a, const std::optional<Journey>& b) {
        if (!a || !b || a->lastStep() != b->lastStep())
            return false;
        for (std::size_t i = 0; i <= a->lastStep(); ++i) {
            if (!((*a)[i].tensor == (*b)[i].tensor))
                return false;
        }
        return true;
    };
    for (const MemoryOrder order : {MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst}) {
        for (const SplitOf which : {SplitOf::Query, SplitOf::Key, SplitOf::Value})
            QVERIFY(same(splitJourney(turned, which, order), splitJourney(trace, which, order)));
        QVERIFY(same(mergeJourney(turned, order), mergeJourney(trace, order)));
    }
    for (Index sequence = 0; sequence < experiment.batch(); ++sequence)
        QVERIFY(same(sideBySideJourney(turned, sequence), sideBySideJourney(trace, sequence)));
    QVERIFY(!sideBySideJourney(turned, experiment.batch()));
    const auto wrong = attendWrongly(turned, viewAlone, MemoryOrder::BatchFirst);
    const auto expected = attendWrongly(trace, viewAlone, MemoryOrder::BatchFirst);
    QVERIFY(wrong && expected);
    QVERIFY(wrong->scores == expected->scores);
    QVERIFY(wrong->weights == expected->weights);
    QVERIFY(wrong->context == expected->context);
}

HEADSCOPE_TEST(TestWrongAttention, QCoreApplication)
#include "test_wrong_attention.moc"
