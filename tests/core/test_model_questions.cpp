// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked of a trained model: heads switched off, what each layer would say, which part
// of it said a word. The expected numbers are PyTorch's
// (tests/reference/checkpoint/make_questions.py).
#include "checkpoint/generate.h"
#include "checkpoint/logit_lens.h"
#include "checkpoint/model_source.h"
#include "measures/head_contributions.h"
#include "source/source.h"
#include "source/source_json.h"
#include "support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

/// A folder of the tests with what was asked of it.
struct AskedModel {
    std::shared_ptr<const OpenModel> model;
    WordIds ids;
    QJsonObject answers;
};

QJsonObject answersIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::vector<Index> idList(const QString& text) {
    std::vector<Index> ids;
    for (const QString& id : text.split(u',', Qt::SkipEmptyParts))
        ids.push_back(id.toLongLong());
    return ids;
}

AskedModel askedModel(const QString& name) {
    const QString folder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/") + name;
    const QJsonObject expected = answersIn(folder + u"/expected.json"_s);
    AskedModel asked;
    if (auto model = openModel(folder.toStdString()))
        asked.model = *model;
    asked.ids.words = {idList(expected[u"ids"].toString())};
    if (const auto target = idList(expected[u"target"].toString()); !target.empty())
        asked.ids.target = {target};
    asked.answers = answersIn(folder + u"/questions.json"_s);
    return asked;
}

HeadsOff offOf(const QJsonObject& wanted) {
    HeadsOff off;
    off.by = wanted[u"by"] == u"mean"_s ? OffBy::Mean : OffBy::Zero;
    std::vector<HeadPlace> heads;
    for (const QJsonValue& head : wanted[u"heads"].toArray())
        heads.push_back(*HeadPlace::parse(head.toString().toStdString()));
    return switched(off, heads, true);
}

double farthest(const Tensor& ours, const QJsonArray& wanted) {
    const Tensor dense = ours.contiguous();
    if (dense.elementCount() != wanted.size())
        return 1e9;
    double most = 0;
    for (Index i = 0; i < dense.elementCount(); ++i)
        most = std::max(most, std::abs(double{dense.data()[i]} - wanted[i].toDouble()));
    return most;
}

const Tensor& logitsIn(const Trace& trace) {
    return trace.find(TensorName::Logits, "prediction")->result;
}

/// A model of the tests as a document shows it: what it reads are ids.
ModelSource sourceOf(const AskedModel& asked) {
    ModelSource source;
    source.model = asked.model;
    source.ids = asked.ids.words.front();
    return source;
}

} // namespace

class TestModelQuestions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void heads_that_are_off_change_the_logits_as_in_pytorch_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name : {"gpt2", "llama", "bert", "marian"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void heads_that_are_off_change_the_logits_as_in_pytorch() {
        QFETCH(QString, name);
        const AskedModel asked = askedModel(name);
        QVERIFY(asked.model);
        const QJsonArray sets = asked.answers[u"off"].toArray();
        QVERIFY(sets.size() >= 2);
        const Result<Trace> asItIs = runCheckpoint(asked.model->checkpoint, asked.ids);
        QVERIFY(asItIs);
        for (const QJsonValue& set : sets) {
            const QJsonArray wanted = set[u"logits"].toArray();
            QVERIFY(farthest(logitsIn(*asItIs), wanted) > 1e-3);
            const HeadsOff off = offOf(set.toObject());
            const Result<Trace> run = runCheckpoint(asked.model->checkpoint, asked.ids, {}, off);
            QVERIFY2(run, run ? "" : run.error().text().c_str());
            QVERIFY(farthest(logitsIn(*run), wanted) < 1e-5);
        }
    }

