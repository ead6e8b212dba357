// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and films of a training, as processes without a display.
#include "command_line.h"
#include "exit_code.h"
#include "support/file_texts.h"
#include "support/test_program.h"

#include <QImage>
#include <QImageReader>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

struct Ended {
    int status = -1;
    QString out;
    QString err;
};

Ended headscopeWith(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s})
        environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(HEADSCOPE_PROGRAM), arguments);
    process.waitForFinished(-1);
    Ended ended;
    if (process.exitStatus() == QProcess::NormalExit)
        ended.status = process.exitCode();
    ended.out = QString::fromUtf8(process.readAllStandardOutput());
    ended.err = QString::fromUtf8(process.readAllStandardError());
    return ended;
}

/// Small enough to be learnt at once.
const QStringList quick = {u"--task"_s,  u"translate"_s, u"--d-model"_s,      u"8"_s,
                           u"--steps"_s, u"12"_s,        u"--batch"_s,        u"8"_s,
                           u"--heads"_s, u"2"_s,         u"--record-every"_s, u"4"_s};

} // namespace

class TestTrainPictures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_same_moment_is_the_same_bytes();
    void every_page_shows_the_model_at_the_playhead();
    void the_film_has_a_picture_for_each_record();
    void wrong_calls_data();
    void wrong_calls();
};

void TestTrainPictures::the_same_moment_is_the_same_bytes() {
    QTemporaryDir folder;
    const auto picture = [&](const QString& name, const QStringList& more) {
        const QString path = folder.filePath(name);
        const Ended ended = headscopeWith(
            QStringList{u"screenshot"_s, u"--view"_s, u"train"_s, u"--out"_s, path} + quick + more);
        return ended.status == exitDone ? contentOf(path) : QByteArray();
    };
    const QByteArray first = picture(u"a.png"_s, {u"--playhead"_s, u"4"_s});
    QVERIFY(!first.isEmpty());
    QCOMPARE(picture(u"b.png"_s, {u"--playhead"_s, u"4"_s}), first);
    // Step 6 was not recorded: the last record before it.
    QCOMPARE(picture(u"c.png"_s, {u"--playhead"_s, u"6"_s}), first);
    QVERIFY(picture(u"d.png"_s, {u"--playhead"_s, u"8"_s}) != first);
    QVERIFY(picture(u"e.png"_s, {u"--playhead"_s, u"4"_s, u"--seed"_s, u"9"_s}) != first);
    QVERIFY(picture(u"f.png"_s, {u"--playhead"_s, u"4"_s, u"--values"_s, u"gradient"_s}) != first);
}

void TestTrainPictures::every_page_shows_the_model_at_the_playhead() {
    QTemporaryDir folder;
    const auto picture = [&](const QString& view, const QString& step) {
        const QString path = folder.filePath(view + step + u".png"_s);
        const Ended ended = headscopeWith(QStringList{u"screenshot"_s, u"--view"_s, view,
                                                      u"--playhead"_s, step, u"--out"_s, path} +
                                          quick);
        return ended.status == exitDone ? contentOf(path) : QByteArray();
    };
    for (const QString& view : {u"heads"_s, u"layers"_s}) {
        const QByteArray early = picture(view, u"0"_s);
        const QByteArray late = picture(view, u"12"_s);
        QVERIFY2(!early.isEmpty() && !late.isEmpty(), qPrintable(view));
        QVERIFY2(early != late, qPrintable(view));
    }
}

void TestTrainPictures::the_film_has_a_picture_for_each_record() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"film.gif"_s);
    const Ended ended = headscopeWith(QStringList{u"animate"_s, u"--view"_s, u"train"_s, u"--out"_s,
                                                  path, u"--size"_s, u"700x600"_s} +
                                      quick);
    QCOMPARE(ended.err, QString());
    QCOMPARE(ended.status, exitDone);
    QVERIFY2(ended.out.contains(u": 4 frames, "_s), qPrintable(ended.out));
    QImageReader reader(path, "gif");
    std::vector<QImage> frames;
    while (reader.canRead()) {
        const QImage frame = reader.read();
        if (frame.isNull())
            break;
        frames.push_back(frame);
    }
    QCOMPARE(frames.size(), std::size_t{4}); // steps 0, 4, 8 and 12
    QCOMPARE(frames.front().width(), 700);
    QVERIFY(frames[0] != frames[1]);
    QVERIFY(frames[2] != frames[3]);
}

void TestTrainPictures::wrong_calls_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QStringList start = {u"screenshot"_s, u"--out"_s, u"no.png"_s};
    QTest::newRow("no_such_task") << start + QStringList{u"--task"_s, u"juggle"_s} << u"juggle"_s;
    QTest::newRow("steps_without_a_task")
        << start + QStringList{u"--view"_s, u"train"_s, u"--steps"_s, u"4"_s} << u"--task"_s;
    QTest::newRow("playhead") << start + QStringList{u"--view"_s, u"train"_s, u"--playhead"_s,
                                                     u"soon"_s}
                              << u"--playhead"_s;
    QTest::newRow("no_such_step") << start + quick + QStringList{u"--playhead"_s, u"999"_s}
                                  << u"--playhead 999"_s;
    QTest::newRow("values") << start +
                                   QStringList{u"--view"_s, u"train"_s, u"--values"_s, u"taste"_s}
                            << u"--values"_s;
    QTest::newRow("head") << start + quick + QStringList{u"--head"_s, u"3"_s} << u"--head 3"_s;
    QTest::newRow("scope") << start + quick + QStringList{u"--scope"_s, u"attic"_s} << u"attic"_s;
}

void TestTrainPictures::wrong_calls() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QTemporaryDir folder;
    arguments[2] = folder.filePath(arguments[2]);
    const Ended ended = headscopeWith(arguments);
    QVERIFY(ended.status == exitUsage || ended.status == exitFailure);
    QVERIFY2(ended.err.contains(says), qPrintable(ended.err));
    QVERIFY(ended.err.count(u'\n') <= 2); // and where to read more
    QVERIFY(!QFile::exists(arguments[2]));
}

HEADSCOPE_TEST(TestTrainPictures, QCoreApplication)
#include "test_train_pictures.moc"
