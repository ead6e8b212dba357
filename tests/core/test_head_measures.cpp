// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/experiment_run.h"
#include "measures/attention_head.h"
#include "measures/head_measures.h"
#include "measures/key_set.h"
#include "run/finished_attention.h"
#include "support/finished_run.h"
#include "support/random_model.h"
#include "support/separators.h"
#include "support/test_program.h"
#include "support/trace_of.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numeric>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr double nothing = -1; ///< a measure that has no meaning

double valueOf(const HeadMeasures& measures, Measure measure) {
    return measures[measure] ? measures[measure]->value : nothing;
}
double evenOf(const HeadMeasures& measures, Measure measure) {
    return measures[measure] ? measures[measure]->even : nothing;
}

bool isNear(double a, double b) {
    return std::fabs(a - b) <= 1e-6 * std::max(1.0, std::fabs(b));
}

/// One head of one sequence.
Run finished(Index queries, Index keys, const std::vector<float>& weights, RunLabels labels = {}) {
    return *finishedRun(Tensor::fromValues({1, 1, queries, keys}, Axes(4, Axis::Feature), weights),
                        std::move(labels));
}

Run evenSpread(Index count, RunLabels labels = {}) {
    return finished(count, count,
                    std::vector<float>(static_cast<std::size_t>(count * count),
                                       1.0F / static_cast<float>(count)),
                    std::move(labels));
}

TokenLists words(Index batch, Index longest, std::mt19937& random, bool ragged) {
    const std::vector<std::string> vocabulary = {"a", "b", ",", "。", "[CLS]", "I"};
    TokenLists lists(static_cast<std::size_t>(batch));
    for (TokenList& list : lists) {
        const Index length = ragged ? 1 + static_cast<Index>(random() % longest) : longest;
        for (Index i = 0; i < length; ++i)
            list.push_back(vocabulary[random() % vocabulary.size()]);
    }
    return lists;
}

/// What the measures are by their definition, written down once more without any care for speed.
/// Which pairs are allowed is read from the masked scores and not from the masks.
class Definition {
public:
    Definition(const Run& run, const std::string& scope, Index sequence, Index head, bool self)
        : m_weights((*run.trace()->find(TensorName::AttentionWeights, scope)).result)
        , m_batch(sequence)
        , m_head(head)
        , m_self(self) {
        if (const TraceStep* step = run.trace()->find(TensorName::MaskedScores, scope))
            m_scores = step->result;
        const AxisTokens tokens = run.tokens(scope);
        m_queryWords = tokens.queries->at(static_cast<std::size_t>(sequence));
        m_keyWords = tokens.keys->at(static_cast<std::size_t>(sequence));
        m_keys = m_weights.size(m_weights.axisOf(Axis::Key));
    }

    double weight(Index i, Index j) const { return static_cast<double>(at(m_weights, i, j)); }
    bool allows(Index i, Index j) const { return !m_scores || std::isfinite(at(*m_scores, i, j)); }
    std::vector<Index> keysOf(Index i) const {
        std::vector<Index> keys;
        for (Index j = 0; j < m_keys; ++j) {
            if (allows(i, j))
                keys.push_back(j);
        }
        return keys;
    }
    std::vector<Index> queries() const {
        std::vector<Index> queries;
        for (Index i = 0; i < std::ssize(m_queryWords); ++i) {
            if (!keysOf(i).empty())
                queries.push_back(i);
        }
        return queries;
    }

