// SPDX-License-Identifier: GPL-3.0-or-later
// The data of every task: what they hold, that what is held out is held out, and one sentence
// for whatever is wrong with them.
#include "learning/tasks/dataset.h"
#include "learning/tasks/generators.h"
#include "support/task_rows.h"
#include "support/test_program.h"

#include <QtTest>

#include <set>

using namespace headscope;

namespace {

Dataset dataOf(TaskKind kind, const std::string& text = {}) {
    DatasetRequest request;
    request.task = kind;
    request.text = text;
    if (kind == TaskKind::OwnText && text.empty()) {
        for (int i = 0; i < 60; ++i)
            request.text += "line " + std::to_string(i * i * 7919 % 1000) + " of a text.\n";
    }
    Result<Dataset> data = makeDataset(request);
    if (!data)
        qFatal("%s", data.error().text().c_str());
    return std::move(*data);
}

std::string wordsOf(const std::vector<int>& ids, const Vocabulary& vocabulary) {
    std::string text;
    for (const int id : ids)
        text += (text.empty() ? "" : " ") + vocabulary[id];
    return text;
}

} // namespace

class TestLearningTasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_task_has_a_name_that_finds_it();
    void nothing_held_out_is_learnt_from_data() { taskRows(); }
    void nothing_held_out_is_learnt_from();
    void the_same_seed_gives_the_same_data_data() { taskRows(); }
    void the_same_seed_gives_the_same_data();
    void numbers_stay_within_their_tables_data() { taskRows(); }
    void numbers_stay_within_their_tables();
    void the_grammar_has_360_pairs();
    void the_cat_is_always_held_out();
    void alignments_name_the_right_words();
    void the_ticket_sentence_asks_for_all_at_once();
    void letters_are_rearranged();
    void induction_asks_what_followed_last_time();
    void own_text_is_cut_behind_a_border();
    void words_and_letters_of_a_text();
    void whatever_is_wrong_is_one_sentence_data();
    void whatever_is_wrong_is_one_sentence();
};

void TestLearningTasks::every_task_has_a_name_that_finds_it() {
    std::set<std::string_view> names;
    for (const TaskInfo& info : tasks()) {
        QVERIFY(taskFrom(info.name) == info.kind);
        QVERIFY(&infoOf(info.kind) == &info);
        QVERIFY(*info.title && *info.explanation);
        names.insert(info.name);
    }
    QCOMPARE(names.size(), std::size_t{10});
    QVERIFY(!taskFrom("no such task"));
}

void TestLearningTasks::nothing_held_out_is_learnt_from() {
    QFETCH(int, task);
    const Dataset data = dataOf(static_cast<TaskKind>(task));
    QVERIFY(!data.train.empty() && !data.heldOut.empty());
    std::set<std::vector<int>> seen;
    for (const Sample& sample : data.train)
        seen.insert(sample.source.empty() ? sample.tokens : sample.source);
    for (const Sample& sample : data.heldOut)
        QVERIFY(!seen.contains(sample.source.empty() ? sample.tokens : sample.source));
    if (data.task != TaskKind::OwnText)
        QVERIFY(!seen.contains(data.watched.source.empty() ? data.watched.tokens
                                                           : data.watched.source));
}

void TestLearningTasks::the_same_seed_gives_the_same_data() {
    QFETCH(int, task);
    const Dataset a = dataOf(static_cast<TaskKind>(task));
    const Dataset b = dataOf(static_cast<TaskKind>(task));
    QCOMPARE(a.train.size(), b.train.size());
    for (std::size_t i = 0; i < a.train.size(); ++i)
        QVERIFY(a.train[i].tokens == b.train[i].tokens && a.train[i].targets == b.train[i].targets);
    QVERIFY(a.watched.tokens == b.watched.tokens);
}

