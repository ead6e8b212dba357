// SPDX-License-Identifier: GPL-3.0-or-later
#include "exit_code.h"
#include "support/command_call.h"
#include "support/test_program.h"

#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

/// A command, something in it that only comes to light after --out was looked at, and
/// the ending of its file.
struct Writer {
    const char* name;
    QStringList arguments;
    QString ending;
};

const QList<Writer> writers = {
    {"run", {u"--query"_s, u"missing.npy"_s, u"--weights"_s, u"w"_s, u"--heads"_s, u"1"_s}, {}},
    {"export", {u"--scope"_s, u"nowhere"_s}, u".svg"_s},
    {"screenshot", {u"--scope"_s, u"nowhere"_s}, u".png"_s},
    {"animate", {u"--from"_s, u"nowhere"_s}, u".gif"_s},
};

} // namespace

/// Every command that writes looks at --out first.
class TestOutput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void what_cannot_be_written_is_refused_first_data();
    void what_cannot_be_written_is_refused_first();
    void what_can_be_written_is_not_touched_yet();
    void a_pipe_that_nobody_reads_does_not_hang();
    void a_file_that_may_not_grow_is_an_error();
};

void TestOutput::what_cannot_be_written_is_refused_first_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("place"); ///< %1: the folder of the test, %2: the ending
    QTest::addColumn<int>("status");
    for (const Writer& writer : writers) {
        const auto row = [&writer](const char* name, const QString& place, int status) {
            QTest::addRow("%s_%s", writer.name, name)
                << QStringList{QLatin1String(writer.name)} + writer.arguments << place << status;
        };
        row("missing", u""_s, exitUsage);
        row("below_a_file", u"%1/file/x%2"_s, exitFailure);
        row("too_long", u"%1/"_s + QString(300, u'x') + u"%2"_s, exitFailure);
        row("not_writable", u"/proc/1/x%2"_s, exitFailure);
        if (writer.ending.isEmpty()) {
            row("a_file", u"%1/file"_s, exitFailure);
            continue;
        }
        row("no_folder", u"%1/nowhere/x%2"_s, exitFailure);
        row("a_folder", u"%1/folder%2"_s, exitFailure);
        row("wrong_ending", u"%1/x.txt"_s, exitUsage);
        row("no_ending", u"%1/x"_s, exitUsage);
        row("ending_of_a_folder", u"%1/folder%2/"_s, exitUsage);
    }
}

void TestOutput::what_cannot_be_written_is_refused_first() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, place);
    QFETCH(const int, status);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const QString& ending : {u".svg"_s, u".png"_s, u".gif"_s})
        QVERIFY(QDir(folder.path()).mkdir(u"folder"_s + ending));
    const auto before = QDir(folder.path()).entryList();

    QString ending;
    for (const Writer& writer : writers)
        ending = arguments.first() == QLatin1String(writer.name) ? writer.ending : ending;
    QString path = place;
    path.replace(u"%1"_s, folder.path()).replace(u"%2"_s, ending);
    const Outcome outcome = call(arguments + QStringList{u"--out"_s, path});
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.err.contains(path.isEmpty() ? u"--out"_s : path), qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(u"nowhere\""_s) && !outcome.err.contains(u"missing.npy"_s),
             qPrintable(outcome.err));
    QCOMPARE(outcome.err.count(u'\n'), status == exitUsage ? 2 : 1);
    QCOMPARE(QDir(folder.path()).entryList(), before);
}

/// Then what is wrong elsewhere is said, and the file that is there stays.
void TestOutput::what_can_be_written_is_not_touched_yet() {
    for (const Writer& writer : writers) {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"x"_s + writer.ending);
        if (!writer.ending.isEmpty()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write("kept"), 4);
        }
        const auto before = QDir(folder.path()).entryList();
        const Outcome outcome = call(QStringList{QLatin1String(writer.name)} + writer.arguments +
                                     QStringList{u"--out"_s, path});
        QVERIFY2(outcome.status != exitDone && !outcome.err.contains(path),
                 qPrintable(outcome.err));
        QCOMPARE(QDir(folder.path()).entryList(), before);
        if (!writer.ending.isEmpty())
            QCOMPARE(QFileInfo(path).size(), 4);
    }
}

void TestOutput::a_pipe_that_nobody_reads_does_not_hang() {
    const QTemporaryDir folder;
    const QString pipe = folder.filePath(u"pipe.svg"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const Outcome outcome = call({u"export"_s, u"--out"_s, pipe});
    QCOMPARE(outcome.status, int{exitFailure});
    QVERIFY2(outcome.err.contains(u"nobody reads"_s), qPrintable(outcome.err));
}

void TestOutput::a_file_that_may_not_grow_is_an_error() {
    const QTemporaryDir folder;
    for (const char* command : {"run --example ticket --out", "screenshot --out", "export --out",
                                "animate --to view --fps 1 --out"}) {
        const QString out =
            folder.filePath(command == QByteArray("run --example ticket --out")        ? u"stages"_s
                            : command == QByteArray("animate --to view --fps 1 --out") ? u"x.gif"_s
                            : command == QByteArray("export --out")                    ? u"x.svg"_s
                                                                    : u"x.png"_s);
        QProcess process;
        process.start(u"/bin/sh"_s, {u"-c"_s, u"ulimit -f 1; exec '" HEADSCOPE_PROGRAM
                                              "' %1 '%2'"_s.arg(QLatin1String(command), out)});
        QVERIFY(process.waitForFinished(-1));
        const QString errors = QString::fromUtf8(process.readAllStandardError());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), int{exitFailure});
        QVERIFY2(errors.contains(u"cannot write"_s), qPrintable(errors));
        QVERIFY(!QFileInfo::exists(out));
    }
}

HEADSCOPE_TEST(TestOutput, QCoreApplication)
#include "test_output.moc"
