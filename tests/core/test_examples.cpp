// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "support/trace_of.h"
#include "trace/scopes.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

Trace traceOf(const char* id) {
    return traceOf(findExample(id)->make());
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_chooser_has_these_in_this_order();
    void every_example_computes_data();
    void every_example_computes();
    void every_example_has_what_it_is_about_data();
    void every_example_has_what_it_is_about();
    void every_example_is_made_the_same_twice_data();
    void every_example_is_made_the_same_twice();
    void unknown_examples_are_not_found();

    void ticket_has_the_given_embeddings();
    void ticket_has_heads_that_differ_and_rows_that_are_neither_flat_nor_one_spike();
    void arange_keeps_its_numbers_through_the_heads();
    void one_row_gives_the_scores_themselves_and_their_softmax();
    void concat_lays_eight_heads_of_three_side_by_side();
    void paper_size_is_that_of_the_paper();
    void causal_padding_masks_later_tokens_and_padding();
    void fully_masked_has_one_row_without_a_key();
    void wrong_scale_makes_every_row_flatter();
    void cross_has_two_queries_and_three_keys();
    void positions_tell_equal_words_apart();
    void norms_normalise_rows_and_columns_of_one_matrix();
    void encoder_decoder_looks_across_and_guesses_the_next_word();
    void stack_has_144_heads_one_layer_after_the_other();
};

void TestExamples::the_chooser_has_these_in_this_order() {
    QStringList ids;
    for (const Example& example : examples())
        ids << QString::fromUtf8(example.id.data(), static_cast<qsizetype>(example.id.size()));
    QCOMPARE(ids, (QStringList{"ticket-learnt",  "ticket-learnt-en",
                               "ticket",         "arange",
                               "one-row",        "concat",
                               "paper-size",     "paper-size-en",
                               "causal-padding", "causal-padding-en",
                               "fully-masked",   "fully-masked-en",
                               "wrong-scale",    "wrong-scale-en",
                               "cross",          "positions",
                               "positions-en",   "norms",
                               "norms-en",       "encoder-decoder",
                               "cat-learnt",     "stack",
                               "stack-en"}));
    // Each reader is offered each of them once, in his words.
    for (const Language language : {Language::English, Language::Chinese}) {
        const std::vector<const Example*> offered = examplesIn(language);
        QCOMPARE(offered.size(), std::size_t{15});
        for (const Example* example : offered) {
            QVERIFY(!example->language || example->language == language);
            const Example* const other = findExample(
                example->id, language == Language::English ? Language::Chinese : Language::English);
            QVERIFY(other);
            QCOMPARE(other == example, !example->language.has_value());
            QCOMPARE(findExample(other->id, language), example);
            QCOMPARE(std::string(other->title), std::string(example->title));
            const Experiment mine = example->make();
            const Experiment theirs = other->make();
            QVERIFY(mine.config == theirs.config);
            QCOMPARE(mine.queryInput.shape(), theirs.queryInput.shape());
        }
    }
}

void TestExamples::every_example_computes_data() {
    QTest::addColumn<QByteArray>("id");
    for (const Example& example : examples())
        QTest::newRow(example.id.data()) << QByteArray(example.id.data());
}

void TestExamples::every_example_computes() {
    QFETCH(QByteArray, id);
    const Example* example = findExample(id.toStdString());
    QVERIFY(example);
    const Experiment experiment = example->make();
    QCOMPARE(experiment.example, std::string(example->id));
    const Status status = validate(modelProblemOf(experiment));
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().text().c_str());
    const Trace trace = traceOf(experiment);
    const Tensor output = trace.steps().back().result;
    QCOMPARE(output.size(0), experiment.batch());
    QCOMPARE(output.size(1), experiment.queryLength());
    QVERIFY(std::all_of(output.values().begin(), output.values().end(),
                        [](float value) { return std::isfinite(value); }));
    // One sentence: a full stop at its end and, besides decimals, nowhere else.
    const QString explanation = QString::fromUtf8(example->explanation);
    QVERIFY(explanation.endsWith(u'.'));
    QVERIFY(!explanation.contains(QStringLiteral(". ")));
}

void TestExamples::every_example_has_what_it_is_about_data() {
    every_example_computes_data();
}

void TestExamples::every_example_has_what_it_is_about() {
    QFETCH(QByteArray, id);
    const Example& example = *findExample(id.toStdString());
    const Trace trace = traceOf(example.make());
    const std::vector<TraceScope> scopes = scopesOf(trace);
    const auto scope = std::ranges::find(scopes, example.focus.scope, &TraceScope::path);
    QVERIFY(example.focus.scope.empty() || scope != scopes.end());
    if (example.focus.tensor)
        QVERIFY(trace.find(*example.focus.tensor, std::string(example.focus.scope)));
    const auto attentions = std::ranges::count(scopes, ScopeKind::Attention, &TraceScope::kind);
    QVERIFY(!example.focus.allLayers || attentions > 1);
}

