// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "head_fit/head_fit.h"
#include "support/test_program.h"
#include "support/ticket_painting.h"
#include "transformer/run_model.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>
#include <thread>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A small random problem with a mask, rows without paint, and inputs of other widths.
FitProblem randomPaintProblem() {
    const auto number = [](int from, int to) {
        return static_cast<float>(*rc::gen::inRange(from, to)) / 100;
    };
    const Index queries = *rc::gen::inRange<Index>(1, 5);
    const Index keys = *rc::gen::inRange<Index>(1, 5);
    const auto input = [&](Index rows, Index width) {
        std::vector<float> values(static_cast<std::size_t>(rows * width));
        for (float& value : values)
            value = number(-200, 201);
        return Tensor::fromValues({rows, width}, {Axis::Sequence, Axis::ModelDim}, values);
    };
    FitProblem problem;
    problem.queryInput = input(queries, *rc::gen::inRange<Index>(1, 4));
    problem.keyInput = input(keys, *rc::gen::inRange<Index>(1, 4));
    problem.target = emptyTarget(queries, keys);
    for (std::uint8_t& may : problem.target.mayAttend)
        may = *rc::gen::weightedElement<std::uint8_t>({{4, 1}, {1, 0}});
    for (Index i = 0; i < queries * keys; ++i) {
        if (*rc::gen::inRange(0, 3) > 0)
            problem.target = withPaint(problem.target, i / keys, i % keys, number(1, 101), true);
    }
    problem.target.mayAttend[0] = 1; // something is painted
    problem.target = withPaint(problem.target, 0, 0, number(1, 101), true);
    return problem;
}

PreciseWeights randomWeights(const FitProblem& problem, Index keyDim) {
    const auto values = [&](Index width) {
        std::vector<double> numbers(static_cast<std::size_t>(width * keyDim));
        for (double& value : numbers)
            value = *rc::gen::inRange(-150, 151) / 100.0;
        return numbers;
    };
    return {keyDim, values(problem.queryWidth()), values(problem.keyWidth())};
}

double bitsAt(const FitProblem& problem, const PreciseWeights& weights) {
    HeadDescent descent(problem, weights);
    descent.evaluate();
    return descent.bits();
}

FitOptions options(Index keyDim, Index starts, Index steps) {
    FitOptions options;
    options.keyDim = keyDim;
    options.starts = starts;
    options.steps = steps;
    return options;
}

} // namespace

class TestPainting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gradients_are_central_differences();
    void recorded_steps_are_round_and_even();
    void threads_change_nothing();
    void a_seed_is_a_result();
    void history_is_having_stopped_there();
    void a_start_from_given_weights_goes_on();
    void cancelled_ends_soon();
    void progress_comes_to_its_end();
    void weights_keep_to_their_bound();
    void what_diverges_ends_without_harm();
    void hostile_options_are_refused_data();
    void hostile_options_are_refused();
    void the_engine_shows_what_was_found_data();
    void the_engine_shows_what_was_found();
    void other_heads_stay_as_they_are();
    void stacks_and_added_numbers_are_refused();
    void padding_is_left_out();
    void measured_claims_hold_data();
    void measured_claims_hold();
};

void TestPainting::gradients_are_central_differences() {
    const bool holds = rc::check([] {
        const FitProblem problem = randomPaintProblem();
        const PreciseWeights weights = randomWeights(problem, *rc::gen::inRange<Index>(1, 4));
        HeadDescent descent(problem, weights);
        descent.evaluate();
        constexpr double h = 1e-5;
        const auto check = [&](std::vector<double> PreciseWeights::*part,
                               const std::vector<double>& gradient) {
            for (std::size_t i = 0; i < gradient.size(); ++i) {
                PreciseWeights above = weights;
                PreciseWeights below = weights;
                (above.*part)[i] += h;
                (below.*part)[i] -= h;
                const double difference =
                    (bitsAt(problem, above) - bitsAt(problem, below)) / (2 * h) * std::log(2.0);
                RC_ASSERT(std::fabs(gradient[i] - difference) < 1e-7 * (1 + std::fabs(difference)));
            }
        };
        check(&PreciseWeights::query, descent.queryGradient());
        check(&PreciseWeights::key, descent.keyGradient());
    });
    QVERIFY(holds);
}

