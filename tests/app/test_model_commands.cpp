// SPDX-License-Identifier: GPL-3.0-or-later
// "headscope generate" and "headscope ablate", and what other commands make of a trained model.
#include "checkpoint/generate.h"
#include "exit_code.h"
#include "support/command_call.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

const QString carried = QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/models/");
const QString cases = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/");

QStringList generateOf(const QString& folder, const QString& text, const QStringList& more) {
    return QStringList{u"generate"_s, u"--model"_s, folder, u"--text"_s, text} + more;
}

QString idsText(std::span<const Index> ids) {
    QStringList words;
    for (const Index id : ids)
        words << QString::number(id);
    return words.join(u' ');
}

} // namespace

class TestModelCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// An option is asked for by who knows it.
    void init() { QTest::failOnWarning(QRegularExpression(u"QCommandLineParser"_s)); }
    void a_text_goes_on_as_it_was_published();
    void a_model_without_a_tokenizer_goes_on_with_ids();
    void what_is_drawn_follows_the_seed();
    void a_translation_is_printed_alone();
    void it_ends_where_there_are_no_places();
    void heads_have_a_line_each();
    void a_token_is_asked_about_by_text_or_id();
    void pieces_of_bert_are_merged_to_words();
    void one_head_of_one_layer_is_asked_for();
    void a_masked_word_is_asked_about();
    void heads_are_switched_off();
    void what_each_layer_would_say_is_a_file();
    void what_the_pages_of_a_model_show_is_a_figure();
    void the_heads_of_a_layer_are_split_and_animated();
    void what_is_told_of_attentions_is_written();
    void pieces_are_merged_to_words();
    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();
};

/// The greedy chain is that of the model's own training script, in PyTorch.
void TestModelCommands::a_text_goes_on_as_it_was_published() {
    const Outcome ids = call(generateOf(carried + u"kjv-gpt2"_s, u"In the beginning God"_s,
                                        {u"--max-new-tokens"_s, u"12"_s, u"--print-ids"_s}));
    QVERIFY2(ids.status == exitDone, qPrintable(ids.err));
    QCOMPARE(ids.out,
             u"40 77 258 804 264 77 290 386 11 267 258 270 374 266 268 258 411 499 466 11\n"_s);
    const Outcome text = call(generateOf(carried + u"kjv-gpt2"_s, u"In the beginning God"_s,
                                         {u"--max-new-tokens"_s, u"12"_s}));
    QVERIFY(text.out.startsWith(u"In the beginning God, and the"_s));
    QCOMPARE(text.out.count(u'\n'), 1);
    QCOMPARE(text.err, QString());
    // Nothing: its first token comes before.
    const Outcome empty = call(generateOf(carried + u"kjv-gpt2"_s, QString(),
                                          {u"--max-new-tokens"_s, u"2"_s, u"--print-ids"_s}));
    QCOMPARE(empty.out.split(u' ').size(), 3);
    const Outcome none =
        call(generateOf(carried + u"kjv-gpt2"_s, u"In the"_s, {u"--max-new-tokens"_s, u"0"_s}));
    QCOMPARE(none.out, u"In the\n"_s);
}

void TestModelCommands::a_model_without_a_tokenizer_goes_on_with_ids() {
    const Result<Checkpoint> model = openCheckpoint((cases + u"gpt2"_s).toStdString());
    QVERIFY(model);
    GenerateRequest request;
    request.words = {3, 1, 4};
    request.count = 4;
    const Result<Generated> wanted = generate(*model, request, {});
    QVERIFY(wanted);
    const Outcome outcome =
        call(generateOf(cases + u"gpt2"_s, u"3,1,4"_s, {u"--max-new-tokens"_s, u"4"_s}));
    std::vector<Index> all = request.words;
    all.insert(all.end(), wanted->words.begin(), wanted->words.end());
    QCOMPARE(outcome.out, idsText(all) + u'\n');
}

