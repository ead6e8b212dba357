// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that a person typed in the place of computed ones: what comes behind is computed from
// them, what stands before is what it was, bit for bit.
#include "attention/held_check.h"
#include "attention/memory_need.h"
#include "examples/examples.h"
#include "experiment/edit.h"
#include "experiment/edit_held.h"
#include "layout/wrong_attention.h"
#include "support/example.h"
#include "support/random_model.h"
#include "support/recompute.h"
#include "support/test_program.h"
#include "support/trace_of.h"
#include "trace/scopes.h"
#include "transformer/attention_sizes.h"
#include "transformer/model_memory.h"

#include <QtTest>
#include <rapidcheck.h>

#include <bit>
#include <set>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Any small model, plain attention too; no row is fully masked by padding alone.
ModelShape anyShape() {
    ModelShape shape;
    shape.config.architecture = *rc::gen::element(Architecture::Attention, Architecture::Encoder,
                                                  Architecture::EncoderDecoder);
    shape.config.layers = *rc::gen::inRange<Index>(1, 3);
    shape.config.feedForwardDim = 3;
    shape.config.positions = *rc::gen::arbitrary<bool>();
    ProblemShape& attention = shape.attention;
    attention.batch = *rc::gen::inRange<Index>(1, 3);
    attention.queries = *rc::gen::inRange<Index>(1, 5);
    attention.keys = *rc::gen::inRange<Index>(1, 5);
    attention.cross = *rc::gen::arbitrary<bool>();
    attention.modelDim = *rc::gen::inRange<Index>(1, 5);
    attention.heads = *rc::gen::inRange<Index>(1, 4);
    attention.keyDim = *rc::gen::inRange<Index>(1, 4);
    attention.valueDim = *rc::gen::inRange<Index>(1, 4);
    attention.causal = *rc::gen::arbitrary<bool>();
    attention.additiveAxes = *rc::gen::element(0, 0, 2, 4);
    attention.dropout = *rc::gen::element(0.0F, 0.3F);
    attention.sequenceFirst = *rc::gen::arbitrary<bool>();
    attention.perHead = *rc::gen::arbitrary<bool>();
    attention.seed = *rc::gen::inRange<unsigned>(1, 100000);
    shape.sourceTokens = *rc::gen::inRange<Index>(1, 5);
    shape.sourcePadding = *rc::gen::arbitrary<bool>();
    return shape;
}

/// Some numbers for the attentions of a model, each at another place.
std::vector<HeldNumber> anyHeld(const ModelProblem& problem, std::size_t most) {
    std::vector<Scope> blocks;
    if (problem.config.architecture == Architecture::Attention)
        blocks.emplace_back();
    for (const ModelPart part : {ModelPart::Encoder, ModelPart::Decoder}) {
        for (Index layer = 0; layer < layersOf(problem.config, part); ++layer) {
            for (const Sublayer sublayer : sublayersOf(part)) {
                if (sublayer != Sublayer::FeedForward)
                    blocks.push_back(Scope::of(part, layer, sublayer));
            }
        }
    }
    std::vector<HeldNumber> held;
    const auto count = *rc::gen::inRange<std::size_t>(1, most + 1);
    for (std::size_t i = 0; i < count; ++i) {
        HeldNumber number;
        number.scope = *rc::gen::elementOf(blocks);
        const PairSizes sizes =
            *attentionSizes(problem.config, number.scope, wholeSizes(problem.attention));
        const bool dropped = problem.attention.config.dropout > 0;
        const auto stage = *rc::gen::inRange<std::size_t>(0, dropped ? 5 : 4);
        number.name = stagesToHold()[stage];
        number.batch = *rc::gen::inRange<Index>(0, sizes.batch);
        number.head = *rc::gen::inRange<Index>(0, sizes.heads);
        number.query = *rc::gen::inRange<Index>(0, sizes.queries);
        number.key = *rc::gen::inRange<Index>(0, sizes.keys);
        number.value = *rc::gen::element(0.0F, 0.5F, -2.0F, 3.25F);
        const auto same = [&](const HeldNumber& other) { return other.place() == number.place(); };
        if (std::ranges::none_of(held, same))
            held.push_back(number);
    }
    return held;
}

