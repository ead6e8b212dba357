// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "run/finished_attention.h"
#include "support/finished_run.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

std::shared_ptr<const Run> computed(const Experiment& experiment) {
    Result<Trace> trace = runModel(modelProblemOf(experiment));
    if (!trace)
        qFatal("%s", trace.error().text().c_str());
    return runOf(experiment, std::make_shared<const Trace>(std::move(trace).value()));
}

Tensor uniformWeights(const Shape& shape) {
    return Tensor::filled(shape, Axes(shape.size(), Axis::Feature),
                          1.0F / static_cast<float>(shape.back()));
}

} // namespace

class TestRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_block_counts_the_words_it_was_computed_from_data();
    void every_block_counts_the_words_it_was_computed_from();
    void cross_attention_alone_has_two_sentences();
    void a_run_says_how_it_stands_to_its_example();
    void a_mask_holds_where_it_was_asked_for();
    void a_finished_attention_is_a_run();
    void a_finished_attention_must_fit_its_words_data();
    void a_finished_attention_must_fit_its_words();
};

void TestRun::every_block_counts_the_words_it_was_computed_from_data() {
    QTest::addColumn<QString>("scope");
    QTest::addColumn<bool>("otherQueries");
    QTest::addColumn<bool>("otherKeys");
    QTest::newRow("positions of the target") << "positions" << false << false;
    QTest::newRow("positions of the source") << "source/positions" << true << true;
    QTest::newRow("encoder looks at the source") << "encoder/0/self_attention" << true << true;
    QTest::newRow("encoder, norm") << "encoder/1/self_attention_norm" << true << true;
    QTest::newRow("encoder, feed-forward") << "encoder/1/feed_forward" << true << true;
    QTest::newRow("decoder looks at itself") << "decoder/1/self_attention" << false << false;
    QTest::newRow("decoder, norm") << "decoder/0/self_attention_norm" << false << false;
    QTest::newRow("decoder looks at the source") << "decoder/0/cross_attention" << false << true;
    QTest::newRow("behind that") << "decoder/0/cross_attention_norm" << false << false;
    QTest::newRow("the norm beside it") << "decoder/0/cross_attention_norm/batch" << false << false;
    QTest::newRow("decoder, feed-forward") << "decoder/1/feed_forward" << false << false;
}

void TestRun::every_block_counts_the_words_it_was_computed_from() {
    QFETCH(QString, scope);
    QFETCH(bool, otherQueries);
    QFETCH(bool, otherKeys);
    Experiment experiment = findExample("encoder-decoder")->make();
    ModelConfig model = experiment.model;
    model.layers = 2;
    model.positions = true;
    model.compareNorms = true;
    experiment = withModel(experiment, model).value();
    const auto run = computed(experiment);
    const std::string path = scope.toStdString();
    const auto isPath = [&](const TraceScope& one) { return one.path == path; };
    QVERIFY(std::ranges::any_of(run->scopes(), isPath));
    const AxisTokens tokens = run->tokens(path);
    QVERIFY(experiment.tokens != *experiment.keyTokens);
    QCOMPARE(*tokens.queries, otherQueries ? *experiment.keyTokens : experiment.tokens);
    QCOMPARE(*tokens.keys, otherKeys ? *experiment.keyTokens : experiment.tokens);
    // The words of an experiment that was edited since lie at the same axes.
    RunLabels edited = run->labels();
    edited.keyTokens->front().front() = "x";
    QCOMPARE(run->tokens(path, edited).keys == &*edited.keyTokens, otherKeys);
}

void TestRun::cross_attention_alone_has_two_sentences() {
    const Experiment experiment = findExample("cross")->make();
    const auto run = computed(experiment);
    QCOMPARE(*run->tokens("").queries, experiment.tokens);
    QCOMPARE(*run->tokens("").keys, *experiment.keyTokens);
    QCOMPARE(run->batch(), experiment.batch());
    QCOMPARE(run->heads(), experiment.config.heads);
}

void TestRun::a_run_says_how_it_stands_to_its_example() {
    const Experiment ticket = findExample("ticket")->make();
    QVERIFY(originOf(ticket).likeness == Likeness::Example);
    QVERIFY(originOf(withCausal(ticket, true)).likeness == Likeness::Edited);
    const Experiment own = *withTokens(ticket, TokenSide::Query, 0, {"I", "like", "tea"});
    QVERIFY(originOf(own).likeness == Likeness::OwnSentence);
    // The words of the example in another order are no sentence of anybody's own.
    TokenList turned = ticket.tokens.front();
    std::swap(turned.front(), turned.back());
    QVERIFY(originOf(*withTokens(ticket, TokenSide::Query, 0, turned)).likeness ==
            Likeness::Edited);
    QVERIFY(originOf({}).likeness == Likeness::Unknown);
    QCOMPARE(computed(ticket)->origin().seed, std::optional(ticket.seed));
}

void TestRun::a_mask_holds_where_it_was_asked_for() {
    const auto run = computed(withCausal(findExample("encoder-decoder")->make(), true));
    QVERIFY(run->maskRules("decoder/0/self_attention").causal);
    QVERIFY(!run->maskRules("encoder/0/self_attention").causal);
    QVERIFY(!run->maskRules("decoder/0/cross_attention").causal);
    QVERIFY(run->maskRules("decoder/0/cross_attention").padding);
    QVERIFY(!run->maskRules("no such block").padding);
    QVERIFY(computed(withCausal(findExample("cross")->make(), true))->maskRules("").causal);
}

void TestRun::a_finished_attention_is_a_run() {
    const TokenLists queries = {{"a", "b"}, {"c"}};
    const TokenLists keys = {{"x", "y", "z"}, {"u", "v", "w"}};
    const Result<Run> run = finishedRun(uniformWeights({2, 4, 2, 3}), {queries, keys, {}});
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
    QCOMPARE(run->batch(), Index{2});
    QCOMPARE(run->heads(), Index{4});
    QCOMPARE(run->scopes().size(), std::size_t{1});
    QCOMPARE(*run->tokens("").queries, queries);
    QCOMPARE(*run->tokens("").keys, keys);
    const Tensor& weights = (*run->trace())[TensorName::AttentionWeights];
    QVERIFY(weights.axes() == Axes({Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}));
    QVERIFY(run->origin().example.empty() && !run->origin().seed);
}

void TestRun::a_finished_attention_must_fit_its_words_data() {
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("three axes") << Shape{4, 2, 3} << "shape (4, 2, 3)";
    QTest::newRow("nothing in it") << Shape{1, 4, 0, 3} << "none of these 0";
    QTest::newRow("another batch") << Shape{2, 4, 2, 3} << "words for 1 sequences";
    QTest::newRow("too few queries") << Shape{1, 4, 1, 3} << "2 words";
    QTest::newRow("too few keys") << Shape{1, 4, 2, 2} << "3 words";
}

void TestRun::a_finished_attention_must_fit_its_words() {
    QFETCH(Shape, shape);
    QFETCH(QString, sentence);
    const Result<Run> run =
        finishedRun(uniformWeights(shape), {{{"a", "b"}}, TokenLists{{"x", "y", "z"}}, {}});
    QVERIFY(!run.ok());
    const QString said = QString::fromStdString(run.error().text());
    QVERIFY2(said.contains(sentence), qPrintable(said));
}

HEADSCOPE_TEST(TestRun, QCoreApplication)
#include "test_run.moc"
