// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy.h"
#include "formats/trace_files.h"
#include "support/file_bytes.h"
#include "support/test_program.h"
#include "trace/trace_json.h"

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

} // namespace

class TestTraceFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void json_tells_what_the_files_are();
    void every_step_is_written_in_c_order();
    void scopes_become_directories();
    void missing_parents_are_made();
    void a_file_in_the_place_of_the_directory_is_refused();
    void a_failure_leaves_what_was_there();
    void a_file_of_somebody_else_is_not_written_over();
    void results_of_the_time_before_go_and_all_else_stays();
    void the_working_directory_is_written_in_place();
    void a_directory_in_the_place_of_a_file_is_refused();
    void killed_at_any_moment_one_of_both_is_there();
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
    QVERIFY(writeTraceFiles(pathIn(folder, "a/b/结果/"), smallTrace()).ok()); // once more
}

void TestTraceFiles::a_file_in_the_place_of_the_directory_is_refused() {
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "a"), "kept"));
    QVERIFY(!writeTraceFiles(pathIn(folder, "a"), smallTrace()).ok());
    QVERIFY(!writeTraceFiles(pathIn(folder, "a/b"), smallTrace()).ok());
    QCOMPARE(fileBytes(pathIn(folder, "a")), std::string("kept"));
}

void TestTraceFiles::a_failure_leaves_what_was_there() {
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "notes.txt"), "old"));
    // trace.json is larger than the arrays: the disk is full when all of them
    // are written already.
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit lowered{200, before.rlim_max};
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &lowered), 0);
    const auto paths = writeTraceFiles(folder.path().toStdString(), smallTrace());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!paths.ok());
    QVERIFY(paths.error().text().find("trace.json") != std::string::npos);
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("notes.txt")});
    QCOMPARE(fileBytes(pathIn(folder, "notes.txt")), std::string("old"));
}

void TestTraceFiles::a_file_of_somebody_else_is_not_written_over() {
    for (const char* name : {"scores.npy", "trace.json"}) {
        const QTemporaryDir folder;
        QVERIFY(putFile(pathIn(folder, name), "mine"));
        const auto paths = writeTraceFiles(folder.path().toStdString(), smallTrace());
        QVERIFY(!paths.ok());
        QCOMPARE(paths.error().text(), pathIn(folder, name) +
                                           " is there already, and no earlier run wrote it; choose "
                                           "another folder, or move it away");
        QCOMPARE(entriesOf(folder), QStringList{QString::fromLatin1(name)});
        QCOMPARE(fileBytes(pathIn(folder, name)), std::string("mine"));
    }
    const QTemporaryDir folder;
    QVERIFY(writeTraceFiles(folder.path().toStdString(), smallTrace()).ok());
    QCOMPARE(traceFilesIn(folder.path().toStdString()),
             (std::set<std::string>{"masked_scores.npy", "scaled_scores.npy", "scores.npy",
                                    "trace.json"}));
}

void TestTraceFiles::results_of_the_time_before_go_and_all_else_stays() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("out/my notes")));
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("out/empty")));
    QVERIFY(putFile(pathIn(folder, "out/my notes/a.txt"), "mine"));
    QVERIFY(putFile(pathIn(folder, "out/q.npy"), "an input"));
    QCOMPARE(::symlink("q.npy", pathIn(folder, "out/link").c_str()), 0);
    QCOMPARE(::chmod(pathIn(folder, "out").c_str(), 0750), 0);
    const std::string out = pathIn(folder, "out");
    QVERIFY(writeTraceFiles(out, smallTrace("encoder/0")).ok());
    QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("out/encoder/0/scores.npy"))));
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    // Nothing of the first run is mixed with the second, and nothing foreign is gone.
    QCOMPARE(QDir(folder.filePath(QStringLiteral("out")))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList{QStringLiteral("empty"), QStringLiteral("link"),
                          QStringLiteral("masked_scores.npy"), QStringLiteral("my notes"),
                          QStringLiteral("q.npy"), QStringLiteral("scaled_scores.npy"),
                          QStringLiteral("scores.npy"), QStringLiteral("trace.json")}));
    QCOMPARE(fileBytes(pathIn(folder, "out/my notes/a.txt")), std::string("mine"));
    QCOMPARE(fileBytes(pathIn(folder, "out/link")), std::string("an input"));
    struct stat status {};
    QCOMPARE(::stat(out.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777U, 0750U);
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

void TestTraceFiles::the_working_directory_is_written_in_place() {
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    QVERIFY(putFile("notes.txt", "mine"));
    const bool first = writeTraceFiles(".", smallTrace("encoder/0")).ok();
    const bool second = writeTraceFiles(".", smallTrace()).ok();
    // A shell that stands there would go on standing in a folder without a name.
    const bool sees = QFileInfo::exists(QStringLiteral("scores.npy"));
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(first && second && sees);
    QCOMPARE(fileBytes(pathIn(folder, "notes.txt")), std::string("mine"));
    QVERIFY(!QFileInfo::exists(folder.filePath(QStringLiteral("encoder/0/scores.npy"))));
    QVERIFY(QDir(folder.path())
                .entryList({QStringLiteral(".headscope*")}, QDir::Hidden | QDir::AllEntries)
                .isEmpty());
}

void TestTraceFiles::a_directory_in_the_place_of_a_file_is_refused() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("out/trace.json")));
    QVERIFY(putFile(pathIn(folder, "out/notes.txt"), "old"));
    const auto paths = writeTraceFiles(pathIn(folder, "out"), smallTrace());
    QVERIFY(!paths.ok());
    QVERIFY(paths.error().text().find("it is a directory") != std::string::npos);
    QCOMPARE(fileBytes(pathIn(folder, "out/notes.txt")), std::string("old"));
}

void TestTraceFiles::killed_at_any_moment_one_of_both_is_there() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    QVERIFY(putFile(out + "/notes.txt", "mine"));
    std::mt19937 random(8);
    int ofEach[2] = {0, 0};
    // On a busy machine the first moments may all come before the first file: later ones follow.
    for (int round = 0; round < 40 || (round < 400 && (!ofEach[0] || !ofEach[1])); ++round) {
        const pid_t child = ::fork();
        if (child == 0) {
            while (true) { // a run with other steps, a run with these
                if (!writeTraceFiles(out, smallTrace("encoder/0")).ok() ||
                    !writeTraceFiles(out, smallTrace()).ok())
                    ::_exit(1);
            }
        }
        QVERIFY(child > 0);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % (30'000 + 5'000 * round)));
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        // All that the list names is there, and nothing that it does not name.
        const std::string json = fileBytes(out + "/trace.json");
        const bool inner = json == traceToJson(smallTrace("encoder/0"));
        ++ofEach[inner ? 1 : 0];
        QVERIFY(inner || json == traceToJson(smallTrace()));
        QCOMPARE(QFileInfo::exists(QString::fromStdString(out + "/scores.npy")), !inner);
        for (const char* name : {"scores", "scaled_scores", "masked_scores"})
            QVERIFY(readNpy(out + (inner ? "/encoder/0/" : "/") + name + ".npy").ok());
        QCOMPARE(fileBytes(out + "/notes.txt"), std::string("mine"));
    }
    QVERIFY(ofEach[0] > 0);
    QVERIFY(ofEach[1] > 0);
    // What the killed ones left is removed by the next run.
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

HEADSCOPE_TEST(TestTraceFiles, QCoreApplication)
#include "test_trace_files.moc"
