// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/generate.h"
#include "checkpoint/head_effects.h"
#include "checkpoint/model_source.h"
#include "source/source.h"
#include "source/source_json.h"
#include "support/test_program.h"
#include "tensor/recipes.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

QString caseFolder(const QString& name) {
    return QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/") + name;
}

/// One of the models that come along.
std::string carriedModel(const std::string& name) {
    return HEADSCOPE_TEST_DATA "/../resources/models/" + name;
}

QJsonObject objectIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::vector<std::vector<Index>> idsOf(const QString& text) {
    std::vector<std::vector<Index>> lists;
    for (const QString& sequence : text.split(u';', Qt::SkipEmptyParts)) {
        auto& list = lists.emplace_back();
        for (const QString& id : sequence.split(u','))
            list.push_back(id.toLongLong());
    }
    return lists;
}

/// The output of the last block before the prediction.
const Tensor* lastOf(const Trace& trace) {
    for (std::size_t i = trace.steps().size(); i-- > 0;) {
        const TraceStep& step = trace[i];
        const bool output = step.name == TensorName::NormOutput;
        if (output && !step.scope.starts_with("prediction"))
            return &step.result;
    }
    return nullptr;
}

const Tensor* stageOf(const Trace& trace, const QString& name) {
    if (name == u"last")
        return lastOf(trace);
    const std::string path = name.toStdString();
    const std::size_t slash = path.rfind('/');
    const auto stage = tensorNameFrom(path.substr(slash + 1));
    const TraceStep* const step = stage ? trace.find(*stage, path.substr(0, slash)) : nullptr;
    return step ? &step->result : nullptr;
}

/// A copy that may be broken.
void copyFolder(const QString& from, const QString& to) {
    QVERIFY(QDir().mkpath(to));
    for (const QString& file : QDir(from).entryList(QDir::Files))
        QVERIFY(QFile::copy(from + u'/' + file, to + u'/' + file));
}

void change(const QString& path, const QByteArray& what, const QByteArray& into) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray content = file.readAll();
    file.close();
    QVERIFY2(content.contains(what), what.constData());
    content.replace(what, into);
    QVERIFY(file.remove() && file.open(QIODevice::WriteOnly));
    file.write(content);
}

