// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of attentions beside what they compute: value-weighted attention and rollout. The
// expected numbers are PyTorch's in float64 (tests/reference/checkpoint/make_analyses.py), or small
// enough for a head.
#include "checkpoint/checkpoint_run.h"
#include "checkpoint/model_source.h"
#include "run/analyses.h"
#include "run/finished_attention.h"
#include "support/test_program.h"
#include "tensor/recipes.h"
#include "trace/trace_writer.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

QJsonObject jsonIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::vector<Index> idsIn(const QString& text) {
    std::vector<Index> ids;
    for (const QString& id : text.split(u',', Qt::SkipEmptyParts))
        ids.push_back(id.toLongLong());
    return ids;
}

double farthestFrom(const TraceStep* ours, const QJsonArray& wanted) {
    if (!ours || ours->result.elementCount() != wanted.size() || wanted.isEmpty())
        return 1e9;
    const Tensor dense = ours->result.contiguous();
    double most = 0;
    for (Index i = 0; i < dense.elementCount(); ++i)
        most = std::max(most, std::abs(double{dense.data()[i]} - wanted[i].toDouble()));
    return most;
}

const Axes pairAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};

/// Of two words.
FinishedBlock layer(Index place, const std::vector<float>& weights, Index heads = 1) {
    return {Scope::of(ModelPart::Layers, place, Sublayer::SelfAttention).path(),
            Tensor::fromValues({1, heads, 2, 2}, pairAxes, weights)};
}

std::shared_ptr<const Run> analysed(const std::vector<FinishedBlock>& blocks,
                                    RunLabels labels = {}) {
    const Result<Run> run = finishedAttention(blocks, std::move(labels));
    return run ? withAnalyses(*run) : nullptr;
}

std::vector<float> rolloutOf(const Run& run, Index place) {
    const TraceStep* const step =
        run.trace()->find(TensorName::Rollout, layer(place, {0, 0, 0, 0}).scope);
    if (!step)
        return {};
    const Tensor dense = step->result.contiguous();
    return {dense.values().begin(), dense.values().end()};
}

/// One head of two words: values 3 and (0, 2), W_O doubles the first feature.
Trace twoWords() {
    Trace trace;
    TraceWriter writer(trace);
    const auto weights = writer.add(
        TensorName::AttentionWeights, Operation::Input,
        Tensor::fromValues({1, 1, 2, 2}, pairAxes, std::vector<float>{1, 0, 0.75F, 0.25F}));
    const auto value = writer.add(
        TensorName::Value, Operation::Input,
        Tensor::fromValues({1, 1, 2, 2}, {Axis::Batch, Axis::Heads, Axis::Key, Axis::ValueDim},
                           std::vector<float>{3, 0, 0, 2}));
    writer.add(TensorName::OutputWeight, Operation::Parameter,
               Tensor::fromValues({2, 2}, {Axis::HeadsValueDim, Axis::ModelDim},
                                  std::vector<float>{2, 0, 0, 1}));
    writer.add(
        TensorName::HeadContext, Operation::WeightedSum,
        Tensor::filled({1, 1, 2, 2}, {Axis::Batch, Axis::Heads, Axis::Query, Axis::ValueDim}, 0),
        {weights, value});
    return trace;
}

std::vector<float> numbersOf(const Trace& trace, TensorName name) {
    const Tensor dense = trace[name].contiguous();
    return {dense.values().begin(), dense.values().end()};
}

} // namespace

class TestAnalyses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void models_of_the_tests_are_told_of_as_in_pytorch_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name : {"gpt2", "llama", "bert", "marian"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void models_of_the_tests_are_told_of_as_in_pytorch() {
        QFETCH(QString, name);
        const QString folder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/") + name;
        const QJsonObject asked = jsonIn(folder + u"/expected.json"_s);
        const QJsonObject wanted = jsonIn(folder + u"/analyses.json"_s);
        QVERIFY(wanted.size() >= 2);
        const auto model = openModel(folder.toStdString());
        QVERIFY(model);
        WordIds ids;
        ids.words = {idsIn(asked[u"ids"].toString())};
        if (const auto target = idsIn(asked[u"target"].toString()); !target.empty())
            ids.target = {target};
        const Result<Trace> trace = runCheckpoint((*model)->checkpoint, ids);
        QVERIFY2(trace, trace ? "" : trace.error().text().c_str());
        const auto run = withAnalyses(Run(std::make_shared<const Trace>(*trace), {}));
        for (const QString& block : wanted.keys()) {
            const QJsonObject numbers = wanted[block].toObject();
            const std::string scope = block.toStdString();
            const auto ours = [&](TensorName tensor) { return run->trace()->find(tensor, scope); };
            const auto norms = numbers[u"value_norm"].toArray();
            QVERIFY2(farthestFrom(ours(TensorName::ValueNorm), norms) < 1e-5, scope.c_str());
            const auto weighted = numbers[u"value_weighted"].toArray();
            QVERIFY2(farthestFrom(ours(TensorName::ValueWeighted), weighted) < 1e-5, scope.c_str());
            // A decoder that reads another text as well has none.
            const bool rolls = numbers.contains(u"rollout"_s);
            QCOMPARE(ours(TensorName::Rollout) != nullptr, rolls);
            const auto rolled = numbers[u"rollout"].toArray();
            QVERIFY(!rolls || farthestFrom(ours(TensorName::Rollout), rolled) < 1e-6);
        }
    }