    /// The mean of a row's measure, by `spread`: even or as it is; nothing where no row has it.
    double mean(Measure measure, bool even) const {
        double sum = 0;
        int count = 0;
        for (const Index i : queries()) {
            if (const auto row = ofRow(measure, even, i)) {
                sum += *row;
                ++count;
            }
        }
        return count ? sum / count : nothing;
    }

private:
    float at(const Tensor& tensor, Index i, Index j) const {
        Cell cell(tensor.rank(), 0);
        cell[tensor.axisOf(Axis::Batch)] = m_batch;
        cell[tensor.axisOf(Axis::Heads)] = m_head;
        cell[tensor.axisOf(Axis::Query)] = i;
        cell[tensor.axisOf(Axis::Key)] = j;
        return tensor.at(cell);
    }
    std::optional<double> ofRow(Measure measure, bool even, Index i) const {
        const std::vector<Index> keys = keysOf(i);
        const auto share = [&](Index j) {
            return even ? allows(i, j) ? 1.0 / static_cast<double>(keys.size()) : 0.0
                        : weight(i, j);
        };
        const auto sum = [&](auto part) {
            double all = 0;
            for (Index j = 0; j < m_keys; ++j)
                all += part(j);
            return all;
        };
        const auto isWord = [&](Index j) { return j < std::ssize(m_keyWords); };
        const auto isSeparatorAt = [&](Index j) {
            const std::string word = isWord(j) ? m_keyWords[static_cast<std::size_t>(j)] : "";
            return word == "," || word == "。" || word == "[CLS]";
        };
        const auto isEqual = [&](Index j) {
            return isWord(j) && !(m_self && i == j) &&
                   m_keyWords[static_cast<std::size_t>(j)] ==
                       m_queryWords[static_cast<std::size_t>(i)];
        };
        const auto hasAny = [&](auto counts) {
            return sum([&](Index j) { return counts(j) ? 1.0 : 0.0; }) > 0;
        };
        switch (measure) {
        case Measure::Entropy:
            return sum([&](Index j) { return share(j) > 0 ? -share(j) * std::log2(share(j)) : 0; });
        case Measure::Distance:
            if (!m_self)
                return std::nullopt;
            return sum([&](Index j) { return share(j) * std::fabs(static_cast<double>(i - j)); });
        case Measure::First: return share(0);
        case Measure::Previous: return m_self && i > 0 ? std::optional(share(i - 1)) : std::nullopt;
        case Measure::Next:
            return m_self && i + 1 < std::ssize(m_queryWords) ? std::optional(share(i + 1))
                                                              : std::nullopt;
        case Measure::Self: return m_self ? std::optional(share(i)) : std::nullopt;
        case Measure::Separators:
            if (!hasAny(isSeparatorAt))
                return std::nullopt;
            return sum([&](Index j) { return isSeparatorAt(j) ? share(j) : 0; });
        case Measure::EqualTokens:
            if (!hasAny(isEqual))
                return std::nullopt;
            return sum([&](Index j) { return isEqual(j) ? share(j) : 0; });
        }
        return std::nullopt;
    }

    Tensor m_weights;
    std::optional<Tensor> m_scores;
    Index m_batch;
    Index m_head;
    bool m_self;
    Index m_keys = 0;
    TokenList m_queryWords;
    TokenList m_keyWords;
};

struct AnyRun {
    std::shared_ptr<const Run> run;
    bool plainCross = false; ///< the one block looks at another side
};

AnyRun anyRun() {
    ModelShape shape;
    shape.config.architecture = *rc::gen::element(Architecture::Attention, Architecture::Encoder,
                                                  Architecture::EncoderDecoder);
    shape.config.layers = *rc::gen::inRange<Index>(1, 3);
    ProblemShape& attention = shape.attention;
    attention.batch = *rc::gen::inRange<Index>(1, 4);
    attention.queries = *rc::gen::inRange<Index>(1, 9);
    attention.keys = *rc::gen::inRange<Index>(1, 9);
    attention.heads = *rc::gen::inRange<Index>(1, 4);
    attention.cross = *rc::gen::arbitrary<bool>();
    attention.causal = *rc::gen::arbitrary<bool>();
    attention.padding = *rc::gen::arbitrary<bool>();
    attention.mayAttendAxes = *rc::gen::element(0, 0, 2, 3, 4);
    attention.additiveAxes = *rc::gen::element(0, 0, 2, 4);
    // NaN of one block would be all that the next ones know.
    attention.fullyMasked = shape.config.architecture == Architecture::Attention
                                ? *rc::gen::element(FullyMasked::Zeros, FullyMasked::NaN)
                                : *rc::gen::element(FullyMasked::Zeros, FullyMasked::Uniform);
    attention.sequenceFirst = *rc::gen::arbitrary<bool>();
    attention.dropout = *rc::gen::element(0.0F, 0.3F);
    attention.seed = *rc::gen::inRange<unsigned>(1, 100000);
    shape.sourceTokens = *rc::gen::inRange<Index>(1, 9);
    shape.sourcePadding = *rc::gen::arbitrary<bool>();
    const ModelProblem problem = randomModel(shape);
    Result<Trace> trace = runModel(problem, {});
    if (!trace)
        RC_FAIL(trace.error().text());
    std::mt19937 random(attention.seed);
    const bool ragged = *rc::gen::arbitrary<bool>();
    RunLabels labels;
    labels.tokens = words(attention.batch, attention.queries, random, ragged);
    AnyRun any;
    any.plainCross = shape.config.architecture == Architecture::Attention && attention.cross;
    if (shape.config.architecture == Architecture::EncoderDecoder)
        labels.keyTokens = words(attention.batch, shape.sourceTokens, random, ragged);
    else if (any.plainCross)
        labels.keyTokens = words(attention.batch, attention.keys, random, ragged);
    any.run = std::make_shared<const Run>(std::make_shared<const Trace>(std::move(trace).value()),
                                          std::move(labels));
    return any;
}

} // namespace