    /// What stands before the first head that differs is taken as it is, and the rest is the same.
    void a_run_goes_on_from_the_layer_of_the_first_head_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name : {"gpt2", "llama", "bert"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void a_run_goes_on_from_the_layer_of_the_first_head() {
        QFETCH(QString, name);
        const AskedModel asked = askedModel(name);
        const Checkpoint& checkpoint = asked.model->checkpoint;
        const Result<Trace> asItIs = runCheckpoint(checkpoint, asked.ids);
        for (const QJsonValue& set : asked.answers[u"off"].toArray()) {
            const HeadsOff off = offOf(set.toObject());
            const std::optional<Index> first = firstDifference({}, off);
            QVERIFY(first);
            const Result<Trace> whole = runCheckpoint(checkpoint, asked.ids, {}, off);
            const Result<Trace> on = runOn(checkpoint, *asItIs, *first, off);
            QVERIFY2(on, on ? "" : on.error().text().c_str());
            QVERIFY(*on == *whole);
            // Back again, from the run with heads off.
            const Result<Trace> back = runOn(checkpoint, *on, *first, {});
            QVERIFY(*back == *asItIs);
        }
        // The second layer alone: the steps of the first are the very same.
        const HeadsOff last =
            switched({}, {{*HeadPlace::parse("layers/1/self_attention/0")}}, true);
        QCOMPARE(firstDifference({}, last), std::optional<Index>(1));
        const Result<Trace> on = runOn(checkpoint, *asItIs, 1, last);
        const std::size_t first = *asItIs->indexOf(TensorName::Output, "layers/0/self_attention");
        QVERIFY((*on)[first].result.storage() == (*asItIs)[first].result.storage());
        const std::size_t second = *asItIs->indexOf(TensorName::Output, "layers/1/self_attention");
        QVERIFY((*on)[second].result.storage() != (*asItIs)[second].result.storage());
    }

    void a_head_that_the_model_has_not_is_refused() {
        const AskedModel asked = askedModel(u"gpt2"_s);
        for (const char* const place :
             {"layers/2/self_attention/0", "layers/0/self_attention/2",
              "encoder/0/self_attention/0", "layers/0/cross_attention/0"}) {
            const std::optional<HeadPlace> head = HeadPlace::parse(place);
            QVERIFY2(head, place);
            const HeadsOff off = switched({}, {{*head}}, true);
            QVERIFY(!runCheckpoint(asked.model->checkpoint, asked.ids, {}, off));
        }
        for (const char* const place : {"layers/0/feed_forward/0", "layers/0/self_attention/x",
                                        "layers/0/self_attention", "0", "", "x/0/1"})
            QVERIFY2(!HeadPlace::parse(place), place);
        QCOMPARE(HeadPlace::parse("layers/4/self_attention/2")->path(),
                 std::string("layers/4/self_attention/2"));
    }

    /// What comes next is drawn from the same numbers as are shown.
    void a_text_goes_on_with_heads_off() {
        const AskedModel asked = askedModel(u"gpt2"_s);
        for (const QJsonValue& set : asked.answers[u"off"].toArray()) {
            GenerateRequest request;
            request.words = asked.ids.words.front();
            request.count = 4;
            request.off = offOf(set.toObject());
            const Result<Generated> generated = generate(asked.model->checkpoint, request, {});
            QVERIFY(generated && !generated->words.empty());
            std::vector<Index> text = request.words;
            for (const Index word : generated->words) {
                const Result<Trace> run =
                    runCheckpoint(asked.model->checkpoint, {{text}, {}}, {}, request.off);
                const std::vector<float> logits = lastLogits(*run);
                QCOMPARE(word, Index{std::ranges::max_element(logits) - logits.begin()});
                text.push_back(word);
            }
        }
    }

    void a_document_knows_what_the_model_says_as_it_is() {
        const AskedModel asked = askedModel(u"gpt2"_s);
        ModelSource source = sourceOf(asked);
        const auto asItIs = runOf(source, *wordsOf(source), {});
        QVERIFY(asItIs && (*asItIs)->origin().off && !(*asItIs)->origin().logitsAsItIs);
        const auto known = std::make_shared<const ModelSource>(source);
        source.off = offOf(asked.answers[u"off"][1].toObject());
        Result<ModelWords> words = wordsOf(source);
        const auto alone = runOf(source, *words, {});
        const auto beside = runOf(source, *words, {}, {known, *asItIs});
        for (const auto& run : {*alone, *beside}) {
            QVERIFY(*run->trace() == *(*alone)->trace());
            QVERIFY(run->origin().off == source.off);
            QVERIFY(run->origin().logitsAsItIs == logitsIn(*(*asItIs)->trace()));
        }
        // Other heads, and all on again, beside a run with some off.
        const auto before = std::make_shared<const ModelSource>(source);
        source.off = offOf(asked.answers[u"off"][2].toObject());
        const auto other = runOf(source, *words, {}, {before, *beside});
        QVERIFY(*(*other)->trace() == *(*runOf(source, *wordsOf(source), {}))->trace());
        QVERIFY((*other)->origin().logitsAsItIs == (*beside)->origin().logitsAsItIs);
        source.off = {};
        const auto on = runOf(source, *words, {}, {before, *beside});
        QVERIFY(*(*on)->trace() == *(*asItIs)->trace());
        QVERIFY(!(*on)->origin().logitsAsItIs);
        // Another text has nothing in common with it.
        source.ids.push_back(2);
        const auto longer = runOf(source, *wordsOf(source), {}, {before, *beside});
        QVERIFY(*(*longer)->trace() == *(*runOf(source, *wordsOf(source), {}))->trace());
    }

    void a_file_keeps_which_heads_are_off() {
        const AskedModel asked = askedModel(u"llama"_s);
        ModelSource source = sourceOf(asked);
        source.off = offOf(asked.answers[u"off"][3].toObject());
        QCOMPARE(source.off.by, OffBy::Mean);
        const std::string text = sourceToJson(Source(std::make_shared<const ModelSource>(source)));
        const Result<Source> read = sourceFromJson(text);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->model()->off == source.off);
        std::string wrong = text;
        wrong.replace(wrong.find("self_attention"), 14, "feed_forward");
        QVERIFY(!sourceFromJson(wrong));
        wrong = text;
        wrong.replace(wrong.find("\"mean\""), 6, "\"half\"");
        QVERIFY(!sourceFromJson(wrong));
        // All on is as it always was.
        source.off = {};
        const std::string plain = sourceToJson(Source(std::make_shared<const ModelSource>(source)));
        QVERIFY(plain.find("off") == plain.npos);
    }