void TestExamples::every_example_is_made_the_same_twice_data() {
    every_example_computes_data();
}

void TestExamples::every_example_is_made_the_same_twice() {
    QFETCH(QByteArray, id);
    const Example* example = findExample(id.toStdString());
    QVERIFY(example->make() == example->make());
}

void TestExamples::unknown_examples_are_not_found() {
    QVERIFY(!findExample("tickets"));
    QVERIFY(!findExample(""));
}

void TestExamples::ticket_has_the_given_embeddings() {
    const Experiment e = findExample("ticket")->make();
    QVERIFY(e.queryInput.shape() == (Shape{1, 10, 4}));
    QCOMPARE(e.tokens[0][0], std::string("我"));
    QCOMPARE(e.tokens[0][9], std::string("机票"));
    QCOMPARE(e.queryInput(0, 9, 1), .9F);
    QVERIFY(e.queryInput.selected(1, 0) == e.queryInput.selected(1, 4)); // 我 twice
    QCOMPARE(e.config.heads, Index{4});
    QVERIFY(e.config.keyDim == 4 && e.config.valueDim == 4);
    QVERIFY(e.weights.at(Role::QueryWeight).shape() == (Shape{4, 16}));
    QVERIFY(e.weights.at(Role::OutputWeight).shape() == (Shape{16, 4}));
    QVERIFY(!problemOf(e).mask.any());
}

void TestExamples::ticket_has_heads_that_differ_and_rows_that_are_neither_flat_nor_one_spike() {
    const Tensor weights = traceOf("ticket")[TensorName::AttentionWeights];
    const auto entropy = [&weights](Index head) { // mean of the rows, 1 = uniform
        double sum = 0;
        for (Index query = 0; query < 10; ++query) {
            for (Index key = 0; key < 10; ++key) {
                const auto p = static_cast<double>(weights(0, head, query, key));
                sum -= p > 0 ? p * std::log(p) : 0;
            }
        }
        return sum / (10 * std::log(10.0));
    };
    const auto distance = [&weights](Index a, Index b) { // total variation, mean of the rows
        double sum = 0;
        for (Index query = 0; query < 10; ++query) {
            for (Index key = 0; key < 10; ++key)
                sum += std::fabs(
                    static_cast<double>(weights(0, a, query, key) - weights(0, b, query, key)));
        }
        return sum / 20;
    };
    for (Index head = 0; head < 4; ++head) {
        QVERIFY2(entropy(head) > .3 && entropy(head) < .9,
                 qPrintable(QString::number(entropy(head))));
        for (Index other = 0; other < head; ++other)
            QVERIFY2(distance(head, other) > .25,
                     qPrintable(QString::number(distance(head, other))));
    }
}

void TestExamples::arange_keeps_its_numbers_through_the_heads() {
    const Trace trace = traceOf("arange");
    const Tensor& query = trace[TensorName::Query];
    QVERIFY(query.shape() == (Shape{2, 3, 3, 2}));
    // [batch, head, token, feature] of arange(36) viewed as (2, 3, 3, 2), transposed
    QCOMPARE(query(0, 0, 0, 0), 0.0F);
    QCOMPARE(query(0, 0, 1, 1), 7.0F);
    QCOMPARE(query(0, 1, 0, 0), 2.0F);
    QCOMPARE(query(1, 2, 2, 1), 35.0F);
}

void TestExamples::one_row_gives_the_scores_themselves_and_their_softmax() {
    const Trace trace = traceOf("one-row");
    constexpr std::array<float, 10> scores = {1.1F, 1.4F, 1.6F, 1.9F, 1.1F,
                                              2.8F, 1.5F, 2.2F, .5F,  2.0F};
    double sum = 0;
    for (const float score : scores)
        sum += std::exp(static_cast<double>(score));
    const Tensor& weights = trace[TensorName::AttentionWeights];
    QVERIFY(weights.shape() == (Shape{1, 1, 1, 10}));
    QStringList twoDigits;
    for (Index key = 0; key < 10; ++key) {
        const float score = scores[static_cast<std::size_t>(key)];
        QCOMPARE(trace[TensorName::ScaledScores](0, 0, 0, key), score);
        const double expected = std::exp(static_cast<double>(score)) / sum;
        QVERIFY(std::fabs(static_cast<double>(weights(0, 0, 0, key)) - expected) < 1e-6);
        twoDigits << QString::number(static_cast<double>(weights(0, 0, 0, key)), 'f', 2).mid(1);
    }
    // The explanation names the very numbers that are computed.
    const QString explanation = QString::fromUtf8(findExample("one-row")->explanation);
    QVERIFY2(explanation.contains(twoDigits.join(u' ')), qPrintable(twoDigits.join(u' ')));
    QVERIFY(explanation.contains(QStringLiteral("1.10")));
}