class TestHeadMeasures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void an_even_spread_of_n_keys_has_log2_n_bits_data();
    void an_even_spread_of_n_keys_has_log2_n_bits();
    void two_tokens_by_hand();
    void a_head_that_looks_back_is_called_so();
    void half_is_no_name();
    void separators_and_equal_tokens_by_hand();
    void without_words_nothing_is_said_of_them();
    void places_of_two_sides_are_no_equal_tokens();
    void key_padding_that_is_known_does_not_ask();
    void cross_attention_has_no_distance();
    void zeros_of_every_head_are_a_mask_where_only_weights_are_known();
    void a_row_that_may_look_at_nothing_does_not_count();
    void less_than_nothing_has_no_entropy();
    void property_measures_are_their_definition();
    void property_threads_change_no_bit();
    void long_sentences_are_summed_in_parts();
    void separators_data();
    void separators();
    void the_smallest_set_by_hand();
    void property_the_smallest_set_is_the_smallest();
    void rows_of_a_file_that_are_no_shares_are_left_out();
};

void TestHeadMeasures::an_even_spread_of_n_keys_has_log2_n_bits_data() {
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 8, 10, 64, 200})
        QTest::addRow("%d", count) << count;
}

void TestHeadMeasures::an_even_spread_of_n_keys_has_log2_n_bits() {
    QFETCH(const int, count);
    const Run run = evenSpread(count);
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    QCOMPARE(measures.queries, Index{count});
    QVERIFY(isNear(valueOf(measures, Measure::Entropy), std::log2(count)));
    for (const Measure measure : allMeasures) {
        QVERIFY(isNear(valueOf(measures, measure), evenOf(measures, measure)));
        QVERIFY(valueOf(measures, measure) <=
                (measures[measure] ? measures[measure]->largest : 0) + 1e-6);
    }
    QVERIFY(isNear(valueOf(measures, Measure::First), 1.0 / count));
    if (count > 1)
        QVERIFY(isNear(valueOf(measures, Measure::Previous), 1.0 / count));
    else
        QVERIFY(!measures[Measure::Previous] && !measures[Measure::Next] && !measures.kind);
    QVERIFY(isNear(valueOf(measures, Measure::Distance), (count - 1.0 / count) / 3));
}

/// w = (3/4, 1/4), (1, 0).
void TestHeadMeasures::two_tokens_by_hand() {
    const Run run = finished(2, 2, {0.75F, 0.25F, 1.0F, 0.0F});
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    const double bits = 2 - 0.75 * std::log2(3); // of 3/4, 1/4
    QVERIFY(isNear(valueOf(measures, Measure::Entropy), bits / 2));
    QCOMPARE(valueOf(measures, Measure::Distance), (0.25 + 1) / 2);
    QCOMPARE(valueOf(measures, Measure::First), 0.875);
    QCOMPARE(valueOf(measures, Measure::Previous), 1.0);
    QCOMPARE(measures[Measure::Previous]->queries, Index{1});
    QCOMPARE(valueOf(measures, Measure::Next), 0.25);
    QCOMPARE(valueOf(measures, Measure::Self), 0.375);
    QVERIFY(!measures.kind);
    // One head: the 0 of the second row is a pair that no head has, so nobody may look there.
    QCOMPARE(evenOf(measures, Measure::Entropy), 0.5);
    QCOMPARE(evenOf(measures, Measure::Self), 0.25);
    QCOMPARE(measures[Measure::Entropy]->largest, 1.0);
}