    void a_large_weight_on_a_short_value_adds_little() {
        const auto run = withAnalyses(Run(std::make_shared<const Trace>(twoWords()), {}));
        QCOMPARE(numbersOf(*run->trace(), TensorName::ValueNorm), (std::vector<float>{6, 2}));
        QCOMPARE(numbersOf(*run->trace(), TensorName::ValueWeighted),
                 (std::vector<float>{6, 0, 4.5F, 0.5F}));
    }
    /// What was typed may be below 0; a length is not.
    void a_negative_weight_adds_a_length_all_the_same() {
        const Trace before = twoWords();
        Trace trace;
        for (TraceStep step : before.steps()) {
            if (step.name == TensorName::AttentionWeights)
                step.result = step.result.withElement({0, 0, 1, 0}, -0.5F);
            trace.add(std::move(step));
        }
        const auto run = withAnalyses(Run(std::make_shared<const Trace>(trace), {}));
        QCOMPARE(run->trace()->find(TensorName::ValueWeighted)->result(0, 0, 1, 0), 3.0F);
    }
    void weights_alone_say_nothing_of_values() {
        const auto run = analysed({layer(0, {1, 0, 0.5F, 0.5F}), layer(1, {1, 0, 1, 0})});
        QVERIFY(run);
        for (const TraceStep& step : run->trace()->steps())
            QVERIFY(step.name != TensorName::ValueWeighted && step.name != TensorName::ValueNorm);
    }

    void layers_hand_on_half_of_what_they_were_given() {
        // Two heads whose mean is (1, 0; ½, ½), then a layer that looks at the first word alone.
        const auto run = analysed({layer(0, {1, 0, 1, 0, 1, 0, 0, 1}, 2), layer(1, {1, 0, 1, 0}),
                                   layer(2, {0, 1, 0, 1})});
        QVERIFY(run);
        QCOMPARE(rolloutOf(*run, 0), (std::vector<float>{1, 0, 0.25F, 0.75F}));
        QCOMPARE(rolloutOf(*run, 1), (std::vector<float>{1, 0, 0.625F, 0.375F}));
        QCOMPARE(rolloutOf(*run, 2), (std::vector<float>{0.8125F, 0.1875F, 0.625F, 0.375F}));
    }
    void there_is_no_rollout_of_one_layer_nor_of_other_sizes_or_words() {
        const auto has = [](const std::shared_ptr<const Run>& run) {
            return run && std::ranges::any_of(run->trace()->steps(), [](const TraceStep& step) {
                       return step.name == TensorName::Rollout;
                   });
        };
        const std::vector<FinishedBlock> two = {layer(0, {1, 0, 1, 0}), layer(1, {1, 0, 1, 0})};
        QVERIFY(has(analysed(two)));
        QVERIFY(!has(analysed({two[0]})));
        FinishedBlock longer = two[1];
        longer.weights = Tensor::filled({1, 1, 3, 3}, pairAxes, 1);
        QVERIFY(!has(analysed({two[0], longer})));
        FinishedBlock wider = two[1];
        wider.weights = Tensor::filled({1, 1, 2, 3}, pairAxes, 1);
        QVERIFY(!has(analysed({two[0], wider})));
        RunLabels others;
        others.tokens = {{"a", "b"}};
        others.keyTokens = TokenLists{{"c", "d"}};
        QVERIFY(!has(analysed(two, others)));
    }

    void nothing_is_computed_before_somebody_reads_it() {
        const auto run = withAnalyses(Run(std::make_shared<const Trace>(twoWords()), {}));
        const Tensor& weighted = (*run->trace())[TensorName::ValueWeighted];
        QCOMPARE(recipes::bytesToMake(weighted), Index{16});
        QCOMPARE(weighted(0, 0, 0, 0), 6.0F);
        QCOMPARE(recipes::bytesToMake(weighted), Index{0});
    }
    /// Views and files look at one block: what it takes from the layer before has a name of its
    /// own.
    void a_block_knows_the_rollout_before_it_by_another_name() {
        const auto run = analysed({layer(0, {1, 0, 1, 0}), layer(1, {1, 0, 1, 0})});
        const TraceSlice part = slice(*run->trace(), layer(1, {0, 0, 0, 0}).scope);
        const TraceStep* const before = part.trace.find(TensorName::EarlierRollout);
        const TraceStep* const rolled = part.trace.find(TensorName::Rollout);
        QVERIFY(before && rolled);
        QVERIFY(before->operation == Operation::Input && rolled->operation == Operation::Rollout);
        QCOMPARE(part.trace[rolled->operands[1]].name, TensorName::EarlierRollout);
        QCOMPARE(before->result(0, 1, 0), 0.5F);
        QCOMPARE(rolled->result(0, 1, 0), 0.75F);
    }
};

HEADSCOPE_TEST(TestAnalyses, NoApplication)
#include "test_analyses.moc"
