// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of masks by place, of fully masked rows and of the layouts.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/example.h"
#include "support/test_program.h"
#include "support/trace_of.h"

#include <QtTest>

#include <cmath>

using namespace headscope;

namespace {

/// The keys that a query may look at in a mask [1, query, key], such as "1110".
QString seenBy(const Tensor& mask, Index query) {
    QString text;
    for (Index key = 0; key < mask.size(2); ++key)
        text += mask(0, query, key) != 0.0F ? u'1' : u'0';
    return text;
}

} // namespace

class TestExperimentMasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_window_without_causal_looks_both_ways();
    void a_window_with_causal_looks_back();
    void a_prefix_is_seen_by_all();
    void a_prefix_loosens_causal();
    void lower_right_alignment_moves_causal_to_the_last_key();
    void lengths_out_of_range_are_refused_data();
    void lengths_out_of_range_are_refused();
    void painting_starts_from_what_places_allow();
    void fully_masked_rows_are_shown_as_chosen();
    void the_layout_turns_the_trace_and_not_the_experiment();
    void painted_masks_serve_both_layouts();
    void weights_per_head_leave_the_experiment_fused();
};

void TestExperimentMasks::a_window_without_causal_looks_both_ways() {
    const Trace trace = traceOf(*withWindow(ticket(), 3));
    const Tensor& mask = trace[TensorName::MayAttend];
    QCOMPARE(seenBy(mask, 0), u"1110000000"_qs);
    QCOMPARE(seenBy(mask, 4), u"0011111000"_qs);
    QCOMPARE(seenBy(mask, 9), u"0000000111"_qs);
}

void TestExperimentMasks::a_window_with_causal_looks_back() {
    const Trace trace = traceOf(withCausal(*withWindow(ticket(), 3), true));
    const Tensor& mask = trace[TensorName::MayAttend];
    QCOMPARE(seenBy(mask, 0), u"1000000000"_qs);
    QCOMPARE(seenBy(mask, 4), u"0011100000"_qs);
}

void TestExperimentMasks::a_prefix_is_seen_by_all() {
    const Trace trace = traceOf(*withPrefix(ticket(), 4));
    const Tensor& mask = trace[TensorName::MayAttend];
    QCOMPARE(seenBy(mask, 0), u"1111000000"_qs);
    QCOMPARE(seenBy(mask, 5), u"1111110000"_qs);
}

void TestExperimentMasks::a_prefix_loosens_causal() {
    const Experiment causal = withCausal(ticket(), true);
    QVERIFY(traceOf(*withPrefix(causal, 4))[TensorName::MayAttend] ==
            traceOf(*withPrefix(ticket(), 4))[TensorName::MayAttend]);
    QVERIFY(*withPrefix(*withPrefix(causal, 4), std::nullopt) == causal);
}

void TestExperimentMasks::lower_right_alignment_moves_causal_to_the_last_key() {
    Experiment e = *withTokens(ticket(), TokenSide::Query, 0, {"a", "b"});
    e.keyTokens = {{"x", "y", "z", "u"}};
    e.keyInput = Tensor::filled({1, 4, 4}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 0.5F);
    e = withCausal(e, true);
    const Trace upperLeft = traceOf(e);
    QCOMPARE(seenBy(upperLeft[TensorName::MayAttend], 0), u"1000"_qs);
    QCOMPARE(seenBy(upperLeft[TensorName::MayAttend], 1), u"1100"_qs);
    const Trace lowerRight = traceOf(withCausalAlignment(e, CausalAlignment::LowerRight));
    QCOMPARE(seenBy(lowerRight[TensorName::MayAttend], 0), u"1110"_qs);
    QCOMPARE(seenBy(lowerRight[TensorName::MayAttend], 1), u"1111"_qs);
}

void TestExperimentMasks::lengths_out_of_range_are_refused_data() {
    QTest::addColumn<qlonglong>("length");
    for (const qlonglong length : {0LL, -1LL, 16385LL, 9'223'372'036'854'775'807LL})
        QTest::addRow("length_%lld", length) << length;
}