void TestHeadMeasures::a_head_that_looks_back_is_called_so() {
    const Run run = finished(
        4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 0.125F, 0.75F, 0.125F, 0, 0.125F, 0.125F, 0.5F, 0.25F});
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    QVERIFY(measures.kind);
    QCOMPARE(measures.kind->queries, Index{2});
    QCOMPARE(measures.kind->previous, 0.625);
    QCOMPARE(measures.kind->first, 0.125);
    QCOMPARE(measures.kind->self, 0.1875);
    QCOMPARE(measures.kind->next, 0.0);
    QCOMPARE(measures.kind->other, 0.0625);
    QVERIFY(kindOf(*measures.kind) == HeadKind::Previous);
    QCOMPARE(shareOf(*measures.kind, HeadKind::Previous), 0.625);
}

void TestHeadMeasures::half_is_no_name() {
    QVERIFY(!kindOf({0.5, 0.5, 0, 0, 0, 4}));
    QVERIFY(!kindOf({0.1, 0.1, 0.1, 0, 0.7, 4}));
    QVERIFY(kindOf({0.2, 0.51, 0.2, 0, 0.09, 4}) == HeadKind::First);
    QVERIFY(kindOf({0, 0, 0.6, 0.4, 0, 4}) == HeadKind::Self);
    QVERIFY(kindOf({0, 0, 0.4, 0.6, 0, 4}) == HeadKind::Next);
}

void TestHeadMeasures::separators_and_equal_tokens_by_hand() {
    RunLabels labels{{{"a", ",", "a", "."}}, {}, {}};
    const Run run = finished(
        4, 4, {0.125F, 0.25F, 0.5F, 0.125F, 0.25F, 0.25F, 0.25F, 0.25F, 1, 0, 0, 0, 0, 0, 0, 1},
        labels);
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    QCOMPARE(valueOf(measures, Measure::Separators), (0.375 + 0.5 + 0 + 1) / 4);
    // Rows 1 and 3 alone have another token like theirs.
    QCOMPARE(valueOf(measures, Measure::EqualTokens), (0.5 + 1) / 2);
    QCOMPARE(measures[Measure::EqualTokens]->queries, Index{2});
    labels.tokens = {{"a", "b", "c", "d"}};
    const Run other = finished(4, 4, std::vector<float>(16, 0.25F), labels);
    const HeadMeasures none = measureHeads(other, "", 0).at(0);
    QVERIFY(!none[Measure::Separators] && !none[Measure::EqualTokens]);
}

void TestHeadMeasures::without_words_nothing_is_said_of_them() {
    const HeadMeasures measures = measureHeads(evenSpread(3), "", 0).at(0);
    QVERIFY(!measures[Measure::Separators] && !measures[Measure::EqualTokens]);
    QVERIFY(measures[Measure::Distance]);
}

void TestHeadMeasures::places_of_two_sides_are_no_equal_tokens() {
    const std::vector<float> weights = {0.5F, 0.25F, 0.25F, 0.25F, 0.5F, 0.25F};
    const auto equal = [&](const TokenList& queries, const TokenList& keys) {
        const Run run = finished(2, 3, weights, RunLabels{{queries}, TokenLists{keys}, {}});
        return valueOf(measureHeads(run, "", 0).at(0), Measure::EqualTokens);
    };
    QCOMPARE(equal({"1", "2"}, {"1", "2", "3"}), nothing); // nobody named them
    QCOMPARE(equal({"2", "1"}, {"1", "2", "3"}), 0.25);    // somebody did
    QCOMPARE(equal({"a", "2"}, {"a", "2", "3"}), 0.5);
}

void TestHeadMeasures::key_padding_that_is_known_does_not_ask() {
    const Experiment experiment = findExample("ticket")->make();
    const auto trace = std::make_shared<const Trace>(traceOf(experiment));
    RunOrigin origin;
    const auto queries = [&] {
        return measureHeads(Run(trace, labelsOf(experiment), origin), "", 0).at(0).queries;
    };
    QCOMPARE(queries(), Index{10});
    // Wherever it stands.
    Tensor padding = Tensor::filled({1, 10}, {Axis::Batch, Axis::Key}, 1);
    for (const Index place : {0, 4, 9})
        padding = padding.withElement({0, place}, 0);
    origin.masks[""].keyPadding = padding;
    QCOMPARE(queries(), Index{7});
    // The keys of another side say nothing of the queries.
    const Experiment cross = findExample("cross")->make();
    const auto looking = std::make_shared<const Trace>(traceOf(cross));
    RunOrigin ofCross;
    const auto before = measureHeads(Run(looking, labelsOf(cross), ofCross), "", 0).at(0).queries;
    ofCross.masks[""].keyPadding =
        Tensor::filled({1, cross.keyLength()}, {Axis::Batch, Axis::Key}, 0);
    QCOMPARE(measureHeads(Run(looking, labelsOf(cross), ofCross), "", 0).at(0).queries, before);
}