void TestLearningTasks::numbers_stay_within_their_tables() {
    QFETCH(int, task);
    const Dataset data = dataOf(static_cast<TaskKind>(task));
    const auto below = [](const std::vector<int>& ids, Index least, Index size) {
        return std::ranges::all_of(ids, [&](int id) { return id >= least && id < size; });
    };
    const auto check = [&](const Sample& sample) {
        const auto rows = static_cast<Index>(sample.tokens.size());
        QVERIFY(rows >= 1 && rows <= data.longest);
        QVERIFY(below(sample.tokens, 0, data.words.size()));
        QVERIFY(below(sample.source, 0, data.sourceWords.size()));
        QVERIFY(below(sample.targets, -1, static_cast<Index>(data.classes.size())));
        QVERIFY(below(sample.holders, -1, rows));
        QCOMPARE(static_cast<Index>(data.cards ? sample.holders.size() : sample.targets.size()),
                 rows * data.groups);
        for (const Reference& reference : sample.references) {
            const auto& relation = data.relations[static_cast<std::size_t>(reference.relation)];
            QVERIFY(reference.query >= 0 && reference.query < rows);
            QVERIFY(!reference.keys.empty());
            QVERIFY(below(reference.keys, 0,
                          relation.cross ? static_cast<Index>(sample.source.size()) : rows));
        }
    };
    std::ranges::for_each(data.train, check);
    std::ranges::for_each(data.heldOut, check);
    check(data.watched);
    QCOMPARE(data.watchedTokens.size(), data.watched.tokens.size());
}

void TestLearningTasks::the_grammar_has_360_pairs() {
    const std::string text = translationPairs();
    QCOMPARE(std::ranges::count(text, '\n'), 360);
    const Dataset data = dataOf(TaskKind::Translate);
    QCOMPARE(data.train.size(), std::size_t{288});
    QCOMPARE(data.heldOut.size(), std::size_t{72});
    QCOMPARE(data.sourceWords.size(), Index{21});
    QCOMPARE(data.words.size(), Index{30}); // 28 words, <Begin> and <End>
    QCOMPARE(data.longestSource, Index{6});
    QCOMPARE(data.longest, Index{8});
}

void TestLearningTasks::the_cat_is_always_held_out() {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        DatasetRequest request;
        request.seed = seed;
        const Result<Dataset> data = makeDataset(request);
        QVERIFY(data.ok());
        QCOMPARE(wordsOf(data->watched.source, data->sourceWords), std::string("我 有 一只 猫"));
        QVERIFY(data->heldOut.front().source == data->watched.source);
        for (const Sample& sample : data->train)
            QVERIFY(sample.source != data->watched.source);
    }
}

void TestLearningTasks::alignments_name_the_right_words() {
    const Dataset data = dataOf(TaskKind::Translate);
    const std::map<std::string, std::set<std::string>> dictionary = {
        {"I", {"我"}},
        {"she", {"她"}},
        {"has", {"有"}},
        {"sees", {"看见"}},
        {"two", {"两只", "两个", "两本"}},
        {"a", {"一只", "一本"}},
        {"an", {"一个"}},
        {"cats", {"猫"}},
        {"book", {"书"}},
        {"home", {"家里"}},
        {"park", {"公园"}},
        {"at", {"在", "家里"}}};
    int checked = 0;
    for (const Sample& sample : data.train) {
        for (const Reference& reference : sample.references) {
            if (reference.relation != 0)
                continue;
            const int target = sample.targets[static_cast<std::size_t>(reference.query)];
            const auto known = dictionary.find(data.words[target]);
            if (known == dictionary.end())
                continue;
            for (const int key : reference.keys)
                QVERIFY(known->second.contains(
                    data.sourceWords[sample.source[static_cast<std::size_t>(key)]]));
            ++checked;
        }
    }
    QVERIFY(checked > 300);
    // has: he or she; cat: one; an: the apple.
    const Sample& cat = data.watched;
    std::map<int, int> forms;
    for (const Reference& reference : cat.references) {
        if (reference.relation == 1)
            forms[reference.query] = reference.keys.front();
    }
    QCOMPARE(forms, (std::map<int, int>{{1, 0}, {2, 3}, {3, 2}}));
}