void TestExamples::concat_lays_eight_heads_of_three_side_by_side() {
    const Trace trace = traceOf("concat");
    QVERIFY(trace[TensorName::HeadContext].shape() == (Shape{1, 8, 100, 3}));
    QVERIFY(trace[TensorName::ConcatenatedContext].shape() == (Shape{1, 100, 24}));
    QVERIFY(trace[TensorName::Output].shape() == (Shape{1, 100, 3}));
    QCOMPARE(trace[TensorName::ConcatenatedContext](0, 42, 3 * 5 + 2),
             trace[TensorName::HeadContext](0, 5, 42, 2));
}

void TestExamples::paper_size_is_that_of_the_paper() {
    const Experiment e = findExample("paper-size")->make();
    QVERIFY(e.queryInput.shape() == (Shape{32, 10, 512}));
    const Result<HeadSizes> sizes = headSizes(e.config);
    QVERIFY(sizes.ok() && sizes->keyDim == 64 && sizes->valueDim == 64);
    double squares = 0;
    for (const float value : e.weights.at(Role::QueryWeight).values())
        squares += static_cast<double>(value) * static_cast<double>(value);
    const double sigma =
        std::sqrt(squares / static_cast<double>(e.weights.at(Role::QueryWeight).elementCount()));
    QVERIFY(std::fabs(sigma * std::sqrt(512.0) - 1) < .01);
    for (const TokenList& sentence : e.tokens)
        QCOMPARE(sentence.size(), std::size_t{10});
    // The same word is the same row in every sentence.
    QVERIFY(e.queryInput.selected(0, 0).selected(0, 5) ==
            e.queryInput.selected(0, 31).selected(0, 5));
}

void TestExamples::causal_padding_masks_later_tokens_and_padding() {
    const Experiment e = findExample("causal-padding")->make();
    QCOMPARE(e.batch(), Index{3});
    QVERIFY(e.tokens[0].size() != e.tokens[1].size() && e.tokens[1].size() != e.tokens[2].size());
    const Tensor weights = traceOf(e)[TensorName::AttentionWeights];
    for (Index sequence = 0; sequence < 3; ++sequence) {
        const auto length = static_cast<Index>(e.tokens[static_cast<std::size_t>(sequence)].size());
        for (Index query = 0; query < e.queryLength(); ++query) {
            for (Index key = 0; key < e.keyLength(); ++key) {
                const bool masked = key > query || key >= length;
                QCOMPARE(weights(sequence, 0, query, key) == 0.0F, masked);
            }
        }
    }
}

