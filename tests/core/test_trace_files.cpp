// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy.h"
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
    void results_of_the_time_before_go();
    void what_no_run_wrote_is_refused_data();
    void what_no_run_wrote_is_refused();
    void what_cannot_be_replaced_as_a_whole_is_refused();
    void what_came_meanwhile_costs_neither();
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
    const std::string out = pathIn(folder, "out");
    QVERIFY(writeTraceFiles(out, smallTrace("encoder/0")).ok());
    // trace.json is larger than the arrays: the disk is full when all of them
    // are written already.
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit lowered{200, before.rlim_max};
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &lowered), 0);
    const auto paths = writeTraceFiles(out, smallTrace());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!paths.ok());
    QVERIFY(paths.error().text().find("trace.json") != std::string::npos);
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
    QCOMPARE(fileBytes(out + "/trace.json"), traceToJson(smallTrace("encoder/0")));
    QVERIFY(!QFileInfo::exists(QString::fromStdString(out + "/scores.npy")));
}

void TestTraceFiles::results_of_the_time_before_go() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out"))); // an empty one is as good as none
    QCOMPARE(::chmod(out.c_str(), 0750), 0);
    QVERIFY(writeTraceFiles(out, smallTrace("encoder/0")).ok());
    QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("out/encoder/0/scores.npy"))));
    QVERIFY(checkTraceFolder(out).ok());
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    // Nothing of the first run is mixed with the second.
    QCOMPARE(QDir(folder.filePath(QStringLiteral("out")))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList{QStringLiteral("masked_scores.npy"), QStringLiteral("scaled_scores.npy"),
                          QStringLiteral("scores.npy"), QStringLiteral("trace.json")}));
    QCOMPARE(traceFilesIn(out), (std::set<std::string>{"masked_scores.npy", "scaled_scores.npy",
                                                       "scores.npy", "trace.json"}));
    struct stat status {};
    QCOMPARE(::stat(out.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777U, 0750U);
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

void TestTraceFiles::what_no_run_wrote_is_refused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("afterARun");
    for (const char* kind : {"file", "folder", "pipe", "link", "dangling link"}) {
        const auto row = [kind](const char* where, const char* name, bool afterARun) {
            QTest::addRow("%s %s", kind, where)
                << QString::fromLatin1(name) << QString::fromLatin1(kind) << afterARun;
        };
        // A regular file that the list names is what the run wrote.
        if (QByteArray(kind) != "file")
            row("called like a result", "scores.npy", true);
        row("beside results", "mine", true);
        row("alone", "trace.json", false);
    }
}

void TestTraceFiles::what_no_run_wrote_is_refused() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    QFETCH(bool, afterARun);
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    if (afterARun)
        QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    const std::string place = out + '/' + name.toStdString();
    ::unlink(place.c_str());
    QVERIFY(putFile(pathIn(folder, "target"), "mine"));
    const char* const linked = kind == u"link" ? "../target" : "../none";
    const bool made = kind == u"file"     ? putFile(place, "mine")
                      : kind == u"folder" ? ::mkdir(place.c_str(), 0777) == 0
                      : kind == u"pipe"   ? ::mkfifo(place.c_str(), 0600) == 0
                                          : ::symlink(linked, place.c_str()) == 0;
    QVERIFY(made);
    struct stat before {};
    QCOMPARE(::lstat(place.c_str(), &before), 0);
    const Status free = checkTraceFolder(out);
    QVERIFY(!free.ok());
    QCOMPARE(free.error().text(), place + " is there already, and no earlier run wrote it; choose "
                                          "another folder, or move it away");
    QVERIFY(!writeTraceFiles(out, smallTrace()).ok());
    struct stat after {};
    QCOMPARE(::lstat(place.c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
}

void TestTraceFiles::what_cannot_be_replaced_as_a_whole_is_refused() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("a/b")));
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.filePath(QStringLiteral("a/b"))));
    std::vector<std::string> said;
    for (const char* place : {".", "../b", "..", "../../a/"}) {
        const Status free = checkTraceFolder(place);
        said.push_back(free ? "nothing" : free.error().text());
    }
    const bool inIt = checkTraceFolder("c").ok() && writeTraceFiles("c", smallTrace()).ok();
    QVERIFY(QDir::setCurrent(before));
    for (const std::string& sentence : said)
        QVERIFY2(sentence.find("is the working directory, or lies above it") != std::string::npos,
                 sentence.c_str());
    QVERIFY(inIt);
    // A file system of its own, and one that may be written.
    const Status mount = checkTraceFolder("/dev/shm");
    QVERIFY(!mount.ok());
    QVERIFY2(mount.error().text().starts_with("a file system begins at /dev/shm"),
             mount.error().text().c_str());
}

/// What somebody put there while it was computed stays, and so does what was computed.
void TestTraceFiles::what_came_meanwhile_costs_neither() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(writeTraceFiles(out, smallTrace("encoder/0")).ok());
    QVERIFY(putFile(out + "/notes.txt", "mine"));
    const auto paths = writeTraceFiles(out, smallTrace());
    QVERIFY(!paths.ok());
    const std::string sentence = paths.error().text();
    QVERIFY2(sentence.find("notes.txt is there already") != std::string::npos &&
                 sentence.ends_with("what was to be there is in " + out + "-1"),
             sentence.c_str());
    QCOMPARE(fileBytes(out + "/notes.txt"), std::string("mine"));
    QCOMPARE(fileBytes(out + "/trace.json"), traceToJson(smallTrace("encoder/0")));
    QCOMPARE(fileBytes(out + "-1/trace.json"), traceToJson(smallTrace()));
    QCOMPARE(entriesOf(folder), (QStringList{QStringLiteral("out"), QStringLiteral("out-1")}));
}

void TestTraceFiles::killed_at_any_moment_one_of_both_is_there() {
    const QTemporaryDir folder;
    const std::string out = pathIn(folder, "out");
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
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
    }
    QVERIFY(ofEach[0] > 0);
    QVERIFY(ofEach[1] > 0);
    // What the killed ones left is removed by the next run.
    QVERIFY(writeTraceFiles(out, smallTrace()).ok());
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("out")});
}

HEADSCOPE_TEST(TestTraceFiles, QCoreApplication)
#include "test_trace_files.moc"