void TestLearningTasks::the_ticket_sentence_asks_for_all_at_once() {
    const Dataset dense = dataOf(TaskKind::CardsDense);
    QCOMPARE(wordsOf(dense.watched.tokens, dense.words),
             std::string("我 请 李雷 帮 我 订了 去 北京 的 机票"));
    // 订了: the ticket, Beijing, Li Lei.
    const std::vector<int> verb(dense.watched.holders.begin() + 15,
                                dense.watched.holders.begin() + 18);
    QCOMPARE(verb, (std::vector<int>{9, 7, 2}));
    const Dataset plain = dataOf(TaskKind::CardsPlain);
    const std::vector<int> alone(plain.watched.holders.begin() + 15,
                                 plain.watched.holders.begin() + 18);
    QCOMPARE(alone, (std::vector<int>{9, -1, -1}));
    QCOMPARE(dense.cards, Index{8});
    QCOMPARE(dense.classes.size(), std::size_t{9});
}

void TestLearningTasks::letters_are_rearranged() {
    const auto pairsOf = [](TaskKind kind) {
        const Dataset data = dataOf(kind);
        std::vector<std::pair<std::string, std::string>> pairs;
        for (const Sample& sample : data.train) {
            std::vector<int> target = sample.targets;
            target.pop_back(); // <End>
            pairs.emplace_back(wordsOf(sample.source, data.sourceWords),
                               wordsOf(target, data.words));
        }
        return pairs;
    };
    for (const auto& [from, to] : pairsOf(TaskKind::Copy))
        QCOMPARE(to, from);
    for (auto [from, to] : pairsOf(TaskKind::Reverse)) {
        std::ranges::reverse(from);
        QCOMPARE(to, from);
    }
    for (auto [from, to] : pairsOf(TaskKind::Sort)) {
        std::erase(from, ' ');
        std::erase(to, ' ');
        std::ranges::sort(from);
        QCOMPARE(to, from);
    }
}

void TestLearningTasks::induction_asks_what_followed_last_time() {
    const Dataset data = dataOf(TaskKind::Induction, "a b c a d a\nb a\nc c c\n");
    const auto find = [&](const std::string& words) -> const Sample& {
        for (const auto* const list : {&data.train, &data.heldOut}) {
            for (const Sample& sample : *list) {
                if (wordsOf(sample.tokens, data.words) == words)
                    return sample;
            }
        }
        qFatal("missing");
    };
    const Sample& sample = find("a b c a d a");
    const auto word = [&](std::size_t i) {
        return sample.targets[i] < 0 ? std::string() : data.words[sample.targets[i]];
    };
    QCOMPARE(word(0), std::string());
    QCOMPARE(word(2), std::string());
    QCOMPARE(word(3), std::string("b")); // a b … a
    QCOMPARE(word(5), std::string("d")); // … a d a
    const auto same = find("c c c");
    QCOMPARE(data.words[same.targets[1]], std::string("c"));
}

void TestLearningTasks::own_text_is_cut_behind_a_border() {
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += static_cast<char>('a' + i % 26);
    DatasetRequest request{.task = TaskKind::OwnText, .text = text, .watched = {}, .context = 20};
    const Result<Dataset> data = makeDataset(request);
    QVERIFY(data.ok());
    for (const Sample& sample : data->train) {
        QCOMPARE(sample.tokens.size(), sample.targets.size());
        for (std::size_t i = 0; i + 1 < sample.tokens.size(); ++i)
            QCOMPARE(sample.targets[i], sample.tokens[i + 1]);
    }
    QCOMPARE(data->words.size(), Index{26});
    QVERIFY(data->relations.empty());
    QVERIFY(data->learnsHeldOut); // an alphabet again and again
    request.text.replace(900, 100, std::string(60, 'b') + std::string(40, 'a'));
    const Result<Dataset> other = makeDataset(request);
    QVERIFY(other.ok());
    QVERIFY(!other->learnsHeldOut);
}