void TestHeadMeasures::cross_attention_has_no_distance() {
    const std::vector<float> weights(9, 1.0F / 3);
    const Run run = finished(3, 3, weights, {{{"a", "b", "c"}}, TokenLists{{"a", "b", "."}}, {}});
    QVERIFY(!run.isSelfAttention(""));
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    for (const Measure measure :
         {Measure::Distance, Measure::Previous, Measure::Next, Measure::Self})
        QVERIFY(!measures[measure]);
    QVERIFY(!measures.kind);
    QVERIFY(isNear(valueOf(measures, Measure::First), 1.0 / 3));
    QVERIFY(isNear(valueOf(measures, Measure::Separators), 1.0 / 3));
    // "a" looks at "a", "b" at "b"; "c" has no other.
    QVERIFY(isNear(valueOf(measures, Measure::EqualTokens), 1.0 / 3));
    QCOMPARE(measures[Measure::EqualTokens]->queries, Index{2});
}

void TestHeadMeasures::zeros_of_every_head_are_a_mask_where_only_weights_are_known() {
    const Tensor weights =
        Tensor::fromValues({1, 2, 2, 2}, Axes(4, Axis::Feature),
                           std::vector<float>{1, 0, 0.5F, 0.5F, /*head 2*/ 1, 0, 1, 0});
    const Run run = *finishedRun(weights, {});
    const std::vector<AttentionHead> heads = attentionHeads(run, "", 0);
    QVERIFY(!heads[0].allows(0, 1) && !heads[1].allows(0, 1));
    QVERIFY(heads[0].allows(1, 1) && heads[1].allows(1, 1) && heads[0].allows(0, 0));
    QCOMPARE(evenOf(measureHeads(run, "", 0)[1], Measure::First), 0.75);
}

void TestHeadMeasures::a_row_that_may_look_at_nothing_does_not_count() {
    const Run run = finished(2, 2, {0, 0, 0.5F, 0.5F});
    const HeadMeasures measures = measureHeads(run, "", 0).at(0);
    QCOMPARE(measures.queries, Index{1});
    QCOMPARE(valueOf(measures, Measure::Entropy), 1.0);
    const HeadMeasures nobody = measureHeads(finished(1, 2, {0, 0}), "", 0).at(0);
    QCOMPARE(nobody.queries, Index{0});
    QVERIFY(std::ranges::none_of(nobody.means, [](const auto& mean) { return mean.has_value(); }));
}

void TestHeadMeasures::less_than_nothing_has_no_entropy() {
    // A typed weight: its row has no entropy, but all that is no logarithm.
    Experiment experiment = findExample("ticket")->make();
    TypedNumber number;
    number.query = 2;
    number.value = -1;
    experiment = *withTypedNumber(experiment, number);
    const auto trace = std::make_shared<const Trace>(traceOf(experiment));
    const Tensor& weights = (*trace)[TensorName::AttentionWeights];
    QCOMPARE(weights(0, 0, 2, 0), -1.0F);
    const HeadMeasures head = measureHeads(*runOf(experiment, trace, RunOrigin{}), "", 0).at(0);
    const Index queries = weights.size(2);
    QCOMPARE(head[Measure::Entropy]->queries, queries - 1);
    QCOMPARE(head[Measure::First]->queries, queries);
    double first = 0;
    for (Index query = 0; query < queries; ++query)
        first += static_cast<double>(weights(0, 0, query, 0));
    QVERIFY(isNear(valueOf(head, Measure::First), first / static_cast<double>(queries)));
}