std::string whyNot(const QString& modelFolder) {
    const Result<Checkpoint> opened = openCheckpoint(modelFolder.toStdString());
    return opened ? std::string("it opens") : opened.error().text();
}

} // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computes_what_pytorch_does_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name :
             {"gpt2", "gpt2_old_names", "gpt2_untied_bf16_parts", "gpt2_quick_gelu", "bert",
              "bert_old_names", "bert_without_head_f16", "distilbert", "roberta", "llama",
              "llama_bias", "llama3", "qwen2", "qwen2_window", "mistral", "qwen3", "marian",
              "marian_unequal"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    /// make_cases.py has float64 of each stage, and PyTorch's own error in float32.
    void computes_what_pytorch_does() {
        QFETCH(QString, name);
        const Result<Checkpoint> model = openCheckpoint(caseFolder(name).toStdString());
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const QJsonObject expected = objectIn(caseFolder(name) + u"/expected.json"_s);
        const Result<Trace> trace = runCheckpoint(
            *model, {idsOf(expected[u"ids"].toString()), idsOf(expected[u"target"].toString())});
        QVERIFY2(trace, trace ? "" : trace.error().text().c_str());
        const double bound = std::max(4 * expected[u"error"].toDouble(), 2e-6);
        const QJsonObject stages = expected[u"stages"].toObject();
        QVERIFY(stages.size() > 2);
        for (auto stage = stages.begin(); stage != stages.end(); ++stage) {
            const Tensor* const ours = stageOf(*trace, stage.key());
            QVERIFY2(ours, qPrintable(stage.key()));
            const QJsonArray shape = stage.value()[u"shape"].toArray();
            QCOMPARE(ours->rank(), static_cast<std::size_t>(shape.size()));
            for (qsizetype axis = 0; axis < shape.size(); ++axis)
                QCOMPARE(ours->size(static_cast<std::size_t>(axis)), Index{shape[axis].toInt()});
            const Tensor dense = ours->contiguous();
            const QJsonArray values = stage.value()[u"values"].toArray();
            for (qsizetype i = 0; i < values.size(); ++i) {
                const double difference = std::abs(
                    double{dense.values()[static_cast<std::size_t>(i)]} - values[i].toDouble());
                QVERIFY2(difference <= bound,
                         qPrintable(u"%1[%2] differs by %3, more than %4"_s.arg(stage.key())
                                        .arg(i)
                                        .arg(difference)
                                        .arg(bound)));
            }
        }
    }

    void names_what_it_does_not_use() {
        const Result<Checkpoint> model =
            openCheckpoint(caseFolder(u"bert_old_names"_s).toStdString());
        QVERIFY(model);
        const std::vector<std::string> nextSentence = {"cls.seq_relationship.bias",
                                                       "cls.seq_relationship.weight"};
        QCOMPARE(model->unused, nextSentence);
        QCOMPARE(remarkOnUnused(*model)->text(),
                 "tensors of the model that are not used here: 2 (cls.seq_relationship.bias, "
                 "cls.seq_relationship.weight)");
        // Masks and places that are stored, and a head that is the words' table, are used.
        for (const char* const name :
             {"gpt2_old_names", "bert_without_head_f16", "llama", "marian_unequal"})
            QVERIFY(!remarkOnUnused(
                *openCheckpoint(caseFolder(QString::fromLatin1(name)).toStdString())));
    }

    void another_model_in_the_folder_is_told() {
        QTemporaryDir place;
        const QString folder = place.filePath(u"models--small/snapshots/12ab"_s);
        copyFolder(caseFolder(u"gpt2"_s), folder);
        const auto opened = openModel(folder.toStdString());
        QVERIFY(opened);
        const std::string text =
            sourceToJson(Source(std::make_shared<const ModelSource>(modelSource(*opened))));
        QVERIFY(text.find("\"revision\": \"12ab\"") != std::string::npos);
        const auto remark = [&] {
            const Result<Source> read = sourceFromJson(text);
            return read ? remarkOnChange(*read->model()) : std::optional(read.error());
        };
        QVERIFY(!remark());
        QFile weights(folder + u"/model.safetensors"_s);
        QVERIFY(weights.open(QIODevice::ReadWrite) && weights.seek(weights.size() - 2));
        QCOMPARE(weights.write("!"), 1);
        weights.close();
        QVERIFY(remark());
        QCOMPARE(remark()->text(), "the folder has another model now than when this was saved");
    }

    void says_what_weights_there_are_instead() {
        QTemporaryDir place;
        QVERIFY(QFile::copy(caseFolder(u"gpt2"_s) + u"/config.json"_s,
                            place.filePath(u"config.json"_s)));
        QVERIFY(
            whyNot(place.path()).ends_with("has neither model.safetensors nor pytorch_model.bin"));
        QFile other(place.filePath(u"consolidated.00.pth"_s));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QVERIFY(whyNot(place.path()).find("has consolidated.00.pth, but neither ") !=
                std::string::npos);
    }

    void stages_that_are_not_kept_are_made_again_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<bool>("off");
        QTest::addColumn<bool>("keepsWeights");
        QTest::addColumn<bool>("keepsParameters");
        QTest::newRow("gpt2") << u"kjv-gpt2"_s << false << false << true << true;
        QTest::newRow("bert") << u"kjv-bert"_s << false << false << true << true;
        QTest::newRow("padding") << u"kjv-gpt2"_s << true << false << true << true;
        QTest::newRow("heads off") << u"kjv-gpt2"_s << true << true << true << true;
        QTest::newRow("no weights") << u"kjv-gpt2"_s << false << false << false << true;
        QTest::newRow("no weights of bert") << u"kjv-bert"_s << true << false << false << true;
        QTest::newRow("no weights, heads off") << u"kjv-gpt2"_s << true << true << false << true;
        QTest::newRow("no parameters") << u"kjv-gpt2"_s << true << false << true << false;
        QTest::newRow("nothing") << u"kjv-gpt2"_s << true << true << false << false;
        QTest::newRow("nothing of bert") << u"kjv-bert"_s << false << false << false << false;
    }
    /// To the bit, as the same views of memory that is shared as before, in whatever order they are
    /// read; streams, and weights where they are kept, are there all the time.
    void stages_that_are_not_kept_are_made_again() {
        QFETCH(QString, name);
        QFETCH(bool, padded);
        QFETCH(bool, off);
        const Result<Checkpoint> model = openCheckpoint(
            (QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/models/") + name).toStdString());
        QVERIFY(model);
        WordIds ids{{std::vector<Index>(50)}, {}};
        std::iota(ids.words[0].begin(), ids.words[0].end(), 7);
        if (padded)
            ids.words.push_back({9, 8, 7, 6});
        HeadsOff heads;
        const HeadPlace third{Scope::of(ModelPart::Layers, 1, Sublayer::SelfAttention), 2};
        if (off)
            heads = switched(heads, {&third, 1}, true);
        QFETCH(bool, keepsWeights);
        QFETCH(bool, keepsParameters);
        const Index bytes = model->parameters->bytesToRead(true);
        const Result<Trace> kept = runCheckpoint(*model, ids, {}, heads);
        QVERIFY(bytes > 0 && model->parameters->bytesToRead(true) < bytes / 8);
        const RunOptions lean{{}, 2, 0, keepsWeights, keepsParameters};
        const Result<Trace> made = runCheckpoint(*model, ids, lean, heads);
        QVERIFY(kept && made);
        if (!keepsParameters)
            QCOMPARE(model->parameters->bytesToRead(true), bytes);
        QCOMPARE(made->steps().size(), kept->steps().size());
        Index away = 0;
        Index weightsAway = 0;
        for (const TraceStep& step : made->steps()) {
            const bool isAway = recipes::bytesToMake(step.result) > 0;
            const Tensor& same = kept->find(step.name, step.scope)->result;
            away += isAway && recipes::bytesToMake(same) == 0 ? 1 : 0;
            weightsAway += isAway && step.name == TensorName::AttentionWeights ? 1 : 0;
            if (step.operation == Operation::Parameter && recipes::of(step.result))
                QCOMPARE(isAway, !keepsParameters);
            QVERIFY(!isAway || step.name != TensorName::Residual);
        }
        QCOMPARE(weightsAway, keepsWeights ? 0 : model->config.model.layers);
        QVERIFY2(away > 4 * model->config.model.layers, qPrintable(QString::number(away)));
        for (std::size_t i = made->steps().size(); i-- > 0;) {
            const TraceStep& a = (*kept)[i];
            const TraceStep& b = (*made)[i];
            QCOMPARE(b.name, a.name);
            QVERIFY(b.result.strides() == a.result.strides());
            QCOMPARE(b.result.offset(), a.result.offset());
            if (i > 0)
                QCOMPARE(b.result.sharesStorageWith((*made)[i - 1].result),
                         a.result.sharesStorageWith((*kept)[i - 1].result));
            const bool wasAway = recipes::bytesToMake(b.result) > 0;
            QVERIFY(recipes::forOneReader(b.result) == a.result);
            QVERIFY(!wasAway || !recipes::of(b.result) || recipes::bytesToMake(b.result) > 0);
            QVERIFY2(b.result == a.result, qPrintable(QString::fromStdString(b.scope)));
        }
    }

    /// The words' table is the head, too: neither is read where it is larger than config.json says.
    void a_table_that_is_too_large_is_refused() {
        QTemporaryDir folder;
        const QString from = caseFolder(u"gpt2"_s);
        QVERIFY(
            QFile::copy(from + u"/model.safetensors"_s, folder.filePath(u"model.safetensors"_s)));
        QFile read(from + u"/config.json"_s);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QJsonObject config = QJsonDocument::fromJson(read.readAll()).object();
        config[u"vocab_size"_s] = 5;
        QFile write(folder.filePath(u"config.json"_s));
        QVERIFY(write.open(QIODevice::WriteOnly));
        write.write(QJsonDocument(config).toJson());
        write.close();
        const Result<Checkpoint> model = openCheckpoint(folder.path().toStdString());
        QVERIFY(!model);
        QVERIFY2(model.error().text().find("wte.weight of ") != std::string::npos,
                 model.error().text().c_str());
    }

    void reads_on_as_if_it_read_the_whole_text_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name :
             {"gpt2", "gpt2_untied_bf16_parts", "llama", "llama3", "qwen2", "qwen2_window",
              "mistral", "qwen3", "marian", "marian_unequal"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    /// The kept keys and values give the very bits that the whole text gives.
    void reads_on_as_if_it_read_the_whole_text() {
        QFETCH(QString, name);
        const Result<Checkpoint> model = openCheckpoint(caseFolder(name).toStdString());
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const bool translates = model->config.model.architecture == Architecture::EncoderDecoder;
        const std::vector<Index> source = {5, 9, 2};
        const std::vector<Index> text = {3, 7, 1, 4, 4, 8};
        TextReader reader(*model, {}, translates ? source : std::vector<Index>());
        std::size_t read = 0;
        for (const std::size_t further : {2, 1, 2, 1}) {
            const auto from = text.begin() + static_cast<std::ptrdiff_t>(read);
            read += further;
            const std::vector<Index> words(from, text.begin() + static_cast<std::ptrdiff_t>(read));
            const auto logits = reader.read(words);
            QVERIFY2(logits, logits ? "" : logits.error().text().c_str());
            const std::vector<Index> before(text.begin(),
                                            text.begin() + static_cast<std::ptrdiff_t>(read));
            const auto whole = runCheckpoint(*model, translates ? WordIds{{source}, {before}}
                                                                : WordIds{{before}, {}});
            QVERIFY(whole);
            QVERIFY(static_cast<Index>(logits->size()) == model->config.vocabulary);
            QVERIFY(*logits == lastLogits(*whole));
        }
        const auto wrong = reader.read({model->config.vocabulary});
        QVERIFY(!wrong);
        if (translates) {
            TextReader nothing(*model, {});
            QVERIFY(!nothing.read(text));
        }
    }

    void says_which_tensor_is_missing_or_misshapen() {
        QTemporaryDir place;
        const QString modelFolder = place.filePath(u"bert"_s);
        copyFolder(caseFolder(u"bert"_s), modelFolder);
        change(modelFolder + u"/model.safetensors"_s, "encoder.layer.1.output.dense.weight",
               "encoder.layer.7.output.dense.weight");
        QVERIFY(
            whyNot(modelFolder).find("has no tensor bert.encoder.layer.1.output.dense.weight") !=
            std::string::npos);
        change(modelFolder + u"/model.safetensors"_s, "encoder.layer.7.output.dense.weight",
               "encoder.layer.1.output.dense.weight");
        change(modelFolder + u"/config.json"_s, "\"intermediate_size\": 12",
               "\"intermediate_size\": 13");
        QVERIFY(whyNot(modelFolder).find("is (12, 8), but config.json makes it (13, 8)") !=
                std::string::npos);
    }

    void what_is_no_model_is_said_in_a_sentence_data() {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("into");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("another type")
            << QByteArray("\"model_type\": \"bert\"") << QByteArray("\"model_type\": \"mamba\"")
            << u"a model of the type \"mamba\""_s;
        QTest::newRow("many layers") << QByteArray("\"num_hidden_layers\": 2")
                                     << QByteArray("\"num_hidden_layers\": 1000000000")
                                     << u"num_hidden_layers is 1000000000"_s;
        QTest::newRow("no whole number")
            << QByteArray("\"hidden_size\": 8") << QByteArray("\"hidden_size\": \"8\"")
            << u"hidden_size is \"8\""_s;
        QTest::newRow("no size") << QByteArray("\"vocab_size\": 14")
                                 << QByteArray("\"vocab_sise\": 14") << u"has no vocab_size"_s;
        QTest::newRow("packed") << QByteArray("\"vocab_size\": 14")
                                << QByteArray("\"vocab_size\": 14, \"quantization_config\": "
                                              "{\"quant_method\": \"gptq\"}")
                                << u"packed (gptq)"_s;
        QTest::newRow("an activation")
            << QByteArray("\"hidden_act\": \"gelu\"") << QByteArray("\"hidden_act\": \"xielu\"")
            << u"the activation \"xielu\""_s;
        QTest::newRow("heads that do not divide")
            << QByteArray("\"num_attention_heads\": 2") << QByteArray("\"num_attention_heads\": 3")
            << u"heads"_s;
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("[") << u"config.json"_s;
    }
    void what_is_no_model_is_said_in_a_sentence() {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, into);
        QFETCH(QString, sentence);
        QTemporaryDir place;
        const QString modelFolder = place.filePath(u"bert"_s);
        copyFolder(caseFolder(u"bert"_s), modelFolder);
        change(modelFolder + u"/config.json"_s, what, into);
        const QString why = QString::fromStdString(whyNot(modelFolder));
        QVERIFY2(why.contains(sentence), qPrintable(why));
    }

    void a_folder_without_a_model_says_what_it_has() {
        QTemporaryDir place;
        QVERIFY(whyNot(place.path()).find("has no config.json") != std::string::npos);
        QVERIFY(whyNot(place.filePath(u"nowhere"_s)).find("is no folder") != std::string::npos);
        QFile gguf(place.filePath(u"model.gguf"_s));
        QVERIFY(gguf.open(QIODevice::WriteOnly));
        QVERIFY(whyNot(place.path()).find("has a .gguf") != std::string::npos);
        QFile config(place.filePath(u"config.json"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("{}");
        config.close();
        QVERIFY(whyNot(place.path()).find("neither model.safetensors nor") != std::string::npos);
    }

    void a_part_that_is_missing_or_lies_elsewhere_is_named() {
        QTemporaryDir place;
        const QString modelFolder = place.filePath(u"gpt2"_s);
        copyFolder(caseFolder(u"gpt2_untied_bf16_parts"_s), modelFolder);
        const QStringList parts =
            QDir(modelFolder).entryList({u"model-*.safetensors"_s}, QDir::Files, QDir::Name);
        QVERIFY(parts.size() > 1);
        const QString part = modelFolder + u'/' + parts.constFirst();
        const QString elsewhere = place.filePath(u"elsewhere"_s);
        QVERIFY(QFile::rename(part, elsewhere));
        QVERIFY(whyNot(modelFolder).find("is missing, one of") != std::string::npos);
        QVERIFY(QFile::link(elsewhere, part));
        QVERIFY(whyNot(modelFolder).find("is a link out of its folder") != std::string::npos);
        change(modelFolder + u"/model.safetensors.index.json"_s, parts.constFirst().toUtf8(),
               "../elsewhere");
        QVERIFY(whyNot(modelFolder).find("which is none of its folder") != std::string::npos);
    }

    /// "models--NAME/snapshots/HASH" is made of links into "models--NAME/blobs".
    void the_cache_of_the_hub_opens() {
        QTemporaryDir place;
        const QString cache = place.filePath(u"models--small"_s);
        const QString snapshot = cache + u"/snapshots/12ab"_s;
        copyFolder(caseFolder(u"roberta"_s), cache + u"/blobs"_s);
        QVERIFY(QDir().mkpath(snapshot) && QDir().mkpath(cache + u"/refs"_s));
        for (const QString& file : {u"config.json"_s, u"model.safetensors"_s})
            QVERIFY(QFile::link(u"../../blobs/"_s + file, snapshot + u'/' + file));
        QFile main(cache + u"/refs/main"_s);
        QVERIFY(main.open(QIODevice::WriteOnly));
        main.write("12ab\n");
        main.close();
        QCOMPARE(whyNot(cache), std::string("it opens"));
        QCOMPARE(whyNot(snapshot), std::string("it opens"));
    }

    void ids_must_be_of_the_model_and_fit() {
        const Result<Checkpoint> model = openCheckpoint(caseFolder(u"roberta"_s).toStdString());
        QVERIFY(model);
        const auto why = [&](std::vector<Index> ids) {
            const Result<Trace> trace = runCheckpoint(*model, {{std::move(ids)}, {}});
            return trace ? std::string("it runs") : trace.error().text();
        };
        QCOMPARE(why({}), std::string("there is no word to read"));
        QCOMPARE(why({14}), std::string("id 14 is none of the model: it has the ids 0 to 13"));
        QCOMPARE(why(std::vector<Index>(11, 5)),
                 std::string("these are 11 words; the model has places for 10"));
        QCOMPARE(why(std::vector<Index>(10, 5)), std::string("it runs"));
    }

    void next_words_are_cut_and_drawn_as_asked() {
        const std::vector<float> logits = {1, 3, 2, -std::numeric_limits<float>::infinity()};
        const auto greedy = nextWords(logits, {});
        QCOMPARE(greedy[0].id, Index{1});
        QCOMPARE(greedy[1].id, Index{2});
        const double sum = std::exp(-2.0) + 1 + std::exp(-1.0);
        QVERIFY(std::abs(greedy[0].probability - 1 / sum) < 1e-12);
        QCOMPARE(greedy[3].probability, 0.0);
        QCOMPARE(greedy[0].drawn, 1.0);
        QCOMPARE(drawWord(greedy, {}, 7), Index{1});

        DrawOptions two;
        two.temperature = 2;
        two.topK = 2;
        const auto cut = nextWords(logits, two);
        const double other = std::exp(-0.5);
        QVERIFY(std::abs(cut[0].drawn - 1 / (1 + other)) < 1e-12);
        QVERIFY(std::abs(cut[1].drawn - other / (1 + other)) < 1e-12);
        QCOMPARE(cut[2].drawn, 0.0);

        DrawOptions half;
        half.temperature = 1;
        half.topP = 0.5; // the likeliest alone reaches it
        QCOMPARE(nextWords(logits, half)[1].drawn, 0.0);

        DrawOptions free;
        free.temperature = 1;
        free.seed = 5;
        const auto words = nextWords(logits, free);
        std::map<Index, int> counts;
        constexpr int draws = 20000;
        for (int place = 0; place < draws; ++place)
            ++counts[drawWord(words, free, static_cast<std::uint64_t>(place))];
        for (const NextWord& word : words)
            QVERIFY(std::abs(counts[word.id] / double{draws} - word.drawn) < 0.02);
        QCOMPARE(drawWord(words, free, 3), drawWord(words, free, 3));
    }

    void a_text_goes_on_word_by_word() {
        const Result<Checkpoint> model = openCheckpoint(caseFolder(u"gpt2"_s).toStdString());
        QVERIFY(model);
        GenerateRequest request;
        request.words = {3, 1, 4};
        request.count = 3;
        std::vector<Index> told;
        const Result<Generated> generated =
            generate(*model, request, {}, [&](Index word) { told.push_back(word); });
        QVERIFY2(generated, generated ? "" : generated.error().text().c_str());
        QCOMPARE(told, generated->words);
        std::vector<Index> text = request.words;
        for (const Index word : generated->words) {
            const Result<Trace> trace = runCheckpoint(*model, {{text}, {}});
            QVERIFY(trace);
            const std::vector<float> logits = lastLogits(*trace);
            QCOMPARE(word, Index{std::ranges::max_element(logits) - logits.begin()});
            text.push_back(word);
        }
        request.words.assign(9, 2); // of 10 places
        request.count = 5;
        const Result<Generated> full = generate(*model, request, {});
        QVERIFY(full);
        QVERIFY(full->end == GenerateEnd::Word || full->words.size() == 2);
        const Result<Checkpoint> bert = openCheckpoint(caseFolder(u"bert"_s).toStdString());
        QVERIFY(bert && !generate(*bert, request, {}));
    }

    void heads_have_the_effects_that_pytorch_finds_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("gpt2") << u"gpt2"_s;
        QTest::newRow("llama") << u"llama"_s;
    }
    void heads_have_the_effects_that_pytorch_finds() {
        QFETCH(QString, name);
        const Result<Checkpoint> model = openCheckpoint(caseFolder(name).toStdString());
        QVERIFY(model);
        const QJsonObject expected = objectIn(caseFolder(name) + u"/expected.json"_s);
        const QJsonObject wanted = expected[u"effects"].toObject();
        const Result<HeadEffects> effects =
            headEffects(*model, {idsOf(expected[u"ids"].toString()).front(), {}, {}}, {});
        QVERIFY2(effects, effects ? "" : effects.error().text().c_str());
        QCOMPARE(effects->target, Index{wanted[u"target"].toInt()});
        const auto isNear = [](double a, double b) { return std::abs(a - b) < 1e-5; };
        QVERIFY(isNear(effects->logit, wanted[u"logit"].toDouble()));
        const QJsonArray heads = wanted[u"heads"].toArray();
        QCOMPARE(std::ssize(effects->heads), heads.size());
        double sum = *effects->rest;
        for (qsizetype i = 0; i < heads.size(); ++i) {
            const HeadEffect& effect = effects->heads[static_cast<std::size_t>(i)];
            QVERIFY(isNear(*effect.contribution, heads[i][0].toDouble()));
            QVERIFY(isNear(effect.probabilityOff, heads[i][1].toDouble()));
            sum += *effect.contribution;
        }
        QVERIFY(isNear(sum, effects->logit));
    }

    /// Behind a text come tokens as text; pieces of a character wait as ids until it is whole.
    void a_text_is_continued_by_its_tokens() {
        const auto model = openModel(carriedModel("kjv-gpt2"));
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        ModelSource source = modelSource(*model);
        source.text = "In the beginning";
        const auto words = [](const ModelSource& of) { return wordsOf(of)->ids.words.front(); };
        std::vector<Index> wanted = words(source);
        const Result<Generated> generated = generate((*model)->checkpoint, {wanted, {}, 6, {}}, {});
        QVERIFY(generated);
        const ModelSource next = continued(source, generated->words);
        wanted.insert(wanted.end(), generated->words.begin(), generated->words.end());
        QVERIFY(next.ids.empty());
        QVERIFY(next.text.starts_with(source.text) && next.text.size() > source.text.size());
        QCOMPARE(words(next), wanted);
        // One by one they come to the same.
        ModelSource stepwise = source;
        for (const Index word : generated->words)
            stepwise = continued(stepwise, {{word}});
        QVERIFY(stepwise == next);
        const std::vector<TokenId> bytes = (*model)->tokenizer->encode("é")->ids();
        QCOMPARE(bytes.size(), std::size_t{2});
        ModelSource part = continued(source, {{bytes[0]}});
        QVERIFY(!part.ids.empty());
        part = continued(part, {{bytes[1]}});
        QVERIFY(part.ids.empty());
        QCOMPARE(part.text, std::string("In the beginningé"));
    }

    /// The file has the path of the folder and what is read; the numbers stay where they are.
    void a_file_keeps_a_model_by_its_folder() {
        auto model = openModel(caseFolder(u"llama"_s).toStdString());
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        ModelSource source = modelSource(*model);
        source.text = "1, 6, 1";
        const std::string text = sourceToJson(Source(std::make_shared<const ModelSource>(source)));
        QVERIFY(text.size() < 2000);
        const Result<Source> read = sourceFromJson(text);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->model());
        QCOMPARE(read->model()->text, source.text);
        const auto run = runOf(*read->model(), *wordsOf(*read->model()), {});
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QCOMPARE((*run)->labels().tokens, (TokenLists{{"1", "6", "1"}}));
        QCOMPARE((*run)->heads(), Index{4});
        source.text = "1, x";
        QVERIFY(!wordsOf(source));
    }
};

HEADSCOPE_TEST(TestCheckpoint, NoApplication)
#include "test_checkpoint.moc"