void TestLearningTasks::words_and_letters_of_a_text() {
    DatasetRequest request{
        .task = TaskKind::OwnText, .text = "猫 坐 猫 坐 猫 坐 猫 坐", .watched = {}, .context = 4};
    request.heldOut = 0.4F;
    Result<Dataset> data = makeDataset(request);
    QVERIFY(data.ok());
    QCOMPARE(data->words.size(), Index{3}); // 猫, a space, 坐
    request.byCharacter = false;
    data = makeDataset(request);
    QVERIFY(data.ok());
    QCOMPARE(data->words.size(), Index{2});
}

void TestLearningTasks::whatever_is_wrong_is_one_sentence_data() {
    QTest::addColumn<int>("task");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("watched");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, TaskKind kind, const QByteArray& text,
                        const QByteArray& watched, const char* part) {
        QTest::newRow(name) << static_cast<int>(kind) << text << watched << QByteArray(part);
    };
    using enum TaskKind;
    row("empty", Translate, "\n", "", "there are no data");
    row("blank_lines", Translate, " \n\t\n", "", "there are no data");
    row("one_sentence", Translate, "a\tb\n", "", "only one sentence");
    row("twice_the_same", Copy, "a b\ta b\na b\ta b\n", "", "only one sentence");
    row("no_pair", Translate, "a b\n", "", "line 1 is no pair");
    row("nothing_behind_the_tab", Translate, "a\tb\nc\t\n", "", "line 2 is no pair");
    row("wrong_link", Translate, "a\tb\t0-1\n", "", "line 1: “0-1”");
    row("no_link", Translate, "a\tb\tx\n", "", "line 1: “x”");
    row("negative_link", Translate, "a\tb\t-1-0\n", "", "line 1: “-1-0”");
    row("unknown_relation", CardsDense, "a b\tfriend 0>1\n", "", "“friend” is no relation");
    row("far_relation", CardsDense, "a b\tobject 0>2\n", "", "“0>2”");
    row("unknown_word", Translate, "a\tb\nc\td\n", "e\tb", "“e” does not occur");
    row("unknown_letter", OwnText, "abcabcabcabcabcabc", "abx", "“x” does not occur");
    row("empty_text", OwnText, "", "", "there are no data");
    row("one_letter", OwnText, "a", "", "only one sentence");
    row("no_utf8", OwnText, "abc\xFF", "", "byte 3 of the text is no UTF-8");
    row("half_of_a_pair", OwnText, "abc\xED\xA0\xBD xyz", "", "byte 3 of the text is no UTF-8");
    row("overlong", OwnText, "ab\xE0\x80\xAF xyz", "", "byte 2 of the text is no UTF-8");
    row("beyond_unicode", OwnText, "a\xF4\x90\x80\x80 xyz", "", "byte 1 of the text is no UTF-8");
    row("cut_utf8", Copy, "a\tb\xE4\xB8\n", "", "no UTF-8");
    row("too_long", OwnText, QByteArray(100001, 'a'), "", "100001 bytes");
    row("too_many_words", Copy, QByteArray("a ").repeated(300) + "\tb\n", "",
        "more than 256 words");
}

void TestLearningTasks::whatever_is_wrong_is_one_sentence() {
    QFETCH(int, task);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, watched);
    QFETCH(QByteArray, part);
    DatasetRequest request;
    request.task = static_cast<TaskKind>(task);
    request.text = text.toStdString();
    request.watched = watched.toStdString();
    const Result<Dataset> data = makeDataset(request);
    QVERIFY(!data.ok());
    const std::string sentence = data.error().text();
    QVERIFY2(sentence.find(part.toStdString()) != std::string::npos, sentence.c_str());
    QVERIFY(sentence.find('\n') == std::string::npos);
}

HEADSCOPE_TEST(TestLearningTasks, QCoreApplication)
#include "test_learning_tasks.moc"