void TestModelCommands::what_is_drawn_follows_the_seed() {
    const auto drawn = [](const char* seed) {
        return call(generateOf(carried + u"kjv-gpt2"_s, u"And the"_s,
                               {u"--max-new-tokens"_s, u"12"_s, u"--temperature"_s, u"1"_s,
                                u"--top-k"_s, u"40"_s, u"--top-p"_s, u"0.95"_s, u"--seed"_s,
                                QString::fromLatin1(seed), u"--print-ids"_s}))
            .out;
    };
    QCOMPARE(drawn("5"), drawn("5"));
    QVERIFY(drawn("5") != drawn("6"));
    // The only one of the likeliest is the likeliest.
    const Outcome one = call(generateOf(
        carried + u"kjv-gpt2"_s, u"And the"_s,
        {u"--max-new-tokens"_s, u"6"_s, u"--temperature"_s, u"2"_s, u"--top-k"_s, u"1"_s}));
    QCOMPARE(one.out, call(generateOf(carried + u"kjv-gpt2"_s, u"And the"_s,
                                      {u"--max-new-tokens"_s, u"6"_s}))
                          .out);
}

void TestModelCommands::a_translation_is_printed_alone() {
    const Outcome outcome =
        call(generateOf(cases + u"marian"_s, u"3,1,4"_s, {u"--max-new-tokens"_s, u"3"_s}));
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const qsizetype came = outcome.out.simplified().split(u' ', Qt::SkipEmptyParts).size();
    QVERIFY(came <= 3);
    QVERIFY(!outcome.out.startsWith(u"3 1 4"_s));
}

void TestModelCommands::it_ends_where_there_are_no_places() {
    const Outcome full = call(generateOf(cases + u"gpt2"_s, u"1,1,1,1,1,1,1,1,1,1,1"_s, {}));
    QCOMPARE(full.out, u"1 1 1 1 1 1 1 1 1 1 1\n"_s);
    QVERIFY2(full.err.contains(u"places for 10 tokens; 0 of 50 came"_s), qPrintable(full.err));
    const Outcome outcome = call(
        generateOf(cases + u"gpt2"_s, u"2,2,2,2,2,2,2,2,2"_s, {u"--max-new-tokens"_s, u"9"_s}));
    QCOMPARE(outcome.status, int{exitDone});
    if (outcome.out.simplified().split(u' ').size() == 11)
        QVERIFY2(outcome.err.contains(u"places for 10 tokens; 2 of 9 came"_s),
                 qPrintable(outcome.err));
}