bool sameBits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool sameBits(const Tensor& a, const Tensor& b) {
    return a.shape() == b.shape() &&
           std::ranges::equal(a.contiguous().values(), b.contiguous().values(),
                              [](float x, float y) { return sameBits(x, y); });
}

bool sameBits(const Trace& a, const Trace& b) {
    return std::ranges::equal(a.steps(), b.steps(), [](const TraceStep& x, const TraceStep& y) {
        return x.name == y.name && x.scope == y.scope && x.held == y.held &&
               sameBits(x.result, y.result);
    });
}

HeldNumber ticketNumber(TensorName name, Index head, Index query, Index key, float value) {
    return {Scope(), name, 0, head, query, key, value};
}

} // namespace

class TestHeld : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void property_everything_behind_follows_from_what_is_held();
    void property_what_stands_before_is_what_it_was();
    void property_layouts_and_threads_agree();
    void property_a_computed_number_held_changes_nothing();
    void property_memory_is_known_beforehand();
    void without_any_a_trace_holds_none();
    void a_row_with_a_typed_weight_is_not_normed_again();
    void a_masked_pair_can_be_given_a_score();
    void scaled_scores_know_nothing_of_a_masked_one();
    void a_fully_masked_row_wakes_up();
    void what_has_no_place_is_an_error_data();
    void what_has_no_place_is_an_error();
    void the_wrong_way_holds_them_too();
    void a_slice_keeps_them();
    void the_trace_file_tells_them();
    void held_and_released_is_what_it_was();
    void one_place_holds_one_number();
    void as_many_as_there_may_be();
    void places_stay_with_their_sizes();
    void a_number_of_another_architecture_goes();
    void property_any_edit_leaves_them_valid();
};

void TestHeld::property_everything_behind_follows_from_what_is_held() {
    QVERIFY(rc::check("each cell follows from its contributors", [] {
        const ModelShape shape = anyShape();
        ModelProblem problem = randomModel(shape);
        problem.attention.held = anyHeld(problem, 5);
        const Trace trace = traceOf(problem);
        std::size_t found = 0;
        for (const TraceStep& step : trace.steps()) {
            for (const HeldNumber& number : heldNumbers(step)) {
                RC_ASSERT(std::ranges::find(problem.attention.held, number) !=
                          problem.attention.held.end());
                ++found;
            }
        }
        RC_ASSERT(found == problem.attention.held.size());
        const std::string unexplained = firstUnexplained(trace, shape.attention.seed);
        if (!unexplained.empty())
            RC_FAIL(unexplained);
    }));
}

void TestHeld::property_what_stands_before_is_what_it_was() {
    QVERIFY(rc::check("nothing before the held stage changes", [] {
        ModelProblem problem = randomModel(anyShape());
        const Trace before = traceOf(problem);
        problem.attention.held = anyHeld(problem, 3);
        const Trace after = traceOf(problem);
        RC_ASSERT(after.steps().size() == before.steps().size());
        std::set<std::size_t> behind; // steps that anything held flows into
        for (std::size_t i = 0; i < after.steps().size(); ++i) {
            const TraceStep& step = after[i];
            const bool touched = std::ranges::any_of(
                step.operands, [&](std::size_t o) { return behind.contains(o); });
            if (touched || !step.held.empty())
                behind.insert(i);
            if (touched)
                continue;
            Cell cell(step.result.rank(), 0);
            do {
                const HeldCell* const held = heldAt(step, cell);
                RC_ASSERT(sameBits(held ? held->wouldBe : step.result.at(cell),
                                   before[i].result.at(cell)));
            } while (advance(cell, step.result.shape()));
        }
        // Other rows of the block itself stay what they are, too.
        problem.attention.held.clear();
        RC_ASSERT(sameBits(traceOf(problem), before));
    }));
}

