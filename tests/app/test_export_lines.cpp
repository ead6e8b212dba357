// SPDX-License-Identifier: GPL-3.0-or-later
// `export --view lines`: what stands in the figure, and what is said where it cannot be drawn.
#include "exit_code.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

class TestExportLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void every_example_in_every_format_data();
    void every_example_in_every_format();
    void numbers_are_those_of_the_row();
    void it_says_what_heads_have_learnt();
    void heads_are_chosen();
    void keys_are_left_out();
    void words_are_chosen();
    void presets_are_so_wide_and_no_type_is_below_6_points_data();
    void presets_are_so_wide_and_no_type_is_below_6_points();
    void the_same_call_gives_the_same_bytes();
    void what_cannot_be_drawn_is_said_data();
    void what_cannot_be_drawn_is_said();

private:
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// The words and numbers of the figure; what was said where there is none.
    QStringList texts(const QStringList& arguments) {
        const QString file = path(u"lines.svg"_s);
        const Outcome outcome = call(QStringList{u"export"_s, u"--example"_s, u"ticket"_s,
                                                 u"--view"_s, u"lines"_s, u"--out"_s, file} +
                                     arguments);
        return outcome.status == exitDone ? textsOf(file) : QStringList{outcome.err};
    }
};

void TestExportLines::every_example_in_every_format_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("ending");
    for (const char* example : {"ticket", "arange", "causal-padding", "fully-masked", "cross",
                                "encoder-decoder", "cat-learnt", "stack"}) {
        for (const char* ending : {"png", "svg", "pdf"})
            QTest::addRow("%s_%s", example, ending)
                << QString::fromLatin1(example) << QString::fromLatin1(ending);
    }
}

void TestExportLines::every_example_in_every_format() {
    QFETCH(const QString, example);
    QFETCH(const QString, ending);
    const QString file = path(example + u'.' + ending);
    const Outcome outcome = call({u"export"_s, u"--view"_s, u"lines"_s, u"--example"_s, example,
                                  u"--ask-query"_s, u"1"_s, u"--out"_s, file});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.status, int{exitDone});
    QCOMPARE(outcome.out, file + u'\n');
    QVERIFY(contentOf(file).size() > 5000);
}

void TestExportLines::it_says_what_heads_have_learnt() {
    const auto says = [this](const QStringList& arguments, const QString& words) {
        const QString file = path(u"learnt.svg"_s);
        const Outcome outcome = call(QStringList{u"export"_s, u"--example"_s, u"ticket-learnt-en"_s,
                                                 u"--view"_s, u"lines"_s, u"--out"_s, file} +
                                     arguments);
        return outcome.status == exitDone && textsOf(file).join(u'\n').contains(words);
    };
    // As the window says it, which test_learnt_examples compares with the training's evaluation.
    QVERIFY(says({}, u"head 2 nothing above .32; head 3 object .99; head 4 place .99"_s));
    QVERIFY(says({u"--show"_s, u"4"_s}, u"Head 4 has learnt to find: place"_s));
    QVERIFY(says({u"--preset"_s, u"85mm"_s}, u"; 3 object .99; 4 place .99"_s));
    QVERIFY(!says({u"--no-title"_s}, u"place .99"_s));
}

void TestExportLines::numbers_are_those_of_the_row() {
    const QStringList row = texts({u"--ask-query"_s, u"10"_s});
    QVERIFY2(row.contains(u"“机票” (ticket) looks at 6 of 10 keys"_s), qPrintable(row.join(u'|')));
    // Known from the file that `headscope run` writes; head 3 looks at 订了.
    for (const char* number : {"0.489", "0.208", "0.930", "0.783"})
        QVERIFY2(row.contains(QString::fromLatin1(number)), number);
    QVERIFY(std::ranges::any_of(row, [](const QString& text) {
        return text.contains(u"Book a flight"_s) && text.contains(u"9 of 143 lines"_s);
    }));
    const QStringList column = texts({u"--ask-key"_s, u"8"_s});
    QVERIFY(column.contains(u"query ↓"_s));
    QVERIFY(std::ranges::any_of(
        column, [](const QString& text) { return text.contains(u"look at “北京”"_s); }));
    // Without a question there are no numbers but those of the legend.
    QVERIFY(!texts({}).contains(u"0.489"_s));
}

void TestExportLines::heads_are_chosen() {
    const QStringList two = texts({u"--ask-query"_s, u"10"_s, u"--show"_s, u"2,4"_s});
    QVERIFY(two.contains(u"0.208"_s) && two.contains(u"0.783"_s));
    QVERIFY(!two.contains(u"0.489"_s) && !two.contains(u"0.930"_s));
    const QStringList mean = texts({u"--ask-query"_s, u"10"_s, u"--show"_s, u"mean"_s});
    QVERIFY(std::ranges::any_of(
        mean, [](const QString& text) { return text.contains(u"mean of all heads"_s); }));
    QVERIFY(!mean.contains(u"0.930"_s) && mean.contains(u"0.234"_s)); // (.006 + 0 + .930 + 0) ÷ 4
}

void TestExportLines::keys_are_left_out() {
    const QStringList hidden =
        texts({u"--ask-query"_s, u"10"_s, u"--hide"_s, u"6,first"_s, u"--renormalise"_s});
    QVERIFY(!hidden.contains(u"0.930"_s));
    QVERIFY(std::ranges::any_of(hidden, [](const QString& text) {
        return text.contains(u"without 2 keys, rows renormalised to 1"_s);
    }));
}