    void each_layer_says_what_pytorch_finds_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name : {"gpt2", "llama", "bert"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void each_layer_says_what_pytorch_finds() {
        QFETCH(QString, name);
        const AskedModel asked = askedModel(name);
        const Result<Trace> trace = runCheckpoint(asked.model->checkpoint, asked.ids);
        const Result<LogitLens> lens = logitLens(asked.model->checkpoint, *trace);
        QVERIFY2(lens, lens ? "" : lens.error().text().c_str());
        QCOMPARE(lens->lastNorm, name != "bert");
        QCOMPARE(lens->transforms, name == "bert");
        const QJsonArray layers = asked.answers[u"lens"].toArray();
        QCOMPARE(lens->depths, layers.size() + 1);
        QCOMPARE(lens->places, std::ssize(asked.ids.words.front()));
        const Index vocabulary = asked.model->checkpoint.config.vocabulary;
        for (Index depth = 0; depth < layers.size(); ++depth) {
            const QJsonArray wanted = layers[depth].toArray();
            for (Index place = 0; place < lens->places; ++place) {
                std::vector<Index> order(static_cast<std::size_t>(vocabulary));
                std::iota(order.begin(), order.end(), Index{0});
                const auto of = [&](Index id) {
                    return wanted[place * vocabulary + id].toDouble();
                };
                std::ranges::stable_sort(order, std::greater(), of);
                for (std::size_t i = 0; i < LogitLens::best; ++i) {
                    const LensWord& word = lens->at(depth, place)[i];
                    QCOMPARE(word.id, order[i]);
                    QVERIFY(std::abs(word.probability - of(word.id)) < 1e-6);
                }
            }
        }
        // The last row is what the model says.
        const std::vector<float> logits = lastLogits(*trace);
        QCOMPARE(lens->at(lens->depths - 1, lens->places - 1)[0].id,
                 Index{std::ranges::max_element(logits) - logits.begin()});
    }

    void a_model_that_predicts_nothing_has_no_lens() {
        const AskedModel asked = askedModel(u"bert_without_head_f16"_s);
        const Result<Trace> trace = runCheckpoint(asked.model->checkpoint, asked.ids);
        QVERIFY(trace && !logitLens(asked.model->checkpoint, *trace));
    }

    void the_parts_of_a_logit_are_pytorchs_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("gpt2") << u"gpt2"_s;
        QTest::newRow("llama") << u"llama"_s;
    }
    void the_parts_of_a_logit_are_pytorchs() {
        QFETCH(QString, name);
        const AskedModel asked = askedModel(name);
        const QJsonObject wanted = asked.answers[u"parts"].toObject();
        const Result<Trace> trace = runCheckpoint(asked.model->checkpoint, asked.ids);
        const auto parts =
            contributionsTo(*trace, {wanted[u"place"].toInt(), wanted[u"target"].toInt()});
        QVERIFY(parts);
        const auto isNear = [](double a, const QJsonValue& b) {
            return std::abs(a - b.toDouble()) < 1e-5;
        };
        QVERIFY(isNear(parts->logit, wanted[u"logit"]));
        QVERIFY(isNear(parts->embedding, wanted[u"embedding"]));
        QVERIFY(isNear(parts->biases, wanted[u"biases"]));
        QVERIFY(isNear(parts->shift, wanted[u"shift"]));
        const QJsonArray heads = wanted[u"heads"].toArray();
        QCOMPARE(std::ssize(parts->layers), heads.size());
        double sum = parts->embedding + parts->biases + parts->shift;
        for (qsizetype i = 0; i < heads.size(); ++i) {
            const HeadContributions::Layer& layer = parts->layers[static_cast<std::size_t>(i)];
            QVERIFY(isNear(layer.feedForward, wanted[u"feed_forward"][i]));
            QCOMPARE(std::ssize(layer.heads), heads[i].toArray().size());
            sum += layer.feedForward;
            for (qsizetype head = 0; head < std::ssize(layer.heads); ++head) {
                QVERIFY(isNear(layer.heads[static_cast<std::size_t>(head)], heads[i][head]));
                QCOMPARE(parts->of(layer.attention, head),
                         std::optional(layer.heads[static_cast<std::size_t>(head)]));
                sum += layer.heads[static_cast<std::size_t>(head)];
            }
        }
        QVERIFY(std::abs(sum - parts->logit) < 1e-5);
    }

