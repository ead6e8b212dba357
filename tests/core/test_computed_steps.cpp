// SPDX-License-Identifier: GPL-3.0-or-later
// What of a block is a stop of the page Steps, and the numbers of every frame of it: partial sums
// of the trace's own operands, and the trace's own numbers in the end.
#include "attention/multi_head_attention.h"
#include "operations/contributors.h"
#include "steps/computed_steps.h"
#include "steps/partial_cell.h"
#include "support/random_model.h"
#include "support/test_program.h"
#include "timeline/playback_state.h"
#include "trace/scopes.h"

#include <QtTest>

#include <cstring>
#include <rapidcheck.h>

using namespace headscope;

namespace {

bool sameBits(float a, float b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

ProblemShape anyShape() {
    ProblemShape shape;
    shape.batch = *rc::gen::inRange<Index>(1, 3);
    shape.queries = *rc::gen::inRange<Index>(1, 6);
    shape.cross = *rc::gen::arbitrary<bool>();
    shape.keys = *rc::gen::inRange<Index>(1, 6);
    shape.heads = *rc::gen::inRange<Index>(1, 4);
    shape.keyDim = *rc::gen::inRange<Index>(1, 5);
    shape.valueDim = *rc::gen::inRange<Index>(1, 5);
    shape.modelDim = *rc::gen::inRange<Index>(1, 7);
    shape.biases = *rc::gen::arbitrary<bool>();
    shape.causal = *rc::gen::arbitrary<bool>();
    shape.padding = *rc::gen::arbitrary<bool>();
    shape.sequenceFirst = *rc::gen::arbitrary<bool>();
    shape.perHead = *rc::gen::arbitrary<bool>();
    shape.dropout = *rc::gen::element(0.0F, 0.3F);
    shape.seed = *rc::gen::inRange(1U, 10000U);
    return shape;
}

Cell anyCell(const Shape& shape) {
    Cell cell(shape.size(), 0);
    for (std::size_t i = 0; i < shape.size(); ++i)
        cell[i] = *rc::gen::inRange<Index>(0, shape[i]);
    return cell;
}

} // namespace

class TestComputedSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stops_of_attention_stand_in_its_order();
    void a_mask_that_is_not_there_is_passed_over();
    void a_number_typed_after_no_mask_has_its_stop();
    void whatever_is_computed_is_told_once();
    void every_operation_of_a_model_has_a_stop();
    void partial_sums_are_sums_of_the_operands();
    void in_the_end_each_number_is_the_trace_s();
    void rows_and_dot_products_add_up_to_the_same_at_every_moment();
    void before_the_move_nothing_is_done();
    void more_time_never_takes_a_term_away();
    void seeking_equals_playing();
    void swept_cells_follow_one_another();
};

void TestComputedSteps::stops_of_attention_stand_in_its_order() {
    ProblemShape shape;
    shape.causal = true;
    shape.dropout = 0.25F;
    const Trace trace = runAttention(randomProblem(shape)).value();
    std::vector<TensorName> names;
    for (const ComputedStep& step : computedSteps(trace))
        names.push_back(trace[step.step].name);
    QCOMPARE(names, (std::vector{TensorName::ProjectedQuery, TensorName::ProjectedKey,
                                 TensorName::ProjectedValue, TensorName::Query, TensorName::Key,
                                 TensorName::Value, TensorName::Scores, TensorName::ScaledScores,
                                 TensorName::MaskedScores, TensorName::AttentionWeights,
                                 TensorName::DroppedWeights, TensorName::HeadContext,
                                 TensorName::ConcatenatedContext, TensorName::Output}));
}

void TestComputedSteps::a_mask_that_is_not_there_is_passed_over() {
    const Trace trace = runAttention(randomProblem({})).value();
    QVERIFY(trace.find(TensorName::MaskedScores));
    for (const ComputedStep& step : computedSteps(trace))
        QVERIFY(trace[step.step].name != TensorName::MaskedScores);
}

void TestComputedSteps::a_number_typed_after_no_mask_has_its_stop() {
    AttentionProblem problem = randomProblem({});
    TypedNumber typed;
    typed.name = TensorName::MaskedScores;
    typed.value = 3;
    problem.typedNumbers.push_back(typed);
    const Trace trace = runAttention(problem).value();
    const auto isMasked = [&](const ComputedStep& step) {
        return trace[step.step].name == TensorName::MaskedScores;
    };
    QCOMPARE(std::ranges::count_if(computedSteps(trace), isMasked), 1);
}

void TestComputedSteps::whatever_is_computed_is_told_once() {
    rc::check([] {
        const Trace trace = runAttention(randomProblem(anyShape())).value();
        const std::vector<ComputedStep> steps = computedSteps(trace);
        std::vector<int> told(trace.steps().size(), 0);
        for (const ComputedStep& stop : steps) {
            ++told[stop.step];
            // Those that are told as one make each other, one after another.
            for (std::size_t step = stop.step; step != stop.first; step = trace[step].operands[0])
                ++told[trace[step].operands[0]];
            RC_ASSERT(stop.timing.move.count() > 0);
        }
        for (std::size_t i = 0; i < told.size(); ++i) {
            const TraceStep& step = trace[i];
            const bool passed =
                !infoOf(step.operation).form ||
                (step.operation == Operation::ApplyMask && step.operands.size() == 1);
            RC_ASSERT(told[i] == (passed ? 0 : 1));
        }
        RC_ASSERT(timelineOf(steps).moveCount() == steps.size());
    });
}