void TestExportLines::words_are_chosen() {
    const QStringList own = texts(
        {u"--title"_s, u"Who looks"_s, u"--subtitle"_s, u"layer 1"_s, u"--language"_s, u"zh"_s});
    QVERIFY(own.contains(u"Who looks"_s) && own.contains(u"layer 1"_s));
    QVERIFY(own.contains(u"查询 →"_s));
    const QStringList none = texts({u"--no-title"_s});
    QVERIFY(none.size() > 20);
    QVERIFY(
        std::ranges::none_of(none, [](const QString& text) { return text.contains(u"lines"_s); }));
}

void TestExportLines::presets_are_so_wide_and_no_type_is_below_6_points_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<double>("millimetres");
    QTest::addColumn<QString>("example");
    for (const char* example : {"ticket", "stack", "concat"}) {
        for (const auto& [preset, wide] :
             {std::pair("85mm", 85.0), {"174mm", 174.0}, {"slide", 338.6667}})
            QTest::addRow("%s %s", preset, example)
                << QString::fromLatin1(preset) << wide << QString::fromLatin1(example);
    }
}

void TestExportLines::presets_are_so_wide_and_no_type_is_below_6_points() {
    QFETCH(const QString, preset);
    QFETCH(const double, millimetres);
    QFETCH(const QString, example);
    const QString file = path(u"preset.svg"_s);
    const Outcome outcome =
        call({u"export"_s, u"--view"_s, u"lines"_s, u"--example"_s, example, u"--ask-query"_s,
              u"3"_s, u"--preset"_s, preset, u"--out"_s, file});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    // What has no room is said: not every token of a hundred, not every head of twelve.
    QCOMPARE(outcome.err.contains(u"no room"_s),
             example == "concat"_L1 || (example == "stack"_L1 && preset == "85mm"_L1));
    QXmlStreamReader xml(contentOf(file));
    double unit = 0; // in points
    int texts = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == "svg"_L1) {
            const double width = attributes.value("width"_L1).toDouble();
            QVERIFY(std::abs(width * 25.4 / 96 - millimetres) < 0.01);
            const QStringList box = attributes.value("viewBox"_L1).toString().split(u' ');
            unit = width / box.value(2).toDouble() * 72 / 96;
        }
        if (!attributes.hasAttribute("font-size"_L1))
            continue;
        ++texts;
        const double points = attributes.value("font-size"_L1).toDouble() * unit;
        QVERIFY2(points > 5.999, qPrintable(QString::number(points)));
    }
    QVERIFY(texts > 20);
}

void TestExportLines::the_same_call_gives_the_same_bytes() {
    const QStringList arguments{u"export"_s, u"--view"_s, u"lines"_s, u"--ask-key"_s, u"2"_s};
    for (const char* name : {"one.svg", "two.svg"})
        QCOMPARE(call(arguments + QStringList{u"--out"_s, path(QString::fromLatin1(name))}).status,
                 int{exitDone});
    QCOMPARE(contentOf(path(u"one.svg"_s)), contentOf(path(u"two.svg"_s)));
}

void TestExportLines::what_cannot_be_drawn_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& arguments, const QString& says) {
        QTest::newRow(name) << arguments << says;
    };
    row("no_such_query", {u"--ask-query=11"_s}, u"--ask-query takes a number from 1 to 10 here"_s);
    row("no_such_key", {u"--ask-key=0"_s},
        u"--ask-key takes a whole number from 1 on, not \"0\""_s);
    row("asked_outside_of_the_part", {u"--zoom=1-2,1-2"_s, u"--ask-query=3"_s},
        u"--ask-query 3 is none of those that --zoom leaves"_s);
    row("both_sides", {u"--ask-query=1"_s, u"--ask-key=1"_s}, u"leave out one"_s);
    row("too_small_a_part", {u"--kept=49"_s}, u"--kept takes a number from 50 to 100"_s);
    row("no_such_hidden_key", {u"--hide=11"_s}, u"--hide: there is no key 11; there are 10"_s);
    row("no_word_of_that_kind", {u"--hide=last"_s}, u"--hide takes first, separators, padding"_s);
    row("nothing_to_renormalise", {u"--renormalise"_s}, u"it goes with --hide"_s);
    row("no_weights", {u"--stage=scores"_s},
        u"--view lines draws attention_weights or dropped_weights, not \"scores\""_s);
    row("no_such_head", {u"--show=5"_s}, u"there is no head 5"_s);
    row("many_tokens_and_no_question", {u"--example=concat"_s},
        u"choose it with --ask-query or --ask-key"_s);
    row("padding_asks_nothing",
        {u"--example=causal-padding"_s, u"--sequence=3"_s, u"--ask-query=9"_s},
        u"--ask-query takes a number from 1 to"_s);
}

void TestExportLines::what_cannot_be_drawn_is_said() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, says);
    const QString file = path(u"wrong.svg"_s);
    const Outcome outcome =
        call(QStringList{u"export"_s, u"--view"_s, u"lines"_s, u"--out"_s, file} + arguments);
    QVERIFY(outcome.status != exitDone);
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(file));
}

HEADSCOPE_TEST(TestExportLines, headscope::testing::NoApplication)
#include "test_export_lines.moc"