void TestPainting::recorded_steps_are_round_and_even() {
    QCOMPARE(recordedSteps(0), std::vector<Index>{0});
    QCOMPARE(recordedSteps(3), (std::vector<Index>{0, 1, 2, 3}));
    QCOMPARE(recordedSteps(12), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    for (const Index steps : {Index{10}, Index{100}, Index{8000}, Index{8001}, Index{1000000}}) {
        const std::vector<Index> recorded = recordedSteps(steps);
        QCOMPARE(recorded.back(), steps);
        QVERIFY(std::ranges::adjacent_find(recorded, std::greater_equal<>()) == recorded.end());
        // Not further than a seventh from one to the next.
        for (std::size_t i = 10; i < recorded.size(); ++i)
            QVERIFY(static_cast<double>(recorded[i]) <=
                    static_cast<double>(recorded[i - 1]) * 1.15);
    }
    QVERIFY(recordedSteps(8000).size() < 100);
}

void TestPainting::threads_change_nothing() {
    const FitProblem problem = ticketPainting("own");
    const HeadFit alone = fitHead(problem, options(2, 6, 300)).value();
    for (const int threads : {2, 3, 8}) {
        Execution execution;
        execution.threads = threads;
        const HeadFit together = fitHead(problem, options(2, 6, 300), execution).value();
        QVERIFY(together.weights == alone.weights);
        QCOMPARE(together.descents.startBits, alone.descents.startBits);
        QCOMPARE(together.descents.bestStart, alone.descents.bestStart);
        QCOMPARE(together.descents.history.size(), alone.descents.history.size());
        for (std::size_t i = 0; i < alone.descents.history.size(); ++i)
            QVERIFY(together.descents.history[i].weights == alone.descents.history[i].weights);
        QCOMPARE(together.head.bits, alone.head.bits);
    }
}

void TestPainting::a_seed_is_a_result() {
    const FitProblem problem = ticketPainting("own");
    FitOptions one = options(2, 2, 50);
    const HeadFit first = fitHead(problem, one).value();
    QVERIFY(fitHead(problem, one)->weights == first.weights);
    one.seed = 2;
    QVERIFY(!(fitHead(problem, one)->weights == first.weights));
}

/// What is recorded at a step is what a descent of so many steps ends with, bit for bit.
void TestPainting::history_is_having_stopped_there() {
    const FitProblem problem = ticketPainting("diagonal");
    const FitDescents whole = descend(problem, options(2, 1, 200)).value();
    for (const FitRecord& record : whole.history) {
        const FitDescents part = descend(problem, options(2, 1, record.step)).value();
        QVERIFY(part.history.back().weights == record.weights);
        QCOMPARE(part.history.back().bits, record.bits);
    }
}

void TestPainting::a_start_from_given_weights_goes_on() {
    const FitProblem problem = ticketPainting("own");
    const HeadFit before = fitHead(problem, options(2, 1, 400)).value();
    FitOptions on = options(2, 1, 0);
    on.from = before.weights;
    QCOMPARE(fitHead(problem, on)->head.bits, before.head.bits);
    on.steps = 400;
    QVERIFY(fitHead(problem, on)->head.bits < before.head.bits);
}

void TestPainting::cancelled_ends_soon() {
    const FitProblem problem = ticketPainting("own");
    Execution execution;
    execution.threads = 2;
    execution.cancellation = CancellationToken::create();
    std::thread canceller([token = execution.cancellation] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        token.cancel();
    });
    QElapsedTimer timer;
    timer.start();
    // Minutes, were it not cancelled.
    const Result<HeadFit> fit = fitHead(problem, options(2, 100, 1'000'000), execution);
    const qint64 milliseconds = timer.elapsed();
    canceller.join();
    QVERIFY(!fit);
    QCOMPARE(fit.error().text(), std::string("the search for weights was cancelled"));
    QVERIFY2(milliseconds < 5000, qPrintable(QString::number(milliseconds)));
}

