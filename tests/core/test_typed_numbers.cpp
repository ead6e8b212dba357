// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that a person typed in the place of computed ones: what comes behind is computed from
// them, what stands before is what it was, bit for bit.
#include "attention/memory_need.h"
#include "attention/typed_number_check.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "head_shapes/wrong_attention.h"
#include "support/edits.h"
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
std::vector<TypedNumber> anyTyped(const ModelProblem& problem, std::size_t most) {
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
    std::vector<TypedNumber> typedNumbers;
    const auto count = *rc::gen::inRange<std::size_t>(1, most + 1);
    for (std::size_t i = 0; i < count; ++i) {
        TypedNumber number;
        number.scope = *rc::gen::elementOf(blocks);
        const PairSizes sizes =
            *attentionSizes(problem.config, number.scope, wholeSizes(problem.attention));
        const bool dropped = problem.attention.config.dropout > 0;
        const auto stage = *rc::gen::inRange<std::size_t>(0, dropped ? 5 : 4);
        number.name = stagesToType()[stage];
        number.batch = *rc::gen::inRange<Index>(0, sizes.batch);
        number.head = *rc::gen::inRange<Index>(0, sizes.heads);
        number.query = *rc::gen::inRange<Index>(0, sizes.queries);
        number.key = *rc::gen::inRange<Index>(0, sizes.keys);
        number.value = *rc::gen::element(0.0F, 0.5F, -2.0F, 3.25F);
        const auto same = [&](const TypedNumber& other) { return other.place() == number.place(); };
        if (std::ranges::none_of(typedNumbers, same))
            typedNumbers.push_back(number);
    }
    return typedNumbers;
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
        return x.name == y.name && x.scope == y.scope && x.typedNumbers == y.typedNumbers &&
               sameBits(x.result, y.result);
    });
}

TypedNumber ticketNumber(TensorName name, Index head, Index query, Index key, float value) {
    return {Scope(), name, 0, head, query, key, value};
}

} // namespace