void TestExamples::fully_masked_has_one_row_without_a_key() {
    Experiment e = findExample("fully-masked")->make();
    for (const FullyMasked choice : {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
        e = withFullyMasked(e, choice);
        const Tensor weights = traceOf(e)[TensorName::AttentionWeights];
        for (Index head = 0; head < 2; ++head) {
            for (Index query = 0; query < 4; ++query) {
                double sum = 0;
                for (Index key = 0; key < 4; ++key)
                    sum += static_cast<double>(weights(0, head, query, key));
                const double third = choice == FullyMasked::Zeros ? 0 : 1;
                if (query == 2 && choice == FullyMasked::NaN)
                    QVERIFY(std::isnan(sum));
                else
                    QVERIFY(std::fabs(sum - (query == 2 ? third : 1)) < 1e-6);
            }
        }
    }
}

void TestExamples::wrong_scale_makes_every_row_flatter() {
    const Experiment e = findExample("wrong-scale")->make();
    QCOMPARE(*e.config.scale, 0.125F);
    const Experiment right = *withScale(e, std::nullopt);
    const float scale = headSizes(right.config)->scale;
    QVERIFY(std::fabs(scale - 0.354F) < 5e-4F);
    const auto largestOf = [](const Tensor& weights, Index head, Index query) {
        float largest = 0;
        for (Index key = 0; key < 10; ++key)
            largest = std::max(largest, weights(0, head, query, key));
        return largest;
    };
    const Tensor flat = traceOf(e)[TensorName::AttentionWeights];
    const Tensor sharp = traceOf(right)[TensorName::AttentionWeights];
    for (Index head = 0; head < 8; ++head) {
        for (Index query = 0; query < 10; ++query)
            QVERIFY(largestOf(flat, head, query) < largestOf(sharp, head, query));
    }
}

void TestExamples::cross_has_two_queries_and_three_keys() {
    const Experiment e = findExample("cross")->make();
    QVERIFY(e.isCross());
    QVERIFY(headSizes(e.config)->keyDim == 4);
    QVERIFY(traceOf(e)[TensorName::Scores].shape() == (Shape{1, 2, 2, 3}));
}

void TestExamples::positions_tell_equal_words_apart() {
    const Experiment e = findExample("positions")->make();
    QCOMPARE(e.tokens[0][0], e.tokens[0][4]);
    QCOMPARE(e.queryInput.size(2), Index{16});
    QVERIFY(e.queryInput.selected(1, 0) == e.queryInput.selected(1, 4));
    const Trace trace = traceOf(e);
    const Tensor& embedded = trace.find(TensorName::EmbeddedInput, "positions")->result;
    QVERIFY(!(embedded.selected(1, 0) == embedded.selected(1, 4)));
    const Tensor& weights = trace[TensorName::AttentionWeights];
    QVERIFY(!(weights.selected(2, 0).contiguous() == weights.selected(2, 4).contiguous()));
}

void TestExamples::norms_normalise_rows_and_columns_of_one_matrix() {
    const Trace trace = traceOf("norms");
    const std::string scope = "encoder/0/self_attention_norm";
    const TraceStep* layer = trace.find(TensorName::Normalised, scope);
    const TraceStep* batch = trace.find(TensorName::Normalised, scope + "/batch");
    QVERIFY(layer && batch);
    QCOMPARE(trace[layer->operands[0]].name, TensorName::QueryInput); // the embeddings themselves
    QCOMPARE(layer->operands[0], batch->operands[0]);
    const auto isNormal = [](const std::vector<double>& values) {
        double sum = 0;
        double squares = 0;
        for (const double value : values) {
            sum += value;
            squares += value * value;
        }
        const auto n = static_cast<double>(values.size());
        // ε takes a little of the variance: 0.4 % where the numbers are .1 and .2.
        return std::fabs(sum / n) < 1e-5 && std::fabs(squares / n - 1) < .005;
    };
    for (Index token = 0; token < 10; ++token) {
        std::vector<double> row;
        for (Index column = 0; column < 4; ++column)
            row.push_back(static_cast<double>(layer->result(0, token, column)));
        QVERIFY(isNormal(row));
    }
    for (Index column = 0; column < 4; ++column) {
        std::vector<double> all;
        for (Index token = 0; token < 10; ++token)
            all.push_back(static_cast<double>(batch->result(0, token, column)));
        QVERIFY(isNormal(all));
    }
}

void TestExamples::encoder_decoder_looks_across_and_guesses_the_next_word() {
    const Experiment e = findExample("encoder-decoder")->make();
    const TokenList target = {"<Begin>", "I", "have", "a", "cat"};
    const TokenList source = {"我", "有", "一只", "猫"};
    const TokenList words = {"I", "have", "a", "cat", "<end>"};
    QVERIFY(e.tokens[0] == target);
    QVERIFY((*e.keyTokens)[0] == source);
    QVERIFY(e.vocabulary == words);
    const Trace trace = traceOf(e);
    int across = 0;
    for (const TraceStep& step : trace.steps()) {
        if (step.name != TensorName::AttentionWeights || !step.scope.ends_with("cross_attention"))
            continue;
        QVERIFY(step.result.shape() == (Shape{1, 2, 5, 4}));
        ++across;
    }
    QCOMPARE(across, 2);
    // No word sees a later one, and each guesses the next.
    const Tensor& self =
        trace.find(TensorName::AttentionWeights, "decoder/0/self_attention")->result;
    QCOMPARE(self(0, 1, 2, 3), 0.0F);
    const Tensor& probabilities = trace.find(TensorName::Probabilities, "prediction")->result;
    for (Index word = 0; word < 5; ++word)
        QVERIFY(probabilities(0, word, word) > .9F);
}

void TestExamples::stack_has_144_heads_one_layer_after_the_other() {
    const Experiment e = findExample("stack")->make();
    QVERIFY(e.tokens == findExample("ticket")->make().tokens);
    QVERIFY(e.queryInput == findExample("ticket")->make().queryInput);
    const Trace trace = traceOf(e);
    Index heads = 0;
    for (const TraceScope& scope : scopesOf(trace)) {
        if (scope.kind == ScopeKind::Attention)
            heads += trace.find(TensorName::AttentionWeights, scope.path)->result.size(1);
    }
    QCOMPARE(heads, Index{144});
    for (int layer = 1; layer < 12; ++layer) {
        const TraceStep* in = trace.find(TensorName::Mean, "encoder/" + std::to_string(layer) +
                                                               "/self_attention_norm");
        QVERIFY(trace[in->operands[0]].scope ==
                "encoder/" + std::to_string(layer - 1) + "/feed_forward_residual");
    }
}

HEADSCOPE_TEST(TestExamples, QCoreApplication)
#include "test_examples.moc"
