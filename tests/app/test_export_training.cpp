// SPDX-License-Identifier: GPL-3.0-or-later
// `headscope export --view train`: film, curves and numbers of a training, of a file too.
#include "exit_code.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

const QStringList quick = {u"--task"_s,  u"translate"_s, u"--d-model"_s,      u"8"_s,
                           u"--batch"_s, u"8"_s,         u"--steps"_s,        u"12"_s,
                           u"--heads"_s, u"2"_s,         u"--record-every"_s, u"3"_s};

Outcome exportTrain(const QString& file, const QStringList& more = quick) {
    return callProgram(QStringList{u"export"_s, u"--view"_s, u"train"_s, u"--out"_s, file} + more);
}

} // namespace

class TestExportTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pictures_and_numbers_of_a_task();
    void two_processes_write_the_same_bytes();
    void parts_language_and_playhead_change_the_picture();
    void the_training_of_an_example_is_taken();
    void wrong_usage_is_explained_data();
    void wrong_usage_is_explained();

private:
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
};

void TestExportTraining::pictures_and_numbers_of_a_task() {
    for (const auto& [ending, mark] :
         {std::pair{"png", "\x89PNG"}, {"svg", "<?xml"}, {"pdf", "%PDF-"}, {"csv", "step,loss"}}) {
        const QString file = path(u"film."_s + QLatin1String(ending));
        const Outcome outcome = exportTrain(file);
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.status, int(exitDone));
        QCOMPARE(outcome.out, file + u'\n');
        QVERIFY(contentOf(file).startsWith(mark));
    }
    // The numbers are those that `train --log` writes.
    const QString log = path(u"log.csv"_s);
    const Outcome trained = callProgram(
        QStringList{u"train"_s, u"--out"_s, path(u"a.headscope"_s), u"--log"_s, log} + quick);
    QCOMPARE(trained.status, int(exitDone));
    QCOMPARE(contentOf(path(u"film.csv"_s)), contentOf(log));
    QCOMPARE(contentOf(log).count('\n'), 14);
}

void TestExportTraining::two_processes_write_the_same_bytes() {
    for (const char* ending : {"png", "svg", "pdf", "csv"}) {
        const QString one = path(u"one."_s + QLatin1String(ending));
        const QString two = path(u"two."_s + QLatin1String(ending));
        QCOMPARE(exportTrain(one).status, int(exitDone));
        QCOMPARE(exportTrain(two).status, int(exitDone));
        QVERIFY(!contentOf(one).isEmpty());
        QCOMPARE(contentOf(one), contentOf(two));
    }
}

void TestExportTraining::parts_language_and_playhead_change_the_picture() {
    const auto texts = [&](const QStringList& more) {
        const QString file = path(u"part.svg"_s);
        return exportTrain(file, quick + more).status == exitDone ? textsOf(file) : QStringList();
    };
    const QStringList film = texts({u"--part"_s, u"film"_s});
    QVERIFY(film.contains(u"head 2"_s) && !film.contains(u"Loss"_s));
    const QStringList curves = texts({u"--part"_s, u"curves"_s});
    QVERIFY(!curves.contains(u"head 2"_s) && curves.contains(u"Loss"_s));
    const QStringList chinese = texts({u"--language"_s, u"zh"_s});
    QVERIFY(chinese.contains(u"头 2"_s) && chinese.contains(u"损失"_s));
    const QString there = path(u"there.svg"_s);
    QCOMPARE(exportTrain(there, quick + QStringList{u"--playhead"_s, u"6"_s}).status,
             int(exitDone));
    const QString end = path(u"end.svg"_s);
    QCOMPARE(exportTrain(end).status, int(exitDone));
    QVERIFY(contentOf(there) != contentOf(end));
}

void TestExportTraining::the_training_of_an_example_is_taken() {
    const QString file = path(u"cat.svg"_s);
    const Outcome outcome = exportTrain(file, {u"--example"_s, u"cat-learnt"_s});
    QCOMPARE(outcome.err,
             u"headscope: of this training no losses are kept: there are no curves\n"_s);
    QCOMPARE(outcome.status, int(exitDone));
    QVERIFY(textsOf(file).contains(u"480"_s));
    const QStringList film = {u"--example"_s, u"cat-learnt"_s, u"--part"_s, u"film"_s};
    QCOMPARE(exportTrain(file, film).err, QString());
    const Outcome none = exportTrain(file, {u"--example"_s, u"ticket"_s});
    QCOMPARE(none.status, int(exitFailure));
    QVERIFY2(none.err.contains(u"--task"_s), qPrintable(none.err));
}

void TestExportTraining::wrong_usage_is_explained_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, const QString& sentence) {
        QTest::newRow(name) << arguments << sentence;
    };
    row("unknown_view", {u"--view"_s, u"nowhere"_s, u"--out"_s, u"a.png"_s},
        u"heads, steps, shapes, lines, text, layers, train, paint, lens, parts, norm and compare"_s);
    row("stray_of_heads",
        {u"--view"_s, u"train"_s, u"--out"_s, u"a.png"_s, u"--stage"_s, u"scores"_s},
        u"--stage does nothing in --view train: it goes with --view heads, lines, steps, layers, "
        "norm or --compare"_s);
    row("stray_of_train", {u"--out"_s, u"a.png"_s, u"--task"_s, u"copy"_s},
        u"--task does nothing in --view heads: it goes with --view train"_s);
    row("part_without_train", {u"--out"_s, u"a.png"_s, u"--part"_s, u"film"_s},
        u"--part does nothing in --view heads: it goes with --view train"_s);
    row("unknown_part", {u"--view"_s, u"train"_s, u"--out"_s, u"a.png"_s, u"--part"_s, u"all"_s},
        u"film"_s);
    row("ending", {u"--view"_s, u"train"_s, u"--out"_s, u"a.gif"_s}, u".svg"_s);
    row("table_of_a_part",
        {u"--view"_s, u"train"_s, u"--out"_s, u"a.csv"_s, u"--part"_s, u"film"_s},
        u"--part does nothing in a table: it goes with a picture"_s);
    row("size", {u"--view"_s, u"train"_s, u"--out"_s, u"a.png"_s, u"--size"_s, u"9x9"_s},
        u"--size"_s);
}

void TestExportTraining::wrong_usage_is_explained() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const Outcome outcome = callProgram(QStringList{u"export"_s} + arguments);
    QCOMPARE(outcome.status, int(exitUsage));
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
    QCOMPARE(outcome.out, QString());
}

HEADSCOPE_TEST(TestExportTraining, QCoreApplication)
#include "test_export_training.moc"
