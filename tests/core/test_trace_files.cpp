// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/output_folder.h"
#include "formats/npy/npy.h"
#include "formats/trace_files.h"
#include "formats/trace_json.h"
#include "support/file_bytes.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <chrono>
#include <csignal>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// x [batch, query, key] and its half; in a scope if one is given.
Trace smallTrace(const std::string& scope = {}) {
    Trace trace;
    const Axes axes = {Axis::Batch, Axis::Query, Axis::Key};
    const std::vector<float> values = {0, 1, 2, 3, 4, 5};
    const Tensor x = Tensor::fromValues({1, 2, 3}, axes, values);
    const auto scores =
        trace.add({TensorName::Scores, Operation::QueryKeyProduct, {}, x, 1.0F, scope});
    trace.add({TensorName::ScaledScores,
               Operation::Scale,
               {scores},
               Tensor::filled({1, 2, 3}, axes, 0.5F),
               0.5F,
               scope});
    trace.add({TensorName::MaskedScores,
               Operation::Transpose,
               {scores + 1},
               x.transposed(1, 2),
               1.0F,
               scope});
    return trace;
}

QJsonArray stepsOf(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json))
        .object()[QStringLiteral("steps")]
        .toArray();
}

/// Hidden files too.
QStringList everythingIn(const QString& folder) {
    return QDir(folder).entryList(
        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
}

} // namespace

class TestTraceFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void json_tells_what_the_files_are();
    void every_step_is_written_in_c_order();
    void scopes_become_directories();
    void missing_parents_are_made();
    void a_file_in_the_place_of_the_directory_is_refused();
    void a_failure_leaves_nothing_data();
    void a_failure_leaves_nothing();
    void an_empty_folder_stays_the_one_it_is();
    void a_folder_with_anything_in_it_is_refused_data();
    void a_folder_with_anything_in_it_is_refused();
    void what_came_meanwhile_stays_data();
    void what_came_meanwhile_stays();
    void killed_at_any_moment_all_is_there_or_nothing();
};

void TestTraceFiles::json_tells_what_the_files_are() {
    const std::string json = traceToJson(smallTrace());
    const QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    QCOMPARE(document[QStringLiteral("format")].toString(), QStringLiteral("headscope-trace"));
    QCOMPARE(document[QStringLiteral("version")].toInt(), 1);
    const QJsonArray steps = stepsOf(json);
    QCOMPARE(steps.size(), 3);
    const QByteArray expected = R"({
        "name": "scaled_scores", "operation": "scale", "operands": ["scores"], "factor": 0.5,
        "axes": ["batch", "query", "key"], "shape": [1, 2, 3], "dtype": "float32",
        "file": "scaled_scores.npy" })";
    QCOMPARE(steps[1].toObject(), QJsonDocument::fromJson(expected).object());
    QCOMPARE(steps[0].toObject()[QStringLiteral("operands")].toArray(), QJsonArray());
    QVERIFY(!steps[0].toObject().contains(QStringLiteral("factor")));
    const QJsonArray turned = {QStringLiteral("batch"), QStringLiteral("key"),
                               QStringLiteral("query")};
    QCOMPARE(steps[2].toObject()[QStringLiteral("axes")].toArray(), turned);
}

void TestTraceFiles::every_step_is_written_in_c_order() {
    const QTemporaryDir folder;
    const Trace trace = smallTrace();
    const auto paths = writeTraceFiles(folder.path().toStdString(), trace);
    QVERIFY(paths.ok());
    QCOMPARE(paths->size(), std::size_t{4});
    const QStringList names = {QStringLiteral("masked_scores.npy"),
                               QStringLiteral("scaled_scores.npy"), QStringLiteral("scores.npy"),
                               QStringLiteral("trace.json")};
    QCOMPARE(entriesOf(folder), names);
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        const Result<NpyArray> read = readNpy((*paths)[i]);
        QVERIFY(read.ok());
        QVERIFY(read->tensor.withAxes(trace[i].result.axes()) == trace[i].result);
    }
    QCOMPARE(fileBytes(paths->back()), traceToJson(trace));
}

void TestTraceFiles::scopes_become_directories() {
    const QTemporaryDir folder;
    const auto paths =
        writeTraceFiles(folder.path().toStdString(), smallTrace("encoder/0/self_attention"));
    QVERIFY(paths.ok());
    QVERIFY(readNpy(pathIn(folder, "encoder/0/self_attention/scores.npy")).ok());
    const QJsonObject step = stepsOf(fileBytes(paths->back()))[1].toObject();
    QCOMPARE(step[QStringLiteral("name")].toString(),
             QStringLiteral("encoder/0/self_attention/scaled_scores"));
    QCOMPARE(step[QStringLiteral("operands")].toArray()[0].toString(),
             QStringLiteral("encoder/0/self_attention/scores"));
}

void TestTraceFiles::missing_parents_are_made() {
    const QTemporaryDir folder;
    QVERIFY(writeTraceFiles(pathIn(folder, "a/b/结果"), smallTrace()).ok());
    QVERIFY(readNpy(pathIn(folder, "a/b/结果/scores.npy")).ok());
    QVERIFY(writeTraceFiles(pathIn(folder, "a/b/其他/"), smallTrace()).ok());
    QVERIFY(readNpy(pathIn(folder, "a/b/其他/scores.npy")).ok());
}

void TestTraceFiles::a_file_in_the_place_of_the_directory_is_refused() {
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "a"), "kept"));
    QVERIFY(!writeTraceFiles(pathIn(folder, "a"), smallTrace()).ok());
    QVERIFY(!writeTraceFiles(pathIn(folder, "a/b"), smallTrace()).ok());
    QCOMPARE(fileBytes(pathIn(folder, "a")), std::string("kept"));
}