void TestModelCommands::heads_have_a_line_each() {
    QFile file(cases + u"gpt2/expected.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonArray heads = expected[u"effects"_s][u"heads"_s].toArray();
    const Outcome outcome = call(
        {u"ablate"_s, u"--model"_s, cases + u"gpt2"_s, u"--ids"_s, expected[u"ids"_s].toString()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const QStringList lines = outcome.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front(), u"layer,head,contribution,probability_off"_s);
    QCOMPARE(lines.size(), heads.size() + 1);
    for (qsizetype i = 0; i < heads.size(); ++i) {
        const QStringList cells = lines[i + 1].split(u',');
        QCOMPARE(cells.size(), 4);
        QCOMPARE(cells[0].toLongLong() * 2 + cells[1].toLongLong() - 3, i);
        QVERIFY(std::abs(cells[2].toDouble() - heads[i][0].toDouble()) < 1e-5);
        QVERIFY(std::abs(cells[3].toDouble() - heads[i][1].toDouble()) < 1e-5);
    }
    QVERIFY2(outcome.err.startsWith(u"headscope: token 5 (\"5\"): probability "_s),
             qPrintable(outcome.err));
}

void TestModelCommands::a_token_is_asked_about_by_text_or_id() {
    const auto asked = [](const QString& target) {
        return call({u"ablate"_s, u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                     u"In the beginning God"_s, u"--token"_s, target});
    };
    const Outcome text = asked(u" the"_s);
    QVERIFY2(text.status == exitDone, qPrintable(text.err));
    QVERIFY2(text.err.contains(u"token 258 (\" the\")"_s), qPrintable(text.err));
    QCOMPARE(asked(u"258"_s).out, text.out);
    // A number is a word of a text, and an id of ids.
    QVERIFY(!asked(u"7"_s).err.startsWith(u"headscope: token 7 "_s));
    const Outcome ids = call({u"ablate"_s, u"--model"_s, carried + u"kjv-gpt2"_s, u"--ids"_s,
                              u"5,6"_s, u"--token"_s, u"7"_s});
    QVERIFY2(ids.err.startsWith(u"headscope: token 7 "_s), qPrintable(ids.err));
}

void TestModelCommands::pieces_of_bert_are_merged_to_words() {
    const QStringList model = {u"--model"_s, carried + u"kjv-bert"_s, u"--text"_s,
                               u"And Nebuchadnezzar spake"_s};
    const Outcome pieces = call(QStringList{u"heads"_s} + model);
    const Outcome words = call(QStringList{u"heads"_s, u"--words"_s} + model);
    QVERIFY2(words.status == exitDone, qPrintable(words.err));
    QCOMPARE(words.out.count(u'\n'), pieces.out.count(u'\n'));
    QVERIFY(words.out != pieces.out);
    const QTemporaryDir folder;
    const QString picture = folder.filePath(u"words.svg"_s);
    const Outcome drawn = call(QStringList{u"export"_s, u"--out"_s, picture, u"--words"_s} + model);
    QVERIFY2(drawn.status == exitDone, qPrintable(drawn.err));
    QFile file(picture);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("nebuchadnezzar"));
}

void TestModelCommands::one_head_of_one_layer_is_asked_for() {
    const QStringList model = {u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                               u"And God said"_s};
    const Outcome all = call(QStringList{u"heads"_s} + model);
    const Outcome one = call(QStringList{u"heads"_s} + model +
                             QStringList{u"--layer"_s, u"2"_s, u"--head"_s, u"3"_s});
    QVERIFY2(one.status == exitDone, qPrintable(one.err));
    const QStringList lines = one.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith(u"layers/1/self_attention,1,3,"_s));
    QVERIFY(all.out.split(u'\n').contains(lines[1]));
    for (const auto& [option, value] :
         {std::pair(u"--layer"_s, u"9"_s), std::pair(u"--layer"_s, u"0"_s),
          std::pair(u"--head"_s, u"5"_s)}) {
        const Outcome none = call(QStringList{u"heads"_s} + model + QStringList{option, value});
        QCOMPARE(none.status, exitUsage);
        QVERIFY(none.out.isEmpty());
        QVERIFY2(none.err.contains(value == "9"_L1 ? u"layers/8/self_attention"_s : value),
                 qPrintable(none.err));
    }
    const QTemporaryDir folder;
    const QString picture = folder.filePath(u"head.svg"_s);
    const Outcome drawn = call(QStringList{u"export"_s, u"--out"_s, picture} + model +
                               QStringList{u"--layer"_s, u"2"_s, u"--head"_s, u"3"_s});
    QVERIFY2(drawn.status == exitDone, qPrintable(drawn.err));
    QVERIFY(QFileInfo(picture).size() > 1000);
    const Outcome same =
        call(QStringList{u"export"_s, u"--out"_s, folder.filePath(u"heads.svg"_s)} + model +
             QStringList{u"--layer"_s, u"2"_s, u"--heads"_s, u"3"_s});
    QCOMPARE(same.status, exitDone);
    QFile first(picture);
    QFile second(folder.filePath(u"heads.svg"_s));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(first.readAll(), second.readAll());
}

