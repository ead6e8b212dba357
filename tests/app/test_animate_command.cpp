// SPDX-License-Identifier: GPL-3.0-or-later
// "headscope animate", and "headscope screenshot" of the Shapes view, as processes
// without a display.
#include "exit_code.h"
#include "support/command_call.h"
#include "support/test_program.h"

#include <QImageReader>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

class TestAnimateCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void journeys_are_written_data();
    void journeys_are_written();
    void languages_and_themes_differ();
    void a_block_of_a_model_is_named();
    void wrong_calls_data();
    void wrong_calls();
    void steps_that_the_block_has_not_are_named_data();
    void steps_that_the_block_has_not_are_named();
    void a_full_disk_is_a_failure();
    void moments_of_the_shapes_view_data();
    void moments_of_the_shapes_view();
};

void TestAnimateCommand::journeys_are_written_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QSize>("size");
    QTest::newRow("arange") << QStringList{u"--fps"_s, u"5"_s} << QSize(960, 640);
    QTest::newRow("from_view_to_reshape")
        << QStringList{u"--example"_s, u"arange"_s, u"--view"_s, u"shapes"_s,
                       u"--from"_s,    u"view"_s,   u"--to"_s,   u"reshape"_s,
                       u"--fps"_s,     u"5"_s,      u"--size"_s, u"640x480"_s}
        << QSize(640, 480);
    QTest::newRow("sizes_sequence_first")
        << QStringList{u"--shape"_s, u"3,2,8"_s, u"--heads"_s, u"4"_s,      u"--seq-first"_s,
                       u"--fps"_s,   u"4"_s,     u"--size"_s,  u"480x360"_s}
        << QSize(480, 360);
    QTest::newRow("merge_of_an_example")
        << QStringList{u"--example"_s, u"ticket"_s, u"--path"_s, u"merge"_s,
                       u"--fps"_s,     u"4"_s,      u"--size"_s, u"640x480"_s}
        << QSize(640, 480);
    QTest::newRow("one_step_side_by_side")
        << QStringList{u"--path"_s, u"side-by-side"_s, u"--from"_s, u"cat"_s,       u"--to"_s,
                       u"cat"_s,    u"--fps"_s,        u"10"_s,     u"--no-wrong"_s}
        << QSize(960, 640);
    QTest::newRow("steps_from_scores_to_weights")
        << QStringList{u"--view"_s, u"steps"_s,  u"--from"_s,
                       u"scores"_s, u"--to"_s,   u"attention_weights"_s,
                       u"--cell"_s, u"10,6"_s,   u"--head"_s,
                       u"2"_s,      u"--fps"_s,  u"3"_s,
                       u"--size"_s, u"800x640"_s}
        << QSize(800, 640);
    QTest::newRow("steps_rows_of_a_block")
        << QStringList{u"--view"_s,  u"steps"_s,   u"--example"_s,
                       u"norms"_s,   u"--scope"_s, u"encoder/0/feed_forward"_s,
                       u"--order"_s, u"rows"_s,    u"--fps"_s,
                       u"2"_s}
        << QSize(1000, 720);
}

void TestAnimateCommand::journeys_are_written() {
    QFETCH(QStringList, options);
    QFETCH(QSize, size);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"journey.gif"_s);
    const Outcome outcome = callProgram(QStringList{u"animate"_s, u"--out"_s, path} + options);
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QCOMPARE(outcome.err, QString());
    static const QRegularExpression said(u"^(.+): (\\d+) frames, (\\d+) kB\n$"_s);
    const auto match = said.match(outcome.out);
    QVERIFY2(match.hasMatch(), qPrintable(outcome.out));
    QCOMPARE(match.captured(1), path);
    QCOMPARE(match.captured(3).toLongLong(), (QFileInfo(path).size() + 999) / 1000);
    QImageReader reader(path);
    QCOMPARE(reader.size(), size);
    int frames = 0;
    QImage first;
    QImage last;
    for (QImage image = reader.read(); !image.isNull(); image = reader.read()) {
        first = first.isNull() ? image : first;
        last = image;
        ++frames;
    }
    QCOMPARE(frames, match.captured(2).toInt());
    QVERIFY(frames > 2);
    QVERIFY(first != last);
}