void TestPainting::progress_comes_to_its_end() {
    for (const Index steps : {Index{0}, Index{1}, Index{64}, Index{100}, Index{129}}) {
        FitProgress progress;
        Execution execution;
        execution.threads = 2;
        QVERIFY(descend(ticketPainting("own"), options(2, 3, steps), execution, &progress));
        QCOMPARE(progress.steps.load(), 3 * steps);
    }
}

void TestPainting::weights_keep_to_their_bound() {
    FitOptions bounded = options(4, 2, 1500);
    bounded.largestWeight = 5;
    const HeadFit fit = fitHead(ticketPainting("diagonal"), bounded).value();
    for (const FitRecord& record : fit.descents.history) {
        for (const double weight : record.weights.query)
            QVERIFY(std::fabs(weight) <= 5);
        for (const double weight : record.weights.key)
            QVERIFY(std::fabs(weight) <= 5);
    }
    // What is known of weights without a bound says nothing about these.
    QCOMPARE(fit.verdict.kind, FitVerdict::Kind::BestFound);
    QVERIFY(fit.head.bits > fit.limits.optimum.bits + 0.01);
}

void TestPainting::what_diverges_ends_without_harm() {
    FitOptions wild = options(2, 3, 500);
    wild.rate = 1e160;
    const Result<HeadFit> fit = fitHead(ticketPainting("own"), wild);
    QVERIFY(fit.ok());
    QVERIFY(std::isfinite(fit->head.bits));
    for (const FitRecord& record : fit->descents.history)
        QVERIFY(std::isfinite(record.bits));
    FitProblem huge = ticketPainting("own");
    huge.queryInput = Tensor::filled({10, 4}, {Axis::Sequence, Axis::ModelDim}, 3e38F);
    huge.scale = 1e300;
    const Result<HeadFit> none = fitHead(huge, options(2, 2, 10));
    QVERIFY(!none);
    QVERIFY(QString::fromStdString(none.error().text()).contains(QLatin1String("so large")));
}

void TestPainting::hostile_options_are_refused_data() {
    QTest::addColumn<FitOptions>("options");
    QTest::addColumn<QString>("words");
    FitOptions good = options(2, 1, 1);
    const auto add = [&](const char* name, auto change, const char* words) {
        FitOptions bad = good;
        change(bad);
        QTest::newRow(name) << bad << QString::fromLatin1(words);
    };
    add(
        "no_features", [](FitOptions& o) { o.keyDim = 0; }, "d_k is 0");
    add(
        "wider_than_d_model", [](FitOptions& o) { o.keyDim = 5; }, "from 1 to d_model, 4");
    add(
        "no_starts", [](FitOptions& o) { o.starts = 0; }, "0 starts");
    add(
        "too_many_starts", [](FitOptions& o) { o.starts = 1001; }, "from 1 to 1000");
    add(
        "negative_steps", [](FitOptions& o) { o.steps = -1; }, "-1 steps");
    add(
        "too_many_steps", [](FitOptions& o) { o.steps = Index{1} << 40; }, "steps: from 0");
    add(
        "no_rate", [](FitOptions& o) { o.rate = 0; }, "learning rate is 0");
    add(
        "rate_is_nan", [](FitOptions& o) { o.rate = std::nan(""); }, "learning rate is nan");
    add(
        "rate_is_infinite", [](FitOptions& o) { o.rate = HUGE_VAL; }, "learning rate is inf");
    add(
        "bound_is_negative", [](FitOptions& o) { o.largestWeight = -1; }, "largest weight");
}

void TestPainting::hostile_options_are_refused() {
    QFETCH(const FitOptions, options);
    QFETCH(const QString, words);
    const Result<HeadFit> fit = fitHead(ticketPainting("own"), options);
    QVERIFY(!fit);
    QVERIFY2(QString::fromStdString(fit.error().text()).contains(words),
             fit.error().text().c_str());
}