void TestExperimentMasks::lengths_out_of_range_are_refused() {
    QFETCH(qlonglong, length);
    const Result<Experiment> window = withWindow(ticket(), static_cast<Index>(length));
    QVERIFY(!window.ok());
    QCOMPARE(QString::fromStdString(window.error().text()),
             u"the window is %1 wide; it must be between 1 and 16384"_qs.arg(length));
    const Result<Experiment> prefix = withPrefix(ticket(), static_cast<Index>(length));
    QVERIFY(!prefix.ok());
    QCOMPARE(QString::fromStdString(prefix.error().text()),
             u"the prefix is %1 long; it must be between 1 and 16384"_qs.arg(length));
    QVERIFY(withWindow(ticket(), 16384).ok() && withPrefix(ticket(), 1).ok());
}

void TestExperimentMasks::painting_starts_from_what_places_allow() {
    const Experiment e = withCausal(*withWindow(ticket(), 2), true);
    const Tensor mask = maskToPaintOn(e);
    QVERIFY(mask == traceOf(e)[TensorName::MayAttend]);
    QCOMPARE(seenBy(mask, 3), u"0011000000"_qs);
}

void TestExperimentMasks::fully_masked_rows_are_shown_as_chosen() {
    const Tensor nothing = Tensor::filled({1, 10, 10}, {Axis::Batch, Axis::Query, Axis::Key}, 0);
    const Experiment e = withPaintedMask(ticket(), nothing);
    const auto weight = [&](FullyMasked choice) {
        return traceOf(withFullyMasked(e, choice))[TensorName::AttentionWeights](0, 3, 4, 5);
    };
    QCOMPARE(weight(FullyMasked::Zeros), 0.0F);
    QCOMPARE(weight(FullyMasked::Uniform), 0.1F);
    QVERIFY(std::isnan(weight(FullyMasked::NaN)));
}

void TestExperimentMasks::the_layout_turns_the_trace_and_not_the_experiment() {
    const Experiment e = findExample("causal-padding")->make();
    const Experiment turned = withLayout(e, Layout::SequenceFirst);
    QVERIFY(turned.queryInput == e.queryInput);
    QCOMPARE(turned.batch(), e.batch());
    const Trace before = traceOf(e);
    const Trace trace = traceOf(turned);
    const Tensor& weights = trace[TensorName::AttentionWeights];
    const Tensor& wanted = before[TensorName::AttentionWeights];
    QVERIFY(weights.axes() == (Axes{Axis::Query, Axis::Key, Axis::Batch, Axis::Heads}));
    QCOMPARE(weights.size(2), e.batch());
    Cell cell(4, 0);
    do {
        QCOMPARE(weights(cell[2], cell[3], cell[0], cell[1]), wanted.at(cell));
    } while (advance(cell, wanted.shape()));
    QVERIFY(withLayout(turned, Layout::BatchFirst) == e);
}

void TestExperimentMasks::painted_masks_serve_both_layouts() {
    const Experiment painted = *withPair(findExample("causal-padding")->make(), 1, 2, 0, false);
    const Trace trace = traceOf(withLayout(painted, Layout::SequenceFirst));
    const Tensor& mask = trace[TensorName::MayAttend];
    QVERIFY(mask.axes() == (Axes{Axis::Query, Axis::Key, Axis::Batch}));
    QCOMPARE(mask(2, 0, 1), 0.0F);
    QCOMPARE(mask(2, 0, 0), 1.0F);
    QCOMPARE(trace[TensorName::AttentionWeights](2, 0, 1, 0), 0.0F);
}

void TestExperimentMasks::weights_per_head_leave_the_experiment_fused() {
    const Experiment e = withWeightLayout(ticket(), WeightLayout::PerHead);
    QVERIFY(e.weights == ticket().weights);
    const Trace trace = traceOf(e);
    QVERIFY(trace[TensorName::QueryWeight].shape() == (Shape{4, 4, 4}));
    QVERIFY(trace[TensorName::QueryWeight].axes() ==
            (Axes{Axis::Heads, Axis::ModelDim, Axis::KeyDim}));
    QVERIFY(trace[TensorName::Output] == traceOf(ticket())[TensorName::Output]);
}

HEADSCOPE_TEST(TestExperimentMasks, QCoreApplication)
#include "test_experiment_masks.moc"
