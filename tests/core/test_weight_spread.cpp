// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/seeded_values.h"
#include "experiment/edits/weight_spread.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/experiment_from_json.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// The root of the mean square of the scaled scores, and the largest of them.
struct Scores {
    double typical = 0;
    double largest = 0;
};

Scores scoresOf(const Experiment& experiment) {
    const Trace trace = runModel(modelProblemOf(experiment)).value();
    Scores scores;
    double count = 0;
    for (const TraceStep& step : trace.steps()) {
        if (step.name != TensorName::ScaledScores)
            continue;
        const Tensor values = step.result.contiguous();
        for (const float value : values.values()) {
            scores.typical += static_cast<double>(value) * static_cast<double>(value);
            scores.largest = std::max(scores.largest, std::fabs(static_cast<double>(value)));
        }
        count += static_cast<double>(step.result.elementCount());
    }
    scores.typical = std::sqrt(scores.typical / count);
    return scores;
}

Experiment sized(const Experiment& experiment, Index modelDim, Index heads,
                 std::optional<Index> keyDim) {
    AttentionConfig config = experiment.config;
    config.modelDim = modelDim;
    config.heads = heads;
    config.keyDim = keyDim;
    config.valueDim = std::nullopt;
    return withConfig(experiment, config).value();
}

} // namespace

class TestWeightSpread : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_ticket_has_the_numbers_it_always_had();
    void scores_keep_their_size_data();
    void scores_keep_their_size();
    void many_small_steps_end_where_one_step_does_data();
    void many_small_steps_end_where_one_step_does();
    void typed_numbers_stay();
    void a_chosen_sigma_is_taken_as_it_is();
    void another_seed_keeps_the_spread();
    void leaving_a_stack_gives_suitable_weights();
    void files_keep_their_numbers();
};

void TestWeightSpread::the_ticket_has_the_numbers_it_always_had() {
    const Experiment ticket = example("ticket");
    for (Index row = 0; row < 4; ++row) {
        for (Index column = 0; column < 16; ++column) {
            const auto r = static_cast<std::uint64_t>(row);
            const auto c = static_cast<std::uint64_t>(column);
            QCOMPARE(ticket.weights.at(Role::QueryWeight)(row, column),
                     seededNormal(3066, "query_weight", r, c) * 3.0F);
            QCOMPARE(ticket.weights.at(Role::ValueWeight)(row, column),
                     seededNormal(3066, "value_weight", r, c) * 3.0F);
        }
    }
}

void TestWeightSpread::scores_keep_their_size_data() {
    QTest::addColumn<QString>("start");
    QTest::addColumn<Index>("modelDim");
    QTest::addColumn<Index>("heads");
    QTest::addColumn<Index>("keyDim"); ///< 0: automatic
    for (const char* start : {"ticket", "concat", "causal-padding", "fully-masked"}) {
        for (const Index modelDim : {6, 8, 12, 64, 512}) {
            QTest::addRow("%s_%d_wide", start, static_cast<int>(modelDim))
                << QString::fromLatin1(start) << modelDim << Index{2} << Index{0};
        }
        QTest::addRow("%s_many_heads", start)
            << QString::fromLatin1(start) << Index{512} << Index{128} << Index{0};
        QTest::addRow("%s_wide_heads", start)
            << QString::fromLatin1(start) << Index{16} << Index{2} << Index{256};
        QTest::addRow("%s_narrow_heads", start)
            << QString::fromLatin1(start) << Index{256} << Index{4} << Index{1};
    }
}

void TestWeightSpread::scores_keep_their_size() {
    QFETCH(const QString, start);
    QFETCH(const Index, modelDim);
    QFETCH(const Index, heads);
    QFETCH(const Index, keyDim);
    const Experiment before = example(qPrintable(start));
    const Experiment after =
        sized(before, modelDim, heads, keyDim == 0 ? std::nullopt : std::optional(keyDim));
    const Scores scores = scoresOf(after);
    const QByteArray measured =
        QByteArray::number(scores.typical) + ", at most " + QByteArray::number(scores.largest);
    QVERIFY2(scores.typical > 0.4 && scores.typical < 5, measured.constData());
    QVERIFY2(scores.largest < 20, measured.constData());
}