void TestPainting::the_engine_shows_what_was_found_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<Index>("head");
    QTest::addColumn<Index>("keyDim");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<bool>("biases");
    QTest::newRow("narrower") << "ticket" << Index{1} << Index{2} << false << false;
    QTest::newRow("as_wide") << "ticket" << Index{3} << Index{4} << false << true;
    QTest::newRow("with_positions") << "ticket" << Index{0} << Index{3} << true << false;
    QTest::newRow("wider") << "causal-padding" << Index{1} << Index{6} << false << true;
    QTest::newRow("typed_scale") << "wrong-scale" << Index{2} << Index{3} << false << false;
    QTest::newRow("cross") << "cross" << Index{1} << Index{5} << false << false;
    QTest::newRow("a_row_masked") << "fully-masked" << Index{0} << Index{2} << false << false;
}

/// The weights that were found stand in the experiment; its trace has the attention that was
/// promised, to what float32 scores allow.
void TestPainting::the_engine_shows_what_was_found() {
    QFETCH(const QString, example);
    QFETCH(const Index, head);
    QFETCH(const Index, keyDim);
    QFETCH(const bool, positions);
    QFETCH(const bool, biases);
    Experiment experiment = findExample(example.toStdString())->make();
    if (biases)
        experiment = withBiases(experiment, true);
    FitProblem problem = fitProblemOf(*engineRun(experiment), 0, head, positions).value();
    const PaintTarget& blank = problem.target;
    problem.target = presetTarget(paintPresets()[1], blank.queries, blank.keys, blank.mayAttend);
    FitOptions wanted = options(keyDim, 2, 300);
    wanted.largestWeight = 8;
    const HeadFit fit = fitHead(problem, wanted).value();
    const Experiment taken =
        withHeadWeights(experiment, head, fit.weights.query, fit.weights.key, positions).value();
    const Trace trace = runModel(modelProblemOf(taken)).value();
    for (const TraceStep& step : trace.steps()) {
        if (step.name != TensorName::AttentionWeights)
            continue;
        for (Index query = 0; query < problem.target.queries; ++query) {
            for (Index key = 0; key < problem.target.keys; ++key) {
                const auto is = static_cast<double>(step.result(0, head, query, key));
                const double promised = fit.head.attention[problem.target.place(query, key)];
                QVERIFY2(std::fabs(is - promised) < 2e-4,
                         qPrintable(QStringLiteral("[%1, %2]: %3 != %4")
                                        .arg(query)
                                        .arg(key)
                                        .arg(is)
                                        .arg(promised)));
            }
        }
    }
}

void TestPainting::other_heads_stay_as_they_are() {
    const Experiment before = findExample("causal-padding")->make(); // 2 heads of 4
    const auto weightsOfHead = [](const Experiment& experiment, Index head) {
        const Trace trace = runModel(modelProblemOf(experiment)).value();
        const auto& steps = trace.steps();
        const auto found = std::ranges::find(steps, TensorName::AttentionWeights, &TraceStep::name);
        return found->result.selected(1, head).contiguous();
    };
    for (const Index keyDim : {2, 4, 7}) {
        const Tensor zeros = Tensor::filled({8, keyDim}, {Axis::ModelDim, Axis::KeyDim}, 0);
        const Experiment after = withHeadWeights(before, 0, zeros, zeros, false).value();
        const Tensor one = weightsOfHead(before, 1);
        const Tensor other = weightsOfHead(after, 1);
        for (std::size_t i = 0; i < one.values().size(); ++i)
            QVERIFY(std::fabs(one.values()[i] - other.values()[i]) < 1e-5F);
        if (keyDim <= 4)
            QVERIFY(one == other);
        QCOMPARE(headSizes(after.config)->valueDim, Index{4});
    }
}