void TestAnimateCommand::languages_and_themes_differ() {
    QTemporaryDir folder;
    QList<QByteArray> contents;
    for (const QStringList& options : {QStringList{}, QStringList{u"--language"_s, u"zh"_s},
                                       QStringList{u"--theme"_s, u"dark"_s}, QStringList{}}) {
        const QString path = folder.filePath(u"one.gif"_s);
        const Outcome outcome = callProgram(QStringList{u"animate"_s, u"--out"_s, path, u"--from"_s,
                                                        u"view"_s, u"--to"_s, u"view"_s, u"--fps"_s,
                                                        u"2"_s, u"--size"_s, u"480x360"_s} +
                                            options);
        QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        contents << file.readAll();
    }
    QVERIFY(contents[1] != contents[0]);
    QVERIFY(contents[2] != contents[0]);
    // The same call gives the same file.
    QCOMPARE(contents[3], contents[0]);
}

void TestAnimateCommand::a_block_of_a_model_is_named() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"block.gif"_s);
    // Where the name of the block stands: right of the sentence about the step.
    const auto named = [&](const QStringList& options) {
        const Outcome outcome =
            callProgram(QStringList{u"animate"_s, u"--out"_s, path, u"--from"_s, u"view"_s,
                                    u"--to"_s, u"view"_s, u"--fps"_s, u"2"_s} +
                        options);
        const QImage first(path);
        const QImage title = first.copy(first.width() * 2 / 3, 0, first.width() / 3, 40);
        QImage empty = title;
        empty.fill(first.pixel(0, 0));
        return outcome.status == exitDone && title != empty ? title : QImage();
    };
    const QImage first = named({u"--example"_s, u"stack"_s});
    QVERIFY(!first.isNull());
    QCOMPARE(named({u"--example"_s, u"stack"_s, u"--scope"_s, u"encoder/0/self_attention"_s}),
             first);
    const QImage later =
        named({u"--example"_s, u"stack"_s, u"--scope"_s, u"encoder/7/self_attention"_s});
    QVERIFY(!later.isNull() && later != first);
    QVERIFY(named({u"--example"_s, u"ticket"_s}).isNull()); // plain attention has one block
}

void TestAnimateCommand::wrong_calls_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QStringList& options, const QString& sentence) {
        QTest::newRow(name) << options << sentence;
    };
    const QString gif = QDir::temp().filePath(u"never-written.gif"_s);
    row("no_file", {}, u"--out is missing: a file that ends in .gif is needed"_s);
    row("another_format", {u"--out"_s, u"a.mp4"_s}, u"ends in .gif"_s);
    row("another_view", {u"--out"_s, gif, u"--view"_s, u"heads"_s}, u"\"heads\""_s);
    row("no_such_step", {u"--out"_s, gif, u"--from"_s, u"flatten"_s}, u"there is no step"_s);
    row("backwards", {u"--out"_s, gif, u"--from"_s, u"reshape"_s, u"--to"_s, u"view"_s},
        u"comes after"_s);
    row("too_small", {u"--out"_s, gif, u"--size"_s, u"10x10"_s}, u"480x360"_s);
    row("no_size", {u"--out"_s, gif, u"--size"_s, u"wide"_s}, u"\"wide\""_s);
    row("too_fast", {u"--out"_s, gif, u"--fps"_s, u"51"_s}, u"1 to 50"_s);
    row("no_frames", {u"--out"_s, gif, u"--fps"_s, u"0"_s}, u"1 to 50"_s);
    row("no_such_language", {u"--out"_s, gif, u"--language"_s, u"fr"_s}, u"en or zh"_s);
    row("no_such_theme", {u"--out"_s, gif, u"--theme"_s, u"blue"_s}, u"--theme"_s);
    row("no_such_path", {u"--out"_s, gif, u"--path"_s, u"round"_s}, u"--path"_s);
    row("no_such_element", {u"--out"_s, gif, u"--element"_s, u"36"_s}, u"below 36"_s);
    row("no_such_example", {u"--out"_s, gif, u"--example"_s, u"range"_s}, u"range"_s);
    row("heads_do_not_divide", {u"--out"_s, gif, u"--shape"_s, u"2,3,6"_s, u"--heads"_s, u"4"_s},
        u"4"_s);
    row("no_such_option", {u"--out"_s, gif, u"--loops"_s, u"2"_s}, u"loops"_s);
    const QStringList steps{u"--out"_s, gif, u"--view"_s, u"steps"_s};
    row("steps_have_no_path", steps + QStringList{u"--path"_s, u"merge"_s}, u"--path"_s);
    row("steps_of_no_such_order", steps + QStringList{u"--order"_s, u"columns"_s},
        u"dot, rows or heads"_s);
    row("steps_of_no_cell", steps + QStringList{u"--cell"_s, u"0,1"_s}, u"10,6"_s);
    row("steps_of_head_zero", steps + QStringList{u"--head"_s, u"0"_s}, u"--head"_s);
    row("a_word_too_many", {u"--out"_s, gif, u"now"_s}, u"\"now\""_s);
}