void TestTraceFiles::a_failure_leaves_nothing_data() {
    QTest::addColumn<bool>("isThere");
    QTest::newRow("new") << false;
    QTest::newRow("empty") << true;
}

void TestTraceFiles::a_failure_leaves_nothing() {
    QFETCH(const bool, isThere);
    const QTemporaryDir folder;
    if (isThere)
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    // trace.json is larger than the arrays: the disk is full when all of them
    // are written already.
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit lowered{200, before.rlim_max};
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &lowered), 0);
    const auto paths = writeTraceFiles(pathIn(folder, "out"), smallTrace());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!paths.ok());
    QVERIFY(paths.error().text().find("trace.json") != std::string::npos);
    QCOMPARE(entriesOf(folder), isThere ? QStringList{QStringLiteral("out")} : QStringList());
    QCOMPARE(everythingIn(folder.filePath(QStringLiteral("out"))), QStringList());
}

/// With its rights; also where somebody stands in it.
void TestTraceFiles::an_empty_folder_stays_the_one_it_is() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    QCOMPARE(::chmod(out.c_str(), 0750), 0);
    struct stat before {};
    QCOMPARE(::stat(out.c_str(), &before), 0);
    const QString where = QDir::currentPath();
    QVERIFY(QDir::setCurrent(QString::fromStdString(out)));
    const bool written = writeTraceFiles(".", smallTrace("encoder/0")).ok();
    QVERIFY(QDir::setCurrent(where));
    QVERIFY(written);
    struct stat after {};
    QCOMPARE(::stat(out.c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(everythingIn(QString::fromStdString(out)),
             (QStringList{QStringLiteral("encoder"), QStringLiteral("trace.json")}));
    QVERIFY(readNpy(out + "/encoder/0/scores.npy").ok());
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

void TestTraceFiles::a_folder_with_anything_in_it_is_refused_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"results", "file", "folder", "pipe", "link", "dangling link"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void TestTraceFiles::a_folder_with_anything_in_it_is_refused() {
    QFETCH(const QString, kind);
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    QVERIFY(putFile(pathIn(folder, "target"), "mine"));
    const std::string place = out + "/trace.json";
    const char* const linked = kind == u"link" ? "../target" : "../none";
    const bool made = kind == u"results"  ? writeTraceFiles(out, smallTrace()).ok()
                      : kind == u"file"   ? putFile(place, "mine")
                      : kind == u"folder" ? ::mkdir(place.c_str(), 0777) == 0
                      : kind == u"pipe"   ? ::mkfifo(place.c_str(), 0600) == 0
                                          : ::symlink(linked, place.c_str()) == 0;
    QVERIFY(made);
    struct stat before {};
    QCOMPARE(::lstat(place.c_str(), &before), 0);
    const Status free = OutputFolder::check(out + '/');
    QVERIFY(!free.ok());
    QCOMPARE(free.error().text(),
             "the folder " + out + "/ is not empty; choose a new one, or move it away");
    QVERIFY(!writeTraceFiles(out, smallTrace()).ok());
    struct stat after {};
    QCOMPARE(::lstat(place.c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
}

void TestTraceFiles::what_came_meanwhile_stays_data() {
    a_failure_leaves_nothing_data();
}

void TestTraceFiles::what_came_meanwhile_stays() {
    QFETCH(const bool, isThere);
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    if (isThere)
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    {
        Result<OutputFolder> made = OutputFolder::create(out);
        QVERIFY(made.ok());
        QVERIFY(made->write("first", {"ours"}).ok());
        QVERIFY(made->write("list", {"ours"}).ok());
        QVERIFY(isThere || QDir(folder.path()).mkdir(QStringLiteral("out")));
        QVERIFY(putFile(out + "/list", "mine"));
        QVERIFY(!made->publish().ok());
    }
    QCOMPARE(everythingIn(QString::fromStdString(out)), QStringList{QStringLiteral("list")});
    QCOMPARE(fileBytes(out + "/list"), std::string("mine"));
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

void TestTraceFiles::killed_at_any_moment_all_is_there_or_nothing() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    std::mt19937 random(8);
    int ofEach[2] = {0, 0};
    // On a busy machine the first moments may all come before the last file: later ones follow.
    for (int round = 0; round < 40 || (round < 400 && (!ofEach[0] || !ofEach[1])); ++round) {
        const pid_t child = ::fork();
        if (child == 0) {
            const bool written = writeTraceFiles(out, smallTrace()).ok();
            while (written)
                ::pause();
            ::_exit(1);
        }
        QVERIFY(child > 0);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % (10'000 + 5'000 * round)));
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        const bool isThere = QFileInfo::exists(QString::fromStdString(out));
        ++ofEach[isThere ? 1 : 0];
        if (!isThere)
            continue;
        QCOMPARE(fileBytes(out + "/trace.json"), traceToJson(smallTrace()));
        for (const char* name : {"scores", "scaled_scores", "masked_scores"})
            QVERIFY(readNpy(out + '/' + name + ".npy").ok());
        QVERIFY(QDir(QString::fromStdString(out)).removeRecursively());
    }
    QVERIFY(ofEach[0] > 0);
    QVERIFY(ofEach[1] > 0);
    // What the killed ones left is removed by the next run.
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    QCOMPARE(everythingIn(folder.path()), QStringList{QStringLiteral("out")});
}

HEADSCOPE_TEST(TestTraceFiles, QCoreApplication)
#include "test_trace_files.moc"