void TestHeld::property_layouts_and_threads_agree() {
    QVERIFY(rc::check("the order of the axes moves no held number", [] {
        ModelShape shape = anyShape();
        shape.attention.sequenceFirst = false;
        ModelProblem problem = randomModel(shape);
        problem.attention.held = anyHeld(problem, 4);
        const Trace batchFirst = traceOf(problem);
        RC_ASSERT(sameBits(batchFirst, traceOf(problem, 4)));
        problem.attention = inLayout(std::move(problem.attention), Layout::SequenceFirst);
        const Trace sequenceFirst = traceOf(problem);
        for (const TraceStep& step : batchFirst.steps()) {
            if (!canBeHeld(step.name))
                continue;
            const TraceStep* const turned = sequenceFirst.find(step.name, step.scope);
            RC_ASSERT(turned != nullptr);
            auto ours = heldNumbers(step);
            auto theirs = heldNumbers(*turned);
            std::ranges::sort(ours, {}, &HeldNumber::place);
            std::ranges::sort(theirs, {}, &HeldNumber::place);
            RC_ASSERT(ours == theirs);
            static constexpr std::size_t order[] = {2, 3, 0, 1};
            const Tensor back = turned->result.permuted(order);
            Cell cell(4, 0);
            do {
                RC_ASSERT(close(static_cast<double>(step.result.at(cell)),
                                static_cast<double>(back.at(cell)), 1e-4));
            } while (advance(cell, step.result.shape()));
        }
    }));
}

void TestHeld::property_a_computed_number_held_changes_nothing() {
    QVERIFY(rc::check("what would be there anyway is held without any effect", [] {
        ModelProblem problem = randomModel(anyShape());
        const Trace before = traceOf(problem);
        std::vector<HeldNumber> held;
        for (HeldNumber number : anyHeld(problem, 3)) {
            const TraceStep* const step = before.find(number.name, number.scope.path());
            number.value = step->result.at(cellOf(number, step->result.axes()));
            if (std::isfinite(number.value))
                held.push_back(number);
        }
        problem.attention.held = held;
        const Trace after = traceOf(problem);
        for (std::size_t i = 0; i < after.steps().size(); ++i)
            RC_ASSERT(sameBits(after[i].result, before[i].result));
    }));
}

void TestHeld::property_memory_is_known_beforehand() {
    QVERIFY(rc::check("a trace needs as much more as was said", [] {
        ModelProblem problem = randomModel(anyShape());
        const auto bytesOf = [](const Trace& trace) {
            std::set<const float*> seen;
            Index bytes = 0;
            for (const TraceStep& step : trace.steps()) {
                if (canBeHeld(step.name) && seen.insert(step.result.data()).second)
                    bytes += step.result.elementCount() * Index{sizeof(float)};
            }
            return bytes;
        };
        const Index before = bytesOf(traceOf(problem));
        const Index said = *traceBytes(problem);
        problem.attention.held = anyHeld(problem, 4);
        RC_ASSERT(*traceBytes(problem) - said == bytesOf(traceOf(problem)) - before);
    }));
}

void TestHeld::without_any_a_trace_holds_none() {
    for (const Example& example : examples()) {
        const Trace trace = *runModel(modelProblemOf(example.make()));
        for (const TraceStep& step : trace.steps())
            QCOMPARE(step.held.capacity(), std::size_t{0});
    }
}