void TestAnimateCommand::wrong_calls() {
    QFETCH(QStringList, options);
    QFETCH(QString, sentence);
    QString out;
    QString err;
    QTextStream outStream(&out);
    QTextStream errStream(&err);
    const int status = runCommandLine(QStringList{u"animate"_s} + options, outStream, errStream);
    outStream.flush();
    errStream.flush();
    QCOMPARE(status, exitUsage);
    QCOMPARE(out, QString());
    QVERIFY2(err.startsWith(u"headscope animate: "_s), qPrintable(err));
    QVERIFY2(err.contains(sentence), qPrintable(err));
    QVERIFY2(err.contains(u"headscope animate --help"_s), qPrintable(err));
}

void TestAnimateCommand::steps_that_the_block_has_not_are_named_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no_such_stage") << QStringList{u"--from"_s, u"logits"_s} << u"it has"_s;
    QTest::newRow("no_mask_to_fall") << QStringList{u"--to"_s, u"masked_scores"_s} << u"it has"_s;
    QTest::newRow("backwards") << QStringList{u"--from"_s, u"output"_s, u"--to"_s, u"scores"_s}
                               << u"comes after"_s;
    QTest::newRow("no_such_cell") << QStringList{u"--cell"_s, u"11,1"_s} << u"10 queries"_s;
    QTest::newRow("no_such_head") << QStringList{u"--head"_s, u"5"_s} << u"4 heads"_s;
    QTest::newRow("no_such_block")
        << QStringList{u"--scope"_s, u"encoder/0"_s} << u"one attention alone"_s;
}

void TestAnimateCommand::steps_that_the_block_has_not_are_named() {
    QFETCH(QStringList, options);
    QFETCH(QString, sentence);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"steps.gif"_s);
    const Outcome outcome =
        callProgram(QStringList{u"animate"_s, u"--view"_s, u"steps"_s, u"--out"_s, path} + options);
    QCOMPARE(outcome.status, exitUsage);
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path));
}

void TestAnimateCommand::a_full_disk_is_a_failure() {
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("there is no /dev/full here");
    const QStringList fast{u"--from"_s, u"view"_s, u"--to"_s, u"view"_s, u"--fps"_s, u"1"_s};
    for (const QString& out : {u"/dev/full"_s, u"/no/such/folder/a.gif"_s}) {
        const Outcome outcome = callProgram(QStringList{u"animate"_s, u"--out"_s, out} + fast);
        QCOMPARE(outcome.status, exitFailure);
        QVERIFY2(outcome.err.contains(out.section(u'/', 0, 2)), qPrintable(outcome.err));
        QCOMPARE(outcome.out, QString());
    }
}

void TestAnimateCommand::moments_of_the_shapes_view_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::newRow("in_the_middle_of_transpose")
        << QStringList{u"--step"_s, u"transpose"_s, u"--progress"_s, u"0.5"_s} << int{exitDone};
    QTest::newRow("an_element_of_a_merge")
        << QStringList{u"--path"_s,     u"merge"_s,     u"--step"_s,
                       u"contiguous"_s, u"--element"_s, u"7"_s}
        << int{exitDone};
    QTest::newRow("no_such_step") << QStringList{u"--step"_s, u"squeeze"_s} << int{exitUsage};
    QTest::newRow("progress_above_one")
        << QStringList{u"--step"_s, u"view"_s, u"--progress"_s, u"1.5"_s} << int{exitUsage};
    QTest::newRow("no_such_element") << QStringList{u"--element"_s, u"36"_s} << int{exitUsage};
}

void TestAnimateCommand::moments_of_the_shapes_view() {
    QFETCH(QStringList, options);
    QFETCH(int, status);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.png"_s);
    const QStringList call{u"screenshot"_s, u"--view"_s, u"shapes"_s, u"--example"_s,
                           u"arange"_s,     u"--out"_s,  path};
    const Outcome outcome = callProgram(call + options);
    QVERIFY2(outcome.status == status, qPrintable(outcome.err));
    if (status != exitDone) {
        QVERIFY(outcome.err.startsWith(u"headscope screenshot: "_s));
        QVERIFY(!QFile::exists(path));
        return;
    }
    const QImage asked(path);
    QCOMPARE(asked.size(), QSize(1440, 900));
    // Another moment, another picture; the same moment, the same picture.
    QCOMPARE(callProgram(call).status, int{exitDone});
    QVERIFY(QImage(path) != asked);
    QCOMPARE(callProgram(call + options).status, int{exitDone});
    QCOMPARE(QImage(path), asked);
}

HEADSCOPE_TEST(TestAnimateCommand, QCoreApplication)
#include "test_animate_command.moc"