class TestTypedNumbers : public QObject {
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

void TestTypedNumbers::property_everything_behind_follows_from_what_is_held() {
    QVERIFY(rc::check("each cell follows from its contributors", [] {
        const ModelShape shape = anyShape();
        ModelProblem problem = randomModel(shape);
        problem.attention.typedNumbers = anyTyped(problem, 5);
        const Trace trace = traceOf(problem);
        std::size_t found = 0;
        for (const TraceStep& step : trace.steps()) {
            for (const TypedNumber& number : typedNumbers(step)) {
                RC_ASSERT(std::ranges::find(problem.attention.typedNumbers, number) !=
                          problem.attention.typedNumbers.end());
                ++found;
            }
        }
        RC_ASSERT(found == problem.attention.typedNumbers.size());
        const std::string unexplained = firstUnexplained(trace, shape.attention.seed);
        if (!unexplained.empty())
            RC_FAIL(unexplained);
    }));
}

void TestTypedNumbers::property_what_stands_before_is_what_it_was() {
    QVERIFY(rc::check("nothing before the held stage changes", [] {
        ModelProblem problem = randomModel(anyShape());
        const Trace before = traceOf(problem);
        problem.attention.typedNumbers = anyTyped(problem, 3);
        const Trace after = traceOf(problem);
        RC_ASSERT(after.steps().size() == before.steps().size());
        std::set<std::size_t> behind; // steps that anything held flows into
        for (std::size_t i = 0; i < after.steps().size(); ++i) {
            const TraceStep& step = after[i];
            const bool touched = std::ranges::any_of(
                step.operands, [&](std::size_t o) { return behind.contains(o); });
            if (touched || !step.typedNumbers.empty())
                behind.insert(i);
            if (touched)
                continue;
            Cell cell(step.result.rank(), 0);
            do {
                const TypedCell* const typed = typedAt(step, cell);
                RC_ASSERT(sameBits(typed ? typed->wouldBe : step.result.at(cell),
                                   before[i].result.at(cell)));
            } while (advance(cell, step.result.shape()));
        }
        // Other rows of the block itself stay what they are, too.
        problem.attention.typedNumbers.clear();
        RC_ASSERT(sameBits(traceOf(problem), before));
    }));
}

void TestTypedNumbers::property_layouts_and_threads_agree() {
    QVERIFY(rc::check("the order of the axes moves no held number", [] {
        ModelShape shape = anyShape();
        shape.attention.sequenceFirst = false;
        ModelProblem problem = randomModel(shape);
        problem.attention.typedNumbers = anyTyped(problem, 4);
        const Trace batchFirst = traceOf(problem);
        RC_ASSERT(sameBits(batchFirst, traceOf(problem, 4)));
        problem.attention = inLayout(std::move(problem.attention), Layout::SequenceFirst);
        const Trace sequenceFirst = traceOf(problem);
        for (const TraceStep& step : batchFirst.steps()) {
            if (!canBeTyped(step.name))
                continue;
            const TraceStep* const turned = sequenceFirst.find(step.name, step.scope);
            RC_ASSERT(turned != nullptr);
            auto ours = typedNumbers(step);
            auto theirs = typedNumbers(*turned);
            std::ranges::sort(ours, {}, &TypedNumber::place);
            std::ranges::sort(theirs, {}, &TypedNumber::place);
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

void TestTypedNumbers::property_a_computed_number_held_changes_nothing() {
    QVERIFY(rc::check("what would be there anyway is held without any effect", [] {
        ModelProblem problem = randomModel(anyShape());
        const Trace before = traceOf(problem);
        std::vector<TypedNumber> typedNumbers;
        for (TypedNumber number : anyTyped(problem, 3)) {
            const TraceStep* const step = before.find(number.name, number.scope.path());
            number.value = step->result.at(cellOf(number, step->result.axes()));
            if (std::isfinite(number.value))
                typedNumbers.push_back(number);
        }
        problem.attention.typedNumbers = typedNumbers;
        const Trace after = traceOf(problem);
        for (std::size_t i = 0; i < after.steps().size(); ++i)
            RC_ASSERT(sameBits(after[i].result, before[i].result));
    }));
}

void TestTypedNumbers::property_memory_is_known_beforehand() {
    QVERIFY(rc::check("a trace needs as much more as was said", [] {
        ModelProblem problem = randomModel(anyShape());
        const auto bytesOf = [](const Trace& trace) {
            std::set<const float*> seen;
            Index bytes = 0;
            for (const TraceStep& step : trace.steps()) {
                if (canBeTyped(step.name) && seen.insert(step.result.data()).second)
                    bytes += step.result.elementCount() * Index{sizeof(float)};
            }
            return bytes;
        };
        const Index before = bytesOf(traceOf(problem));
        const Index said = *traceBytes(problem);
        problem.attention.typedNumbers = anyTyped(problem, 4);
        RC_ASSERT(*traceBytes(problem) - said == bytesOf(traceOf(problem)) - before);
    }));
}

void TestTypedNumbers::without_any_a_trace_holds_none() {
    for (const Example& example : examples()) {
        const Trace trace = *runModel(modelProblemOf(example.make()));
        for (const TraceStep& step : trace.steps())
            QCOMPARE(step.typedNumbers.capacity(), std::size_t{0});
    }
}

void TestTypedNumbers::a_row_with_a_typed_weight_is_not_normed_again() {
    const Experiment e =
        *withTypedNumber(ticket(), ticketNumber(TensorName::AttentionWeights, 1, 7, 5, 2.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const Trace before = *runModel(modelProblemOf(ticket()));
    const Tensor& weights = trace[TensorName::AttentionWeights];
    for (Index key = 0; key < weights.size(3); ++key)
        QCOMPARE(weights(0, 1, 7, key),
                 key == 5 ? 2.0F : before[TensorName::AttentionWeights](0, 1, 7, key));
    QCOMPARE(trace.find(TensorName::AttentionWeights)->typedNumbers.at(0).wouldBe,
             before[TensorName::AttentionWeights](0, 1, 7, 5));
    QVERIFY(!sameBits(trace[TensorName::Output], before[TensorName::Output]));
    QVERIFY(sameBits(trace[TensorName::MaskedScores], before[TensorName::MaskedScores]));
}

void TestTypedNumbers::a_masked_pair_can_be_given_a_score() {
    const Experiment causal = withCausal(ticket(), true);
    const Experiment e =
        *withTypedNumber(causal, ticketNumber(TensorName::MaskedScores, 0, 0, 4, 1.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const TraceStep& masked = *trace.find(TensorName::MaskedScores);
    QCOMPARE(masked.typedNumbers.at(0).wouldBe, -std::numeric_limits<float>::infinity());
    const Tensor& weights = trace[TensorName::AttentionWeights];
    QVERIFY(weights(0, 0, 0, 4) > 0);
    QVERIFY(std::abs(weights(0, 0, 0, 0) + weights(0, 0, 0, 4) - 1) < 1e-6F);
    QCOMPARE(weights(0, 0, 0, 3), 0.0F);
}

void TestTypedNumbers::scaled_scores_know_nothing_of_a_masked_one() {
    const Trace before = *runModel(modelProblemOf(ticket()));
    QVERIFY(before[TensorName::MaskedScores].data() == before[TensorName::ScaledScores].data());
    const Experiment e =
        *withTypedNumber(ticket(), ticketNumber(TensorName::MaskedScores, 0, 0, 4, 9.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    QVERIFY(sameBits(trace[TensorName::ScaledScores], before[TensorName::ScaledScores]));
    QCOMPARE(trace[TensorName::MaskedScores](0, 0, 0, 4), 9.0F);
    // One of the stage before shows in both.
    const Trace scaled = *runModel(modelProblemOf(
        *withTypedNumber(ticket(), ticketNumber(TensorName::ScaledScores, 0, 0, 4, 9.0F))));
    QCOMPARE(scaled[TensorName::MaskedScores](0, 0, 0, 4), 9.0F);
}

void TestTypedNumbers::a_fully_masked_row_wakes_up() {
    Experiment e = ticket();
    for (Index key = 0; key < e.keyLength(); ++key)
        e = *withPair(e, 0, 2, key, false);
    for (const FullyMasked choice : {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
        const Experiment typed = *withTypedNumber(
            withFullyMasked(e, choice), ticketNumber(TensorName::MaskedScores, 0, 2, 3, -50.0F));
        const Trace trace = *runModel(modelProblemOf(typed));
        QCOMPARE(trace[TensorName::AttentionWeights](0, 0, 2, 3), 1.0F);
        QCOMPARE(trace[TensorName::AttentionWeights](0, 0, 2, 4), 0.0F);
    }
}

void TestTypedNumbers::what_has_no_place_is_an_error_data() {
    QTest::addColumn<TypedNumber>("number");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, auto change) {
        TypedNumber number = ticketNumber(TensorName::AttentionWeights, 1, 2, 3, 0.5F);
        change(number);
        QTest::newRow(name) << number << QString::fromUtf8(says);
    };
    row("another stage", "output cannot be typed over",
        [](TypedNumber& n) { n.name = TensorName::Output; });
    row("another block", "there is no such attention", [](TypedNumber& n) {
        n.scope = Scope::of(ModelPart::Encoder, 0, Sublayer::SelfAttention);
    });
    row("no dropout", "nothing is dropped",
        [](TypedNumber& n) { n.name = TensorName::DroppedWeights; });
    row("head", "(sequence 1, head 5, query 3, key 4) is typed, but the shape is (1, 4, 10, 10)",
        [](TypedNumber& n) { n.head = 4; });
    row("query", "query 0,", [](TypedNumber& n) { n.query = -1; });
    row("key", "key 11)", [](TypedNumber& n) { n.key = 10; });
    row("batch", "sequence 2,", [](TypedNumber& n) { n.batch = 1; });
    row("nan", "not a number",
        [](TypedNumber& n) { n.value = std::numeric_limits<float>::quiet_NaN(); });
    row("infinite", "is infinite; it must be a finite number",
        [](TypedNumber& n) { n.value = -std::numeric_limits<float>::infinity(); });
}

void TestTypedNumbers::what_has_no_place_is_an_error() {
    QFETCH(TypedNumber, number);
    QFETCH(QString, says);
    const Result<Experiment> edited = withTypedNumber(ticket(), number);
    QVERIFY(!edited.ok());
    QVERIFY2(QString::fromStdString(edited.error().text()).contains(says),
             edited.error().text().c_str());
    // The engine refuses the same.
    Experiment forced = ticket();
    forced.typedNumbers.push_back(number);
    const Result<Trace> trace = runModel(modelProblemOf(forced));
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().text(), edited.error().text());
    TypedNumber good = ticketNumber(TensorName::Scores, 0, 0, 0, 1);
    forced.typedNumbers = {good, good};
    QVERIFY(QString::fromStdString(runModel(modelProblemOf(forced)).error().text())
                .contains(
                    QStringLiteral("scores (sequence 1, head 1, query 1, key 1) is typed twice")));
}

void TestTypedNumbers::the_wrong_way_holds_them_too() {
    const Experiment e = *withTypedNumber(
        *withTypedNumber(ticket(), ticketNumber(TensorName::AttentionWeights, 1, 2, 3, 7.0F)),
        ticketNumber(TensorName::MaskedScores, 0, 2, 3, 6.0F));
    const Trace trace = *runModel(modelProblemOf(e));
    const auto wrong = attendWrongly(trace, WrongWay{}, MemoryOrder::BatchFirst);
    QVERIFY(wrong.has_value());
    QCOMPARE(wrong->weights(0, 1, 2, 3), 7.0F);
    QCOMPARE(wrong->scores(0, 0, 2, 3), 6.0F);
}

void TestTypedNumbers::a_slice_keeps_them() {
    const Scope scope = Scope::of(ModelPart::Decoder, 0, Sublayer::CrossAttention);
    const Experiment e = *withTypedNumber(findExample("encoder-decoder")->make(),
                                          {scope, TensorName::AttentionWeights, 0, 0, 1, 2, 0.5F});
    const Trace trace = *runModel(modelProblemOf(e));
    const TraceSlice part = slice(trace, scope.path());
    const TraceStep& weights = *part.trace.find(TensorName::AttentionWeights);
    QCOMPARE(weights.typedNumbers.size(), std::size_t{1});
    QVERIFY(typedAt(weights, {0, 0, 1, 2}));
    QVERIFY(!typedAt(weights, {0, 0, 1, 1}));
    const TraceSlice other = slice(trace, "encoder/0/self_attention");
    for (const TraceStep& step : other.trace.steps())
        QVERIFY(step.typedNumbers.empty());
}

void TestTypedNumbers::the_trace_file_tells_them() {
    const Experiment plain = withCausal(ticket(), true);
    QVERIFY(traceToJson(*runModel(modelProblemOf(plain))).find("held") == std::string::npos);
    const Experiment e =
        *withTypedNumber(plain, ticketNumber(TensorName::MaskedScores, 0, 0, 4, 1.5F));
    const std::string text = traceToJson(*runModel(modelProblemOf(e)));
    QVERIFY2(text.find(R"("held":[{"cell":[0,0,0,4],"value":1.5,"would_be":"-inf"}])") !=
                 std::string::npos,
             text.c_str());
}

void TestTypedNumbers::held_and_released_is_what_it_was() {
    const Experiment plain = ticket();
    const TypedNumber number = ticketNumber(TensorName::Scores, 2, 3, 4, -1.5F);
    const Experiment typed = *withTypedNumber(plain, number);
    QVERIFY(!(typed == plain));
    QVERIFY(typedNumberIn(typed, number));
    QVERIFY(withoutTypedNumber(typed, number) == plain);
    QVERIFY(withoutTypedNumbers(typed) == plain);
    QVERIFY(sameBits(*runModel(modelProblemOf(withoutTypedNumbers(typed))),
                     *runModel(modelProblemOf(plain))));
}

void TestTypedNumbers::one_place_holds_one_number() {
    const TypedNumber one = ticketNumber(TensorName::Scores, 2, 3, 4, -1.5F);
    TypedNumber other = one;
    other.value = 4;
    const Experiment e = *withTypedNumber(*withTypedNumber(ticket(), one), other);
    QCOMPARE(e.typedNumbers.size(), std::size_t{1});
    QCOMPARE(e.typedNumbers[0].value, 4.0F);
    // Whatever the order in which they are typed, it is one experiment.
    TypedNumber before = one;
    before.key = 1;
    QVERIFY(*withTypedNumber(*withTypedNumber(ticket(), one), before) ==
            *withTypedNumber(*withTypedNumber(ticket(), before), one));
}

void TestTypedNumbers::as_many_as_there_may_be() {
    Experiment e = ticket();
    const PairSizes sizes = {1, 4, 10, 10};
    for (Index i = 0; e.typedNumbers.size() < mostTypedNumbers; ++i) {
        const auto name = stagesToType()[static_cast<std::size_t>(i / 400)];
        e.typedNumbers.push_back(ticketNumber(name, i % 400 / 100, i % 100 / 10, i % 10, 1));
    }
    std::ranges::sort(e.typedNumbers, {}, &TypedNumber::place);
    QVERIFY(runModel(modelProblemOf(e)).ok());
    const TypedNumber further = ticketNumber(TensorName::AttentionWeights, 3, 9, 9, 1);
    QVERIFY(hasPlace(further, 0, sizes));
    QVERIFY(!withTypedNumber(e, further).ok());
    QVERIFY(withTypedNumber(e, e.typedNumbers[7]).ok()); // another number at a place that is held
}

void TestTypedNumbers::places_stay_with_their_sizes() {
    const TypedNumber first = ticketNumber(TensorName::AttentionWeights, 0, 1, 2, 0.5F);
    const TypedNumber last = ticketNumber(TensorName::AttentionWeights, 3, 9, 9, 0.5F);
    const Experiment e = *withTypedNumber(*withTypedNumber(ticket(), first), last);
    QCOMPARE(withHeads(e, 2)->typedNumbers, std::vector{first});
    QCOMPARE(withModelDim(e, 8)->typedNumbers, e.typedNumbers);
    TokenList words = e.tokens[0];
    words.pop_back();
    QCOMPARE(withTokens(e, TokenSide::Query, 0, words)->typedNumbers, std::vector{first});
    QCOMPARE(withBatch(e, 2)->typedNumbers, e.typedNumbers);
    QCOMPARE(withLayout(e, Layout::SequenceFirst).typedNumbers, e.typedNumbers);
    // Without dropout there are no dropped weights.
    const Experiment dropping = *withDropout(e, 0.25F);
    const Experiment dropped =
        *withTypedNumber(dropping, ticketNumber(TensorName::DroppedWeights, 0, 1, 2, 0.5F));
    QCOMPARE(dropped.typedNumbers.size(), std::size_t{3});
    QCOMPARE(withDropout(dropped, 0)->typedNumbers, e.typedNumbers);
}

void TestTypedNumbers::a_number_of_another_architecture_goes() {
    const Experiment e =
        *withTypedNumber(ticket(), ticketNumber(TensorName::Scores, 0, 1, 2, 0.5F));
    ModelConfig model = e.model;
    model.architecture = Architecture::Encoder;
    QVERIFY(withModel(e, model)->typedNumbers.empty());
}

void TestTypedNumbers::property_any_edit_leaves_them_valid() {
    QVERIFY(rc::check("an edit releases what has no place any more", [] {
        ModelShape shape;
        shape.attention.queries = 3;
        Experiment e = findExample("encoder-decoder")->make();
        for (const Sublayer sublayer : {Sublayer::SelfAttention, Sublayer::CrossAttention}) {
            TypedNumber number;
            number.scope = Scope::of(ModelPart::Decoder, e.model.layers - 1, sublayer);
            number.name = TensorName::Scores;
            number.head = e.config.heads - 1;
            number.query = e.queryLength() - 1;
            e = *withTypedNumber(e, number);
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

HEADSCOPE_TEST(TestTypedNumbers, QCoreApplication)
#include "test_typed_numbers.moc"
