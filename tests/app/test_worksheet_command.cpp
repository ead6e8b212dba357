// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/worksheet_command.h"
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "support/command_call.h"
#include "support/file_bytes.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

Outcome callWorksheet(const QStringList& arguments) {
    return call(QStringList{u"worksheet"_s} + arguments);
}

} // namespace

class TestWorksheetCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void the_sheet_of_the_help_is_written();
    void a_process_without_a_display_writes_it();
    void latex_has_the_same_blanks();
    void what_was_cut_is_said();
    void a_typed_number_beyond_the_cut_is_said();
    void what_was_asked_for_is_not_cut();
    void who_asks_for_no_number_gets_what_can_be_asked();
    void the_seed_chooses_the_blanks();
    void a_file_gives_the_sheet_of_its_example();
    void both_languages_and_papers_are_there_data();
    void both_languages_and_papers_are_there();
    void a_sheet_that_is_too_large_leaves_no_file();
    void the_help_names_every_step();
    void wrong_calls_are_refused_data();
    void wrong_calls_are_refused();

private:
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QTemporaryDir m_folder;
};

void TestWorksheetCommand::initTestCase() {
    QVERIFY(m_folder.isValid());
}

void TestWorksheetCommand::the_sheet_of_the_help_is_written() {
    const Outcome outcome =
        callWorksheet({u"--example"_s, u"ticket"_s, u"--stages"_s, u"scores,softmax"_s,
                       u"--blanks"_s, u"12"_s, u"--seed"_s, u"3"_s, u"--out"_s, path("sheet.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    QCOMPARE(outcome.out, path("sheet.pdf") + u"  12 blanks, 1 page\n"_s +
                              path("sheet-solutions.pdf") + u"  1 page\n"_s);
    for (const char* name : {"sheet.pdf", "sheet-solutions.pdf"}) {
        const QByteArray pdf = bytesOf(path(name));
        QVERIFY(pdf.startsWith("%PDF-1."));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }
    const Outcome together =
        callWorksheet({u"--example"_s, u"ticket"_s, u"--stages"_s, u"scores,softmax"_s,
                       u"--one-file"_s, u"--seed"_s, u"3"_s, u"--out"_s, path("whole.pdf")});
    QCOMPARE(together.out, path("whole.pdf") + u"  12 blanks, 1 page, 1 of solutions\n"_s);
    QVERIFY(!QFile::exists(path("whole-solutions.pdf")));
}

void TestWorksheetCommand::a_process_without_a_display_writes_it() {
    const Outcome outcome = callProgram({u"worksheet"_s, u"--out"_s, path("process.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(bytesOf(path("process.pdf")).startsWith("%PDF-1."));
}

void TestWorksheetCommand::latex_has_the_same_blanks() {
    const Outcome outcome = callWorksheet(
        {u"--example"_s, u"ticket"_s, u"--blanks"_s, u"7"_s, u"--out"_s, path("sheet.tex")});
    QCOMPARE(outcome.status, int{exitDone});
    QCOMPARE(outcome.out,
             path("sheet.tex") + u"  7 blanks\n"_s + path("sheet-solutions.tex") + u'\n');
    const QByteArray tex = bytesOf(path("sheet.tex"));
    QCOMPARE(tex.count("\\writing{"), 7);
    QVERIFY(tex.contains("ctex")); // its tokens are Chinese
    // How it was made is told with the solutions.
    QVERIFY(
        bytesOf(path("sheet-solutions.tex")).contains("headscope worksheet -{}-example ticket"));
}

void TestWorksheetCommand::what_was_cut_is_said() {
    const Outcome outcome = callWorksheet({u"--out"_s, path("cut.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(outcome.err.contains(u"of 10 tokens the sheet has the first 4, computed anew"_s));
    QVERIFY(outcome.err.contains(u"of 4 heads the sheet has head 1"_s));
}

void TestWorksheetCommand::a_typed_number_beyond_the_cut_is_said() {
    const auto said = [this](const QString& number) {
        const Outcome outcome = callWorksheet(
            {u"--example"_s, u"ticket"_s, u"--hold"_s, number, u"--out"_s, path("held.pdf")});
        return outcome.status == exitDone ? outcome.err : u"failed"_s;
    };
    QVERIFY(said(u"attention_weights:1,9,1=0.5"_s).contains(u"without 1 typed number beyond"_s));
    const QString within = said(u"attention_weights:1,2,1=0.5"_s);
    QVERIFY2(!within.contains(u"typed"_s) && within != u"failed"_s, qPrintable(within));
}

void TestWorksheetCommand::what_was_asked_for_is_not_cut() {
    const Outcome outcome = callWorksheet(
        {u"--first-tokens"_s, u"3"_s, u"--show"_s, u"2"_s, u"--out"_s, path("asked.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    QCOMPARE(outcome.err, QString());
}

void TestWorksheetCommand::who_asks_for_no_number_gets_what_can_be_asked() {
    const QStringList one = {u"--first-tokens"_s, u"1"_s,     u"--stages"_s,
                             u"softmax"_s,        u"--out"_s, path("one.pdf")};
    const Outcome outcome = callWorksheet(one);
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY2(outcome.out.contains(u"  1 blank, 1 page"_s), qPrintable(outcome.out));
    QCOMPARE(callWorksheet(one + QStringList{u"--blanks"_s, u"2"_s}).status, int{exitFailure});
}

void TestWorksheetCommand::the_seed_chooses_the_blanks() {
    const auto sheet = [this](const QString& seed) {
        const Outcome outcome =
            callWorksheet({u"--title"_s, u"x"_s, u"--seed"_s, seed, u"--out"_s, path("seed.pdf")});
        return outcome.status == exitDone ? bytesOf(path("seed.pdf")) : QByteArray();
    };
    const QByteArray first = sheet(u"3"_s);
    QVERIFY(!first.isEmpty());
    QVERIFY(first == sheet(u"3"_s));
    QVERIFY(first != sheet(u"4"_s));
}

void TestWorksheetCommand::a_file_gives_the_sheet_of_its_example() {
    const std::string json = experimentToJson(findExample("ticket")->make());
    QVERIFY(writeFileAtomically(path("book.headscope").toStdString(), json).ok());
    const Outcome outcome = callWorksheet({path("book.headscope"), u"--out"_s, path("file.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    QCOMPARE(bytesOf(path("file.pdf")).count("/Type /Page\n") +
                 bytesOf(path("file-solutions.pdf")).count("/Type /Page\n"),
             3);
}

void TestWorksheetCommand::both_languages_and_papers_are_there_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("paper");
    for (const char* language : {"en", "zh"}) {
        for (const char* paper : {"a4", "letter"})
            QTest::addRow("%s_%s", language, paper)
                << QString::fromLatin1(language) << QString::fromLatin1(paper);
    }
}

void TestWorksheetCommand::both_languages_and_papers_are_there() {
    QFETCH(QString, language);
    QFETCH(QString, paper);
    const Outcome outcome = callWorksheet(
        {u"--language"_s, language, u"--paper"_s, paper, u"--out"_s, path("language.pdf")});
    QCOMPARE(outcome.status, int{exitDone});
    const QByteArray pdf = bytesOf(path("language.pdf"));
    QVERIFY(pdf.contains(paper == u"a4"_s ? "/MediaBox [0 0 595" : "/MediaBox [0 0 612"));
}

void TestWorksheetCommand::a_sheet_that_is_too_large_leaves_no_file() {
    const Outcome outcome = callWorksheet(
        {u"--first-tokens"_s, u"8"_s, u"--show"_s, u"all"_s, u"--out"_s, path("large.pdf")});
    QCOMPARE(outcome.status, int{exitFailure});
    QVERIFY2(outcome.err.contains(u"this does not fit two pages"_s), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("large.pdf")));
    const Outcome many = callWorksheet({u"--blanks"_s, u"500"_s, u"--out"_s, path("large.pdf")});
    QCOMPARE(many.status, int{exitFailure});
    QVERIFY2(many.err.contains(u"blanks can be asked on this sheet, not 500"_s),
             qPrintable(many.err));
}

void TestWorksheetCommand::the_help_names_every_step() {
    const Outcome outcome = callWorksheet({u"--help"_s});
    QCOMPARE(outcome.status, int{exitDone});
    for (const char* step : {"projections", "scores", "scaled", "masked", "softmax", "context",
                             "concatenation", "output"})
        QVERIFY(outcome.out.contains(QLatin1String(step)));
    for (const QString& line : outcome.out.split(u'\n'))
        QVERIFY2(line.size() <= 80, qPrintable(line));
}

void TestWorksheetCommand::wrong_calls_are_refused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& arguments, const QString& said) {
        QTest::newRow(name) << arguments << said;
    };
    row("no_out", {}, u"--out is missing"_s);
    row("ending", {u"--out"_s, u"x.png"_s}, u"--out takes"_s);
    row("step", {u"--stages"_s, u"scores,sums"_s, u"--out"_s, u"x.pdf"_s},
        u"--stages takes some of"_s);
    row("blanks", {u"--blanks"_s, u"0"_s, u"--out"_s, u"x.pdf"_s}, u"from 1 to 999"_s);
    row("digits", {u"--digits"_s, u"5"_s, u"--out"_s, u"x.pdf"_s}, u"from 0 to 4"_s);
    row("tokens", {u"--first-tokens"_s, u"9"_s, u"--out"_s, u"x.pdf"_s}, u"from 1 to 8"_s);
    row("head", {u"--show"_s, u"0"_s, u"--out"_s, u"x.pdf"_s}, u"--show takes all"_s);
    row("seed", {u"--seed"_s, u"-1"_s, u"--out"_s, u"x.pdf"_s}, u"--seed"_s);
    row("paper", {u"--paper"_s, u"a3"_s, u"--out"_s, u"x.pdf"_s}, u"a4 or letter"_s);
    row("language", {u"--language"_s, u"fr"_s, u"--out"_s, u"x.pdf"_s}, u"--language"_s);
    row("example", {u"--example"_s, u"none"_s, u"--out"_s, u"x.pdf"_s}, u"there is no example"_s);
    row("half_a_problem", {u"--heads"_s, u"2"_s, u"--out"_s, u"x.pdf"_s}, u"is missing"_s);
}

void TestWorksheetCommand::wrong_calls_are_refused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, said);
    const Outcome outcome = callWorksheet(arguments);
    QCOMPARE(outcome.status, int{exitUsage});
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    QCOMPARE(outcome.out, QString());
}

HEADSCOPE_TEST(TestWorksheetCommand, QApplication)
#include "test_worksheet_command.moc"