    /// Behind a norm a share of a sum is no share of what comes out.
    void a_norm_behind_each_sum_lets_no_share_through() {
        const AskedModel asked = askedModel(u"bert"_s);
        const Result<Trace> trace = runCheckpoint(asked.model->checkpoint, asked.ids);
        QVERIFY(trace && !contributionsTo(*trace, {0, 0}));
    }

    void the_question_is_the_likeliest_token_of_the_model_as_it_is() {
        const AskedModel asked = askedModel(u"gpt2"_s);
        ModelSource source = sourceOf(asked);
        const auto asItIs = runOf(source, *wordsOf(source), {});
        const auto question = logitQuestion(**asItIs, std::nullopt);
        QVERIFY(question);
        QCOMPARE(question->place, std::ssize(source.ids) - 1);
        const std::vector<float> logits = lastLogits(*(*asItIs)->trace());
        QCOMPARE(question->target, Index{std::ranges::max_element(logits) - logits.begin()});
        QCOMPARE(logitQuestion(**asItIs, 2)->target, Index{2});
        source.off = offOf(asked.answers[u"off"][2].toObject());
        QCOMPARE(logitQuestion(**runOf(source, *wordsOf(source), {}), std::nullopt)->target,
                 question->target);
    }
};

HEADSCOPE_TEST(TestModelQuestions, NoApplication)
#include "test_model_questions.moc"