void TestModelCommands::a_masked_word_is_asked_about() {
    const Outcome outcome = call({u"ablate"_s, u"--model"_s, carried + u"kjv-bert"_s, u"--text"_s,
                                  u"And the LORD spake unto [MASK], saying,"_s});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY2(outcome.out.contains(u"1,1,,0."_s), qPrintable(outcome.out)); // no contribution
    const Outcome none = call(
        {u"ablate"_s, u"--model"_s, carried + u"kjv-bert"_s, u"--text"_s, u"And the LORD spake"_s});
    QVERIFY(none.err.contains(u"there is no [MASK] in the text"_s));
}

/// The heads of the text that are off throughout add nothing, and without them others do more.
void TestModelCommands::heads_are_switched_off() {
    const QStringList ablate = {u"ablate"_s, u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                                u"And the LORD spake unto"_s};
    const Outcome all = call(ablate);
    const Outcome without = call(ablate + QStringList{u"--off"_s, u"2.3, 3.1"_s});
    QVERIFY2(without.status == exitDone, qPrintable(without.err));
    QVERIFY(without.err != all.err);
    const QStringList lines = without.out.split(u'\n', Qt::SkipEmptyParts);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const bool off = lines[i].startsWith(u"2,3,"_s) || lines[i].startsWith(u"3,1,"_s);
        QCOMPARE(lines[i].section(u',', 2, 2) == u"0"_s, off);
    }
    const Outcome mean =
        call(ablate + QStringList{u"--off"_s, u"2.3,3.1"_s, u"--off-by"_s, u"mean"_s});
    QVERIFY(mean.status == exitDone && mean.out != without.out);
}

void TestModelCommands::what_each_layer_would_say_is_a_file() {
    QTemporaryDir folder;
    const QStringList run = {u"run"_s, u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                             u"And the LORD"_s};
    QCOMPARE(call(run + QStringList{u"--out"_s, folder.filePath(u"without"_s)}).status,
             int{exitDone});
    QVERIFY(!QFile::exists(folder.filePath(u"without/lens.csv"_s)));
    QFile file(folder.filePath(u"stages/lens.csv"_s));
    const Outcome outcome =
        call(run + QStringList{u"--lens"_s, u"--out"_s, folder.filePath(u"stages"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front(), u"layer,token,rank,id,text,probability"_s);
    QCOMPARE(lines.size(), 1 + 5 * 3 * 3); // four layers and what goes in, tokens, ranks
    QVERIFY(lines[1].startsWith(u"0,1,1,295,And,0.388"_s));
}

void TestModelCommands::what_the_pages_of_a_model_show_is_a_figure() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"figure.svg"_s);
    const auto drawn = [&](const QString& view, const QStringList& more = {}) {
        const Outcome outcome =
            call(QStringList{u"export"_s, u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                             u"And the LORD spake unto"_s, u"--view"_s, view, u"--out"_s, path} +
                 more);
        QFile file(path);
        return outcome.status == exitDone && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : outcome.err;
    };
    QVERIFY(drawn(u"lens"_s).contains(u"Moses"_s));
    const QString all = drawn(u"parts"_s);
    QVERIFY(all.contains(u"feed-forward"_s) && !all.contains(u"switched off"_s));
    for (const QString& view : {u"parts"_s, u"layers"_s})
        QVERIFY(drawn(view, {u"--off"_s, u"2.3"_s}).contains(u"switched off"_s));
    const QString first = drawn(u"text"_s, {u"--layer"_s, u"1"_s});
    QVERIFY(first.contains(u"<svg"_s) && first != drawn(u"text"_s, {u"--layer"_s, u"2"_s}));
    // An experiment has no such page.
    const Outcome none =
        call({u"export"_s, u"--example"_s, u"stack"_s, u"--view"_s, u"lens"_s, u"--out"_s, path});
    QVERIFY(none.status != exitDone && none.err.contains(u"trained model"_s));
}