void TestComputedSteps::every_operation_of_a_model_has_a_stop() {
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.vocabulary = 7;
    const Trace whole = runModel(randomModel(shape)).value();
    std::size_t stops = 0;
    for (const TraceScope& scope : scopesOf(whole)) {
        const Trace block = slice(whole, scope.path).trace;
        for (const ComputedStep& stop : computedSteps(block)) {
            ++stops;
            QVERIFY(infoOf(block[stop.step].operation).form.has_value());
        }
    }
    QVERIFY(stops > scopesOf(whole).size());
}

void TestComputedSteps::partial_sums_are_sums_of_the_operands() {
    rc::check([] {
        const Trace trace = runAttention(randomProblem(anyShape())).value();
        for (const ComputedStep& stop : computedSteps(trace)) {
            if (stop.form != StepForm::Product)
                continue;
            const TraceStep& step = trace[stop.step];
            const Cell cell = anyCell(step.result.shape());
            const double progress = *rc::gen::inRange(0, 1001) / 1000.0;
            const PartialCell partial = partialCell(explain(trace, stop.step, cell), progress);
            const auto sources = contributors(trace, stop.step, cell);
            double sum = 0;
            for (std::size_t term = 0; term < partial.done; ++term) {
                const auto value = [&](std::size_t i) {
                    return static_cast<double>(
                        trace[step.operands[sources[i].operand]].result.at(sources[i].cell));
                };
                const bool isBias = 2 * term + 1 == sources.size();
                sum += isBias ? value(2 * term) : value(2 * term) * value(2 * term + 1);
            }
            RC_ASSERT(partial.sum == sum);
            RC_ASSERT(partial.terms == (sources.size() + 1) / 2);
        }
    });
}

void TestComputedSteps::in_the_end_each_number_is_the_trace_s() {
    rc::check([] {
        const Trace trace = runAttention(randomProblem(anyShape())).value();
        for (const ComputedStep& stop : computedSteps(trace)) {
            const Cell cell = anyCell(trace[stop.step].result.shape());
            const Explanation explanation = explain(trace, stop.step, cell);
            const PartialCell partial = partialCell(explanation, 1);
            RC_ASSERT(partial.isComplete());
            RC_ASSERT(sameBits(shownValue(explanation, partial), trace[stop.step].result.at(cell)));
        }
    });
}

void TestComputedSteps::rows_and_dot_products_add_up_to_the_same_at_every_moment() {
    ProblemShape shape;
    shape.biases = false;
    const Trace trace = runAttention(randomProblem(shape)).value();
    const std::size_t context = *trace.indexOf(TensorName::HeadContext);
    const Tensor weights = trace[TensorName::AttentionWeights].selected(0, 1).selected(0, 1);
    const Tensor values = trace[TensorName::Value].selected(0, 1).selected(0, 1);
    for (Index column = 0; column < 3; ++column) {
        for (int i = 0; i <= 20; ++i) {
            const PartialCell partial =
                partialCell(explain(trace, context, {1, 1, 2, column}), i / 20.0);
            QCOMPARE(partialProduct(weights, values, 2, column, partial.done), partial.sum);
        }
    }
}

void TestComputedSteps::before_the_move_nothing_is_done() {
    const Trace trace = runAttention(randomProblem({})).value();
    const std::size_t scores = *trace.indexOf(TensorName::Scores);
    const PartialCell partial = partialCell(explain(trace, scores, {0, 1, 2, 3}), 0);
    QCOMPARE(partial.done, std::size_t{0});
    QCOMPARE(partial.current, partial.terms);
    QCOMPARE(partial.sum, 0.0);
}

void TestComputedSteps::more_time_never_takes_a_term_away() {
    const Trace trace = runAttention(randomProblem({})).value();
    const std::size_t output = *trace.indexOf(TensorName::Output);
    std::size_t done = 0;
    std::size_t moments = 0;
    for (int i = 0; i <= 200; ++i) {
        const PartialCell partial = partialCell(explain(trace, output, {1, 2, 3}), i / 200.0);
        QVERIFY(partial.done >= done);
        moments += partial.done > done;
        done = partial.done;
    }
    QCOMPARE(moments, std::size_t{7}); // six products and a bias
}

void TestComputedSteps::seeking_equals_playing() {
    const Trace trace = runAttention(randomProblem({})).value();
    const std::vector<ComputedStep> steps = computedSteps(trace);
    const Timeline timeline = timelineOf(steps);
    rc::check([&] {
        // Played in pieces of any length, or gone there at once.
        PlaybackState state = played({}, Time{0}, timeline);
        Time shown{0};
        for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
            shown = timeAt(state, Time{*rc::gen::inRange(0, 9'000'000)}, timeline);
            state = played(paused(state, shown), shown, timeline);
        }
        const Time sought = timeAt(soughtTo({}, shown, timeline), Time{0}, timeline);
        RC_ASSERT(timeline.locate(sought) == timeline.locate(shown));
        const TimelinePosition position = timeline.locate(shown);
        const ComputedStep& stop = steps[position.move];
        const Cell cell = anyCell(trace[stop.step].result.shape());
        RC_ASSERT(partialCell(explain(trace, stop.step, cell), position.progress) ==
                  partialCell(explain(trace, stop.step, cell), timeline.locate(sought).progress));
    });
}

void TestComputedSteps::swept_cells_follow_one_another() {
    rc::check([] {
        const Index count = *rc::gen::inRange<Index>(1, 60);
        const double progress = *rc::gen::inRange(0, 1001) / 1000.0;
        int underWay = 0;
        double before = 1;
        for (Index i = 0; i < count; ++i) {
            const double own = sweptProgress(progress, i, count);
            RC_ASSERT(own <= before);
            underWay += own > 0 && own < 1;
            before = own;
        }
        RC_ASSERT(underWay <= 1);
    });
}

HEADSCOPE_TEST(TestComputedSteps, QCoreApplication)
#include "test_computed_steps.moc"