void TestHeadMeasures::property_measures_are_their_definition() {
    QVERIFY(rc::check("measures are what their definitions say", [] {
        const AnyRun any = anyRun();
        const Run& run = *any.run;
        for (const TraceScope& scope : run.scopes()) {
            if (scope.kind != ScopeKind::Attention)
                continue;
            const bool self = !any.plainCross && !scope.path.ends_with("cross_attention");
            RC_ASSERT(run.isSelfAttention(scope.path) == self);
            for (Index sequence = 0; sequence < run.batch(); ++sequence) {
                const std::vector<HeadMeasures> heads = measureHeads(run, scope.path, sequence);
                RC_ASSERT(std::ssize(heads) == run.heads());
                for (const HeadMeasures& head : heads) {
                    const Definition definition(run, scope.path, sequence, head.head, self);
                    RC_ASSERT(head.queries == std::ssize(definition.queries()));
                    for (const Measure measure : allMeasures) {
                        const double value = definition.mean(measure, false);
                        const double even = definition.mean(measure, true);
                        RC_ASSERT(isNear(valueOf(head, measure), value));
                        RC_ASSERT(isNear(evenOf(head, measure), even));
                        RC_ASSERT(even <= (head[measure] ? head[measure]->largest : 0) + 1e-9);
                    }
                    if (head.kind) {
                        const KindEvidence& kind = *head.kind;
                        RC_ASSERT(isNear(
                            kind.previous + kind.first + kind.self + kind.next + kind.other, 1));
                    }
                }
            }
        }
    }));
}

void TestHeadMeasures::property_threads_change_no_bit() {
    QVERIFY(rc::check("threads change no bit", [] {
        const AnyRun any = anyRun();
        for (const TraceScope& scope : any.run->scopes()) {
            Execution execution;
            const auto one = measureHeads(*any.run, scope.path, 0, execution);
            execution.threads = 4;
            const auto many = measureHeads(*any.run, scope.path, 0, execution);
            RC_ASSERT(one.size() == many.size());
            for (std::size_t head = 0; head < one.size(); ++head) {
                for (const Measure measure : allMeasures) {
                    RC_ASSERT(valueOf(one[head], measure) == valueOf(many[head], measure));
                    RC_ASSERT(evenOf(one[head], measure) == evenOf(many[head], measure));
                }
            }
        }
    }));
}

/// More rows than one part, in which nobody is counted twice or forgotten.
void TestHeadMeasures::long_sentences_are_summed_in_parts() {
    constexpr Index count = 150;
    std::vector<float> weights(count * count, 0);
    for (Index i = 0; i < count; ++i)
        weights[static_cast<std::size_t>(i * count + (i * 7) % count)] = 1;
    const HeadMeasures measures = measureHeads(finished(count, count, weights), "", 0).at(0);
    double places = 0;
    for (Index i = 0; i < count; ++i)
        places += std::fabs(static_cast<double>(i - (i * 7) % count));
    QCOMPARE(measures.queries, count);
    QVERIFY(isNear(valueOf(measures, Measure::Distance), places / count));
    QCOMPARE(measures[Measure::Previous]->queries, count - 1);
    QCOMPARE(measures.kind->queries, count - 2);
}

void TestHeadMeasures::separators_data() {
    QTest::addColumn<QString>("token");
    QTest::addColumn<bool>("separates");
    for (const char* token :
         {",",  ".", "...", "?!", "。", "，",    "「",    "」", "…",   "—",    "'",
          "\"", "¿", "Ġ,",  "▁.", " ;", "[CLS]", "[SEP]", "[]", "<s>", "</s>", "<|endoftext|>",
          "：", "、"})
        QTest::addRow("%s separates", token) << QString::fromUtf8(token) << true;
    for (const char* token : {"a", "我", "'s", "don't", "+", "$", "<", "< s >", "[a]", "[1]",
                              "3.14", "", "Ġ", "~", "～", "a.", ".a", "<>"})
        QTest::addRow("%s does not", *token ? token : "nothing at all")
            << QString::fromUtf8(token) << false;
}

void TestHeadMeasures::separators() {
    QFETCH(const QString, token);
    QFETCH(const bool, separates);
    QCOMPARE(isSeparator(token.toStdString()), separates);
    QVERIFY(!isSeparator("\xFF"));
    QVERIFY(!isSeparator("\xE3\x80"));
}