void TestModelCommands::the_heads_of_a_layer_are_split_and_animated() {
    const QStringList model = {
        u"--model"_s, carried + u"kjv-gpt2"_s, u"--ids"_s, u"40,77,258"_s, u"--layer"_s, u"2"_s};
    const auto split = [&](const QStringList& more) {
        return call(QStringList{u"shapes"_s, u"--path"_s, u"split"_s} + model + more);
    };
    const Outcome printed = split({});
    QVERIFY2(printed.status == exitDone, qPrintable(printed.err));
    QVERIFY(printed.out.contains(u"shape (1, 4, 3, 32)"_s)); // batch, heads, words, d_k
    QCOMPARE(split({u"--of"_s, u"key"_s}).status, int{exitDone});
    QVERIFY(split({u"--scope"_s, u"layers/0/self_attention"_s}).err.contains(u"leave out one"_s));
    QVERIFY(split({u"--scale"_s, u"1"_s}).err.contains(u"beside a trained model"_s));
    QTemporaryDir folder;
    const QString path = folder.filePath(u"heads.gif"_s);
    const auto film = [&](const QStringList& more) {
        QFile::remove(path);
        const Outcome outcome =
            callProgram(QStringList{u"animate"_s, u"--fps"_s, u"2"_s, u"--size"_s, u"800x640"_s,
                                    u"--out"_s, path} +
                        model + more);
        return outcome.status == exitDone && QFile::exists(path) ? QString() : outcome.err;
    };
    QCOMPARE(film({u"--from"_s, u"view"_s, u"--to"_s, u"view"_s}), QString());
    QCOMPARE(film({u"--view"_s, u"steps"_s, u"--head"_s, u"3"_s, u"--from"_s, u"scores"_s,
                   u"--to"_s, u"scores"_s}),
             QString());
    QVERIFY(film({u"--view"_s, u"train"_s}).contains(u"does nothing in --view train"_s));
}

void TestModelCommands::what_is_told_of_attentions_is_written() {
    QTemporaryDir folder;
    const QString out = folder.filePath(u"stages"_s);
    QCOMPARE(
        call({u"run"_s, u"--model"_s, cases + u"gpt2"_s, u"--ids"_s, u"1,2,3"_s, u"--out"_s, out})
            .status,
        int{exitDone});
    for (const QString& name : {u"value_norm"_s, u"value_weighted"_s, u"rollout"_s})
        QVERIFY2(QFile::exists(out + u"/layers/1/self_attention/"_s + name + u".npy"_s),
                 qPrintable(name));
    // Plain attention has no layers to be rolled out.
    const QString plain = folder.filePath(u"plain"_s);
    QCOMPARE(call({u"run"_s, u"--example"_s, u"ticket"_s, u"--out"_s, plain}).status,
             int{exitDone});
    QVERIFY(QFile::exists(plain + u"/value_weighted.npy"_s));
    QVERIFY(!QFile::exists(plain + u"/rollout.npy"_s));
}