void TestPainting::stacks_and_added_numbers_are_refused() {
    const auto words = [](const Result<FitProblem>& problem) {
        return QString::fromStdString(problem ? "" : problem.error().text());
    };
    QVERIFY(words(fitProblemOf(*engineRun(findExample("stack")->make()), 0, 0, false))
                .contains(QLatin1String("plain attention")));
    const Tensor zeros = Tensor::filled({144, 12}, {Axis::ModelDim, Axis::KeyDim}, 0);
    QVERIFY(!withHeadWeights(findExample("stack")->make(), 0, zeros, zeros, false));
    QVERIFY(words(fitProblemOf(*engineRun(findExample("ticket")->make()), 0, 4, false))
                .contains(QLatin1String("there is no head 5: there are 4")));
    Experiment adding = findExample("ticket")->make();
    adding.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.5F);
    QVERIFY(words(fitProblemOf(*engineRun(adding), 0, 0, false))
                .contains(QLatin1String("adds numbers")));
    adding.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0);
    QVERIFY(fitProblemOf(*engineRun(adding), 0, 0, false).ok());
    QVERIFY(words(fitProblemOf(*engineRun(findExample("ticket")->make()), 1, 0, false))
                .contains(QLatin1String("there is no sequence 2")));
}

void TestPainting::padding_is_left_out() {
    const Experiment batch = findExample("causal-padding")->make();
    const FitProblem problem = fitProblemOf(*engineRun(batch), 1, 0, false).value();
    QCOMPARE(problem.target.queries, Index{4}); // 我 有 一只 猫
    QVERIFY(!problem.target.allows(0, 1));      // causal
    QVERIFY(problem.target.allows(1, 0));
}

void TestPainting::measured_claims_hold_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<Index>("keyDim");
    QTest::addColumn<double>("from"); ///< bits
    QTest::addColumn<double>("to");
    // What 8 × 8000 steps of this program came to; the bounds leave room for other seeds.
    QTest::newRow("diagonal_3") << "diagonal" << false << Index{3} << 0.2 << 0.21;
    QTest::newRow("diagonal_4") << "diagonal" << false << Index{4} << 0.2 << 0.2001;
    QTest::newRow("diagonal_2") << "diagonal" << false << Index{2} << 0.2 << 0.7;
    QTest::newRow("diagonal_1") << "diagonal" << false << Index{1} << 0.8 << 2.4;
    QTest::newRow("previous_2") << "previous" << false << Index{2} << 0.5 << 0.52;
    QTest::newRow("first_1") << "first" << false << Index{1} << 1.0 << 1.01;
    QTest::newRow("own_1") << "own" << false << Index{1} << 0.7 << 2.0;
    QTest::newRow("own_2") << "own" << false << Index{2} << 0.3 << 1.2;
    QTest::newRow("own_3") << "own" << false << Index{3} << 0.3 << 0.5;
    QTest::newRow("own_4") << "own" << false << Index{4} << 0.3 << 0.3001;
    QTest::newRow("causal_2") << "causal" << false << Index{2} << 0.835 << 0.86;
    QTest::newRow("diagonal_3_positions") << "diagonal" << true << Index{3} << 0.0 << 0.01;
    QTest::newRow("previous_3_positions") << "previous" << true << Index{3} << 0.0 << 0.01;
    QTest::newRow("first_1_positions") << "first" << true << Index{1} << 0.0 << 0.01;
    QTest::newRow("own_4_positions") << "own" << true << Index{4} << 0.685 << 0.687;
}

void TestPainting::measured_claims_hold() {
    QFETCH(const QString, preset);
    QFETCH(const bool, positions);
    QFETCH(const Index, keyDim);
    QFETCH(const double, from);
    QFETCH(const double, to);
    Execution execution;
    execution.threads = 2;
    for (const std::uint64_t seed : {1U, 2U}) {
        FitOptions wanted = options(keyDim, 8, 8000);
        wanted.seed = seed;
        const FitProblem problem = ticketPainting(preset.toStdString(), positions);
        const HeadFit fit = fitHead(problem, wanted, execution).value();
        const double bits = fit.head.bits;
        QVERIFY2(bits >= from - 1e-9 && bits <= to, qPrintable(QString::number(bits, 'g', 10)));
        QVERIFY(fit.limits.optimum.bits <= bits);
    }
}

HEADSCOPE_TEST(TestPainting, QCoreApplication)
#include "test_painting.moc"