void TestHeld::a_row_with_a_typed_weight_is_not_normed_again() {
    const Experiment e =
        *withHeld(ticket(), ticketNumber(TensorName::AttentionWeights, 1, 7, 5, 2.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const Trace before = *runModel(modelProblemOf(ticket()));
    const Tensor& weights = trace[TensorName::AttentionWeights];
    for (Index key = 0; key < weights.size(3); ++key)
        QCOMPARE(weights(0, 1, 7, key),
                 key == 5 ? 2.0F : before[TensorName::AttentionWeights](0, 1, 7, key));
    QCOMPARE(trace.find(TensorName::AttentionWeights)->held.at(0).wouldBe,
             before[TensorName::AttentionWeights](0, 1, 7, 5));
    QVERIFY(!sameBits(trace[TensorName::Output], before[TensorName::Output]));
    QVERIFY(sameBits(trace[TensorName::MaskedScores], before[TensorName::MaskedScores]));
}

void TestHeld::a_masked_pair_can_be_given_a_score() {
    const Experiment causal = withCausal(ticket(), true);
    const Experiment e = *withHeld(causal, ticketNumber(TensorName::MaskedScores, 0, 0, 4, 1.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const TraceStep& masked = *trace.find(TensorName::MaskedScores);
    QCOMPARE(masked.held.at(0).wouldBe, -std::numeric_limits<float>::infinity());
    const Tensor& weights = trace[TensorName::AttentionWeights];
    QVERIFY(weights(0, 0, 0, 4) > 0);
    QVERIFY(std::abs(weights(0, 0, 0, 0) + weights(0, 0, 0, 4) - 1) < 1e-6F);
    QCOMPARE(weights(0, 0, 0, 3), 0.0F);
}

void TestHeld::scaled_scores_know_nothing_of_a_masked_one() {
    const Trace before = *runModel(modelProblemOf(ticket()));
    QVERIFY(before[TensorName::MaskedScores].data() == before[TensorName::ScaledScores].data());
    const Experiment e = *withHeld(ticket(), ticketNumber(TensorName::MaskedScores, 0, 0, 4, 9.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    QVERIFY(sameBits(trace[TensorName::ScaledScores], before[TensorName::ScaledScores]));
    QCOMPARE(trace[TensorName::MaskedScores](0, 0, 0, 4), 9.0F);
    // One of the stage before shows in both.
    const Trace scaled = *runModel(
        modelProblemOf(*withHeld(ticket(), ticketNumber(TensorName::ScaledScores, 0, 0, 4, 9.0F))));
    QCOMPARE(scaled[TensorName::MaskedScores](0, 0, 0, 4), 9.0F);
}

void TestHeld::a_fully_masked_row_wakes_up() {
    Experiment e = ticket();
    for (Index key = 0; key < e.keyLength(); ++key)
        e = *withPair(e, 0, 2, key, false);
    for (const FullyMasked choice : {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
        const Experiment held = *withHeld(withFullyMasked(e, choice),
                                          ticketNumber(TensorName::MaskedScores, 0, 2, 3, -50.0F));
        const Trace trace = *runModel(modelProblemOf(held));
        QCOMPARE(trace[TensorName::AttentionWeights](0, 0, 2, 3), 1.0F);
        QCOMPARE(trace[TensorName::AttentionWeights](0, 0, 2, 4), 0.0F);
    }
}

void TestHeld::what_has_no_place_is_an_error_data() {
    QTest::addColumn<HeldNumber>("number");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, auto change) {
        HeldNumber number = ticketNumber(TensorName::AttentionWeights, 1, 2, 3, 0.5F);
        change(number);
        QTest::newRow(name) << number << QString::fromUtf8(says);
    };
    row("another stage", "output cannot be held",
        [](HeldNumber& n) { n.name = TensorName::Output; });
    row("another block", "there is no such attention",
        [](HeldNumber& n) { n.scope = Scope::of(ModelPart::Encoder, 0, Sublayer::SelfAttention); });
    row("no dropout", "nothing is dropped",
        [](HeldNumber& n) { n.name = TensorName::DroppedWeights; });
    row("head", "(sequence 1, head 5, query 3, key 4) is held, but the shape is (1, 4, 10, 10)",
        [](HeldNumber& n) { n.head = 4; });
    row("query", "query 0,", [](HeldNumber& n) { n.query = -1; });
    row("key", "key 11)", [](HeldNumber& n) { n.key = 10; });
    row("batch", "sequence 2,", [](HeldNumber& n) { n.batch = 1; });
    row("nan", "not a number",
        [](HeldNumber& n) { n.value = std::numeric_limits<float>::quiet_NaN(); });
    row("infinite", "is infinite; it must be a finite number",
        [](HeldNumber& n) { n.value = -std::numeric_limits<float>::infinity(); });
}

void TestHeld::what_has_no_place_is_an_error() {
    QFETCH(HeldNumber, number);
    QFETCH(QString, says);
    const Result<Experiment> edited = withHeld(ticket(), number);
    QVERIFY(!edited.ok());
    QVERIFY2(QString::fromStdString(edited.error().text()).contains(says),
             edited.error().text().c_str());
    // The engine refuses the same.
    Experiment forced = ticket();
    forced.held.push_back(number);
    const Result<Trace> trace = runModel(modelProblemOf(forced));
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().text(), edited.error().text());
    HeldNumber good = ticketNumber(TensorName::Scores, 0, 0, 0, 1);
    forced.held = {good, good};
    QVERIFY(QString::fromStdString(runModel(modelProblemOf(forced)).error().text())
                .contains(QStringLiteral("scores (sequence 1, head 1, query 1, key 1) is held twice")));
}

void TestHeld::the_wrong_way_holds_them_too() {
    const Experiment e =
        *withHeld(*withHeld(ticket(), ticketNumber(TensorName::AttentionWeights, 1, 2, 3, 7.0F)),
                  ticketNumber(TensorName::MaskedScores, 0, 2, 3, 6.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const auto wrong = attendWrongly(trace, WrongWay{}, MemoryOrder::BatchFirst);
    QVERIFY(wrong.has_value());
    QCOMPARE(wrong->weights(0, 1, 2, 3), 7.0F);
    QCOMPARE(wrong->scores(0, 0, 2, 3), 6.0F);
}

void TestHeld::a_slice_keeps_them() {
    const Scope scope = Scope::of(ModelPart::Decoder, 0, Sublayer::CrossAttention);
    const Experiment e = *withHeld(findExample("encoder-decoder")->make(),
                                   {scope, TensorName::AttentionWeights, 0, 0, 1, 2, 0.5F});
    const Trace trace = *runModel(modelProblemOf(e));
    const TraceSlice part = slice(trace, scope.path());
    const TraceStep& weights = *part.trace.find(TensorName::AttentionWeights);
    QCOMPARE(weights.held.size(), std::size_t{1});
    QVERIFY(heldAt(weights, {0, 0, 1, 2}));
    QVERIFY(!heldAt(weights, {0, 0, 1, 1}));
    const TraceSlice other = slice(trace, "encoder/0/self_attention");
    for (const TraceStep& step : other.trace.steps())
        QVERIFY(step.held.empty());
}

void TestHeld::the_trace_file_tells_them() {
    const Experiment plain = withCausal(ticket(), true);
    QVERIFY(traceToJson(*runModel(modelProblemOf(plain))).find("held") == std::string::npos);
    const Experiment e = *withHeld(plain, ticketNumber(TensorName::MaskedScores, 0, 0, 4, 1.5F));
    const std::string text = traceToJson(*runModel(modelProblemOf(e)));
    QVERIFY2(text.find(R"("held":[{"cell":[0,0,0,4],"value":1.5,"would_be":"-inf"}])") !=
                 std::string::npos,
             text.c_str());
}

void TestHeld::held_and_released_is_what_it_was() {
    const Experiment plain = ticket();
    const HeldNumber number = ticketNumber(TensorName::Scores, 2, 3, 4, -1.5F);
    const Experiment held = *withHeld(plain, number);
    QVERIFY(!(held == plain));
    QVERIFY(heldIn(held, number));
    QVERIFY(withoutHeld(held, number) == plain);
    QVERIFY(withoutAnyHeld(held) == plain);
    QVERIFY(sameBits(*runModel(modelProblemOf(withoutAnyHeld(held))),
                     *runModel(modelProblemOf(plain))));
}

void TestHeld::one_place_holds_one_number() {
    const HeldNumber one = ticketNumber(TensorName::Scores, 2, 3, 4, -1.5F);
    HeldNumber other = one;
    other.value = 4;
    const Experiment e = *withHeld(*withHeld(ticket(), one), other);
    QCOMPARE(e.held.size(), std::size_t{1});
    QCOMPARE(e.held[0].value, 4.0F);
    // Whatever the order in which they are typed, it is one experiment.
    HeldNumber before = one;
    before.key = 1;
    QVERIFY(*withHeld(*withHeld(ticket(), one), before) ==
            *withHeld(*withHeld(ticket(), before), one));
}

void TestHeld::as_many_as_there_may_be() {
    Experiment e = ticket();
    const PairSizes sizes = {1, 4, 10, 10};
    for (Index i = 0; e.held.size() < mostHeldNumbers; ++i) {
        const auto name = stagesToHold()[static_cast<std::size_t>(i / 400)];
        e.held.push_back(ticketNumber(name, i % 400 / 100, i % 100 / 10, i % 10, 1));
    }
    std::ranges::sort(e.held, {}, &HeldNumber::place);
    QVERIFY(runModel(modelProblemOf(e)).ok());
    const HeldNumber further = ticketNumber(TensorName::AttentionWeights, 3, 9, 9, 1);
    QVERIFY(hasPlace(further, 0, sizes));
    QVERIFY(!withHeld(e, further).ok());
    QVERIFY(withHeld(e, e.held[7]).ok()); // another number at a place that is held
}

void TestHeld::places_stay_with_their_sizes() {
    const HeldNumber first = ticketNumber(TensorName::AttentionWeights, 0, 1, 2, 0.5F);
    const HeldNumber last = ticketNumber(TensorName::AttentionWeights, 3, 9, 9, 0.5F);
    const Experiment e = *withHeld(*withHeld(ticket(), first), last);
    QCOMPARE(withHeads(e, 2)->held, std::vector{first});
    QCOMPARE(withModelDim(e, 8)->held, e.held);
    TokenList words = e.tokens[0];
    words.pop_back();
    QCOMPARE(withTokens(e, TokenSide::Query, 0, words)->held, std::vector{first});
    QCOMPARE(withBatch(e, 2)->held, e.held);
    QCOMPARE(withLayout(e, Layout::SequenceFirst).held, e.held);
    // Without dropout there are no dropped weights.
    const Experiment dropping = *withDropout(e, 0.25F);
    const Experiment dropped =
        *withHeld(dropping, ticketNumber(TensorName::DroppedWeights, 0, 1, 2, 0.5F));
    QCOMPARE(dropped.held.size(), std::size_t{3});
    QCOMPARE(withDropout(dropped, 0)->held, e.held);
}

void TestHeld::a_number_of_another_architecture_goes() {
    const Experiment e = *withHeld(ticket(), ticketNumber(TensorName::Scores, 0, 1, 2, 0.5F));
    ModelConfig model = e.model;
    model.architecture = Architecture::Encoder;
    QVERIFY(withModel(e, model)->held.empty());
}

void TestHeld::property_any_edit_leaves_them_valid() {
    QVERIFY(rc::check("an edit releases what has no place any more", [] {
        ModelShape shape;
        shape.attention.queries = 3;
        Experiment e = findExample("encoder-decoder")->make();
        for (const Sublayer sublayer : {Sublayer::SelfAttention, Sublayer::CrossAttention}) {
            HeldNumber number;
            number.scope = Scope::of(ModelPart::Decoder, e.model.layers - 1, sublayer);
            number.name = TensorName::Scores;
            number.head = e.config.heads - 1;
            number.query = e.queryLength() - 1;
            e = *withHeld(e, number);
        }
        ModelConfig model = e.model;
        model.architecture = *rc::gen::element(Architecture::Attention, Architecture::Encoder,
                                               Architecture::EncoderDecoder);
        model.layers = *rc::gen::inRange<Index>(1, 4);
        const Result<Experiment> remodelled = withModel(e, model);
        if (remodelled)
            e = *remodelled;
        const Result<Experiment> shorter = withTokens(
            e, TokenSide::Query, 0, TokenList(*rc::gen::inRange<std::size_t>(1, 6), "a"));
        if (shorter)
            e = *shorter;
        const Result<Trace> trace = runModel(modelProblemOf(e));
        if (!trace)
            RC_FAIL(trace.error().text());
    }));
}

HEADSCOPE_TEST(TestHeld, QCoreApplication)
#include "test_held.moc"