void TestHeadMeasures::the_smallest_set_by_hand() {
    const std::vector<float> row = {0.25F, 0.5F, 0, 0.25F};
    const std::vector<Index> keys = keysByWeight(row);
    QCOMPARE(keys, (std::vector<Index>{1, 0, 3})); // of equal ones the earlier
    QCOMPARE(keysHolding(row, keys, 50), std::size_t{1});
    QCOMPARE(keysHolding(row, keys, 51), std::size_t{2});
    QCOMPARE(keysHolding(row, keys, 75), std::size_t{2});
    QCOMPARE(keysHolding(row, keys, 76), std::size_t{3});
    QCOMPARE(keysHolding(row, keys, 100), std::size_t{3});
    const std::vector<float> even(10, 0.1F);
    for (int percent = 1; percent <= 100; ++percent)
        QCOMPARE(keysHolding(even, keysByWeight(even), percent),
                 static_cast<std::size_t>((percent + 9) / 10));
    QVERIFY(keysByWeight(std::vector<float>{0.5F, std::nanf("")}).empty());
    QCOMPARE(keysHolding({}, {}, 90), std::size_t{0});
}

void TestHeadMeasures::rows_of_a_file_that_are_no_shares_are_left_out() {
    // Two bits, twice as much as a row has, less than nothing, and as float16 rounds.
    const HeadMeasures head =
        measureHeads(finished(4, 4,
                              {.25F, .25F, .25F, .25F, .5F, .5F, .5F, .5F, -.5F, .5F, .5F, .5F,
                               .252F, .25F, .25F, .251F}),
                     {}, 0)
            .front();
    QCOMPARE(head.queries, Index{2});
    QCOMPARE(head.noShares, Index{2});
    QCOMPARE(head[Measure::Entropy]->queries, Index{2});
    QVERIFY(std::fabs(head[Measure::Entropy]->value - 2) < .01);
    QCOMPARE(head[Measure::First]->queries, Index{2});
    const HeadMeasures none = measureHeads(finished(1, 2, {3, 4}), {}, 0).front();
    QCOMPARE(none.queries, Index{0});
    QCOMPARE(none.noShares, Index{1});
    for (const Measure measure : allMeasures)
        QVERIFY(!none[measure]);
    // One NaN: the whole row is left out, of every measure alike.
    const HeadMeasures unknown =
        measureHeads(finished(2, 2, {std::nanf(""), .5F, .25F, .75F}), {}, 0).front();
    QCOMPARE(unknown.noShares, Index{1});
    QCOMPARE(unknown.queries, Index{1});
    QCOMPARE(unknown[Measure::First]->value, .25);
    QCOMPARE(unknown[Measure::Self]->value, .75);
    QVERIFY(std::fabs(unknown[Measure::Entropy]->value - (2 - .75 * std::log2(3))) < 1e-6);
}

void TestHeadMeasures::property_the_smallest_set_is_the_smallest() {
    QVERIFY(rc::check("no smaller set of keys holds as much", [] {
        const auto row = *rc::gen::container<std::vector<float>>(
            *rc::gen::inRange<std::size_t>(1, 10),
            rc::gen::map(rc::gen::inRange(0, 17),
                         [](int sixteenths) { return static_cast<float>(sixteenths) / 16; }));
        const int percent = *rc::gen::inRange(1, 101);
        const std::vector<Index> keys = keysByWeight(row);
        const std::size_t held = keysHolding(row, keys, percent);
        const double whole = std::accumulate(row.begin(), row.end(), 0.0);
        // Every set of keys, by the bits of a number; sixteenths sum exactly.
        std::size_t smallest = row.size();
        for (unsigned set = 0; set < 1U << row.size(); ++set) {
            double sum = 0;
            std::size_t size = 0;
            for (std::size_t key = 0; key < row.size(); ++key) {
                if (set >> key & 1U) {
                    sum += static_cast<double>(row[key]);
                    ++size;
                }
            }
            if (100 * sum >= percent * whole)
                smallest = std::min(smallest, size);
        }
        RC_ASSERT(held == smallest);
        for (std::size_t place = 0; place < row.size(); ++place) {
            const auto key = static_cast<Index>(place);
            const auto end = keys.begin() + static_cast<std::ptrdiff_t>(held);
            RC_ASSERT((heldFrom(row, key) <= percent) ==
                      (std::find(keys.begin(), end, key) != end));
        }
    }));
}

HEADSCOPE_TEST(TestHeadMeasures, headscope::testing::NoApplication)
#include "test_head_measures.moc"