void TestModelCommands::pieces_are_merged_to_words() {
    const QStringList model = {u"--model"_s, carried + u"kjv-gpt2"_s, u"--text"_s,
                               u"And Nebuchadnezzar spake"_s};
    const Outcome pieces = call(QStringList{u"heads"_s} + model);
    const Outcome words = call(QStringList{u"heads"_s, u"--words"_s} + model);
    QCOMPARE(words.status, int{exitDone});
    QCOMPARE(words.out.count(u'\n'), pieces.out.count(u'\n'));
    QVERIFY(words.out != pieces.out);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"figure.svg"_s);
    for (const QString& view : {u"heads"_s, u"lines"_s, u"text"_s, u"layers"_s}) {
        const Outcome drawn = call(
            QStringList{u"export"_s, u"--words"_s, u"--view"_s, view, u"--out"_s, path} + model);
        QVERIFY2(drawn.status == exitDone, qPrintable(view + drawn.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString svg = QString::fromUtf8(file.readAll());
        QVERIFY2(svg.contains(u"in words"_s), qPrintable(view));
        QVERIFY2(view == u"layers"_s || svg.contains(u"Nebuchadnezzar"_s), qPrintable(view));
    }
    const Outcome steps = call(
        QStringList{u"export"_s, u"--words"_s, u"--view"_s, u"steps"_s, u"--out"_s, path} + model);
    QVERIFY(steps.status != exitDone && steps.err.contains(u"--words"_s));
    const Outcome none = call({u"heads"_s, u"--words"_s, u"--example"_s, u"ticket"_s});
    QVERIFY(none.status != exitDone && none.err.contains(u"nothing to merge"_s));
}

void TestModelCommands::what_is_wrong_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, const QString& sentence) {
        QTest::newRow(name) << arguments << sentence;
    };
    const QString gpt2 = cases + u"gpt2"_s;
    row("no_model", {u"generate"_s, u"--text"_s, u"a"_s}, u"--model is missing"_s);
    row("masked", generateOf(carried + u"kjv-bert"_s, u"a"_s, {}), u"fills in words"_s);
    row("headless", generateOf(cases + u"bert_without_head_f16"_s, u"1"_s, {}),
        u"no output head"_s);
    row("no_ids", generateOf(gpt2, u"words"_s, {}), u"a list of ids such as 15,3,7"_s);
    row("beyond", generateOf(gpt2, u"14"_s, {}), u"id 14 is none of the model"_s);
    row("temperature", generateOf(gpt2, u"1"_s, {u"--temperature"_s, u"-1"_s}), u"--temperature"_s);
    row("top_p", generateOf(gpt2, u"1"_s, {u"--temperature"_s, u"1"_s, u"--top-p"_s, u"1.5"_s}),
        u"--top-p"_s);
    row("seed_of_nothing", generateOf(gpt2, u"1"_s, {u"--seed"_s, u"1"_s}),
        u"it goes with --temperature"_s);
    row("no_token", {u"ablate"_s, u"--model"_s, gpt2, u"--ids"_s, u"1"_s, u"--token"_s, u"x"_s},
        u"\"x\" is no token of the model"_s);
    row("no_such_id", {u"ablate"_s, u"--model"_s, gpt2, u"--ids"_s, u"1"_s, u"--token"_s, u"99"_s},
        u"id 99 is none of the model"_s);
    const QStringList ablate = {u"ablate"_s, u"--model"_s, gpt2, u"--ids"_s, u"1"_s};
    row("no_heads", ablate + QStringList{u"--off"_s, u"2"_s}, u"--off takes heads such as"_s);
    row("no_such_head", ablate + QStringList{u"--off"_s, u"1.3"_s},
        u"there is no head 3 in layers/0/self_attention"_s);
    row("no_such_layer", ablate + QStringList{u"--off"_s, u"3.1"_s},
        u"there is no head 1 in layers/2/self_attention"_s);
    row("off_by_half", ablate + QStringList{u"--off"_s, u"1.1"_s, u"--off-by"_s, u"half"_s},
        u"--off-by takes zero or mean"_s);
    row("by_without_off", ablate + QStringList{u"--off-by"_s, u"mean"_s},
        u"where all heads are on"_s);
    row("nothing", {u"ablate"_s, u"--model"_s, gpt2}, u"--text or --ids"_s);
    row("memory",
        {u"ablate"_s, u"--model"_s, gpt2, u"--ids"_s, u"1"_s, u"--memory-limit"_s, u"1K"_s},
        u"of memory and the limit is 1 KiB"_s);
}

void TestModelCommands::what_is_wrong_is_said() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const Outcome outcome = call(arguments);
    QVERIFY(outcome.status != exitDone);
    QCOMPARE(outcome.out.trimmed(), QString());
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
}

HEADSCOPE_TEST(TestModelCommands, NoApplication)
#include "test_model_commands.moc"