void TestWeightSpread::many_small_steps_end_where_one_step_does_data() {
    QTest::addColumn<QString>("start");
    for (const char* start : {"ticket", "paper-size", "cross", "positions", "stack", "norms"})
        QTest::newRow(start) << QString::fromLatin1(start);
}

/// Nobody can tell from the weights on which way the sizes were reached; back at the
/// start they are bit for bit what they were.
void TestWeightSpread::many_small_steps_end_where_one_step_does() {
    QFETCH(const QString, start);
    const Experiment before = example(qPrintable(start));
    const Index heads = before.config.heads;
    const Experiment wide = withModelDim(before, 96).value();
    Experiment wandering = before;
    for (const Index step : {24, 8, 48, 72, 96})
        wandering = withModelDim(wandering, step).value();
    QVERIFY(wandering.weights == wide.weights);
    const Experiment back = withModelDim(wide, before.config.modelDim).value();
    QCOMPARE(back.config.heads, heads);
    QVERIFY(back.weights == before.weights);
}

void TestWeightSpread::typed_numbers_stay() {
    const Experiment typed =
        withCell(example("ticket"), TensorName::KeyWeight, {1, 2}, 7.25F).value();
    const Experiment wide = withModelDim(typed, 64).value();
    QCOMPARE(wide.weights.at(Role::KeyWeight)(1, 2), 7.25F);
    QVERIFY(wide.weights.at(Role::KeyWeight)(1, 3) != typed.weights.at(Role::KeyWeight)(1, 3));
    const Experiment back = withModelDim(wide, 4).value();
    QVERIFY(back == typed);
}

void TestWeightSpread::a_chosen_sigma_is_taken_as_it_is() {
    const Experiment wide = withModelDim(example("ticket"), 64).value();
    const Experiment chosen = withWeightSource(wide, {WeightSource::Kind::Random, 0.5F});
    QCOMPARE(sigmaOf(chosen), 0.5F);
    QCOMPARE(chosen.weights.at(Role::QueryWeight)(40, 3),
             seededNormal(3066, "query_weight", 40, 3) * 0.5F);
    // Flat stays flat: no more than what spreads the scores as before.
    const Experiment flat = withWeightSource(wide, {WeightSource::Kind::Random, 0.01F});
    QVERIFY(sigmaOf(withModelDim(flat, 16).value()) < 0.021F);
}

void TestWeightSpread::another_seed_keeps_the_spread() {
    for (const std::uint64_t seed : {1U, 2U, 77U}) {
        const Experiment e = withSeed(withModelDim(example("ticket"), 512).value(), seed);
        const double typical = scoresOf(e).typical;
        QVERIFY2(typical > 0.5 && typical < 5, qPrintable(QString::number(typical)));
    }
}

void TestWeightSpread::leaving_a_stack_gives_suitable_weights() {
    ModelConfig stack;
    stack.architecture = Architecture::Encoder;
    const Experiment around =
        withModel(withModelDim(example("ticket"), 256).value(), stack).value();
    const Experiment alone = withSeed(withModel(around, ModelConfig{}).value(), 5);
    const double typical = scoresOf(alone).typical;
    QVERIFY2(typical > 0.5 && typical < 5, qPrintable(QString::number(typical)));
}

/// A file says its numbers; one of an older version has no d_model of the source.
void TestWeightSpread::files_keep_their_numbers() {
    const Experiment wide = withModelDim(example("ticket"), 64).value();
    QVERIFY(experimentFromJson(experimentToJson(wide)).value() == wide);
    std::string old = experimentToJson(example("ticket"));
    const auto replace = [&old](const std::string& from, const std::string& to) {
        const std::size_t at = old.find(from);
        QVERIFY(at != std::string::npos);
        old.replace(at, from.size(), to);
    };
    replace("\"version\": 11", "\"version\": 2");
    replace(",\n    \"d_model\": 4\n", "\n"); // the last member of weight_source
    const Result<Experiment> read = experimentFromJson(old);
    QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
    QVERIFY(*read == example("ticket"));
}

HEADSCOPE_TEST(TestWeightSpread, QCoreApplication)
#include "test_weight_spread.moc"
