// SPDX-License-Identifier: GPL-3.0-or-later
// Two experiments beside each other, from the command line.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "experiment/edits/edit.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/test_program.h"

#include <QImage>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

class TestCompareCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void two_files_give_a_figure_that_says_what_changed();
    void an_example_beside_another();
    void the_window_shows_the_same();
    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();

private:
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
};

void TestCompareCommand::initTestCase() {
    QVERIFY(m_folder.isValid());
    const Experiment a = findExample("ticket")->make();
    const Experiment b = withCausal(a, true);
    QVERIFY(writeFileAtomically(path(u"a.headscope"_s).toStdString(), experimentToJson(a)).ok());
    QVERIFY(writeFileAtomically(path(u"b.headscope"_s).toStdString(), experimentToJson(b)).ok());
}

void TestCompareCommand::two_files_give_a_figure_that_says_what_changed() {
    const QString svg = path(u"moved.svg"_s);
    const Outcome outcome = call({u"export"_s, u"--compare"_s, path(u"a.headscope"_s),
                                  path(u"b.headscope"_s), u"--show"_s, u"4"_s, u"--out"_s, svg});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.status, int{exitDone});
    const QByteArray content = contentOf(svg);
    for (const char* text : {"causal mask", "off → on", "on its own 64 %", "differ in 64 %",
                             "a.headscope", "B − A", "masked in B"})
        QVERIFY2(content.contains(text), text);
    // The same call gives the same bytes.
    QCOMPARE(call({u"export"_s, u"--compare"_s, path(u"a.headscope"_s), path(u"b.headscope"_s),
                   u"--show"_s, u"4"_s, u"--out"_s, path(u"again.svg"_s)})
                 .status,
             int{exitDone});
    QCOMPARE(contentOf(path(u"again.svg"_s)), content);
}

void TestCompareCommand::an_example_beside_another() {
    for (const QString& ending : {u"png"_s, u"pdf"_s}) {
        const QString file = path(u"examples."_s + ending);
        const Outcome outcome =
            call({u"export"_s, u"--example"_s, u"ticket-learnt"_s, u"--compare"_s, u"ticket"_s,
                  u"--theme"_s, u"dark"_s, u"--language"_s, u"zh"_s, u"--size"_s, u"1000x600"_s,
                  u"--out"_s, file});
        QCOMPARE(outcome.err, QString());
        QVERIFY(!contentOf(file).isEmpty());
    }
    QCOMPARE(QImage(path(u"examples.png"_s)).size(), QSize(1000, 600));
}

void TestCompareCommand::the_window_shows_the_same() {
    const QString png = path(u"window.png"_s);
    const Outcome outcome = call({u"screenshot"_s, path(u"b.headscope"_s), u"--compare"_s,
                                  path(u"a.headscope"_s), u"--head"_s, u"4"_s, u"--out"_s, png});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(QImage(png).size(), QSize(1440, 900));
    // It is not what the window shows without.
    call({u"screenshot"_s, path(u"b.headscope"_s), u"--head"_s, u"4"_s, u"--out"_s,
          path(u"alone.png"_s)});
    QVERIFY(QImage(png) != QImage(path(u"alone.png"_s)));
}

void TestCompareCommand::what_is_wrong_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& arguments, int code,
                        const QString& says) { QTest::newRow(name) << arguments << code << says; };
    row("no_example", {u"--compare"_s, u"nonsense"_s}, exitUsage,
        u"--compare takes FILE.headscope or an example"_s);
    row("no_file", {u"--compare"_s, u"/nowhere/a.headscope"_s}, exitFailure,
        u"/nowhere/a.headscope"_s);
    row("other_words", {u"--compare"_s, u"cross"_s, u"--stage"_s, u"masked_scores"_s}, exitDone,
        QString());
    row("a_training", {u"--view"_s, u"train"_s, u"--compare"_s, u"ticket"_s}, exitUsage,
        u"it goes with --view heads"_s);
}

void TestCompareCommand::what_is_wrong_is_said() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome =
        call(QStringList{u"export"_s, u"--out"_s, path(u"wrong.svg"_s)} + arguments);
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QCOMPARE(outcome.status, code);
}

HEADSCOPE_TEST(TestCompareCommand, headscope::testing::NoApplication)
#include "test_compare_command.moc"
