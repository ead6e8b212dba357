// SPDX-License-Identifier: GPL-3.0-or-later
// Processes with a window that end in every bad way, and what the next one offers. The
// program starts itself once more as the one that dies.
#include "application.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "recovery/recovery_question.h"
#include "support/answer_dialog.h"
#include "support/crash_handler.h"
#include "support/edits.h"
#include "support/file_bytes.h"
#include "support/sanitized.h"
#include "window/files/experiment_file.h"
#include "window/files/unsaved_guard.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window_session.h"

#include <QProcess>
#include <QTimer>
#include <QtTest>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>
#include <stdexcept>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

void type(MainWindow& window, int value) {
    Document& document = window.workspace().document();
    document.edit(QStringLiteral("type"), *withCell(*document.experiment(), TensorName::QueryInput,
                                                    {0, 0, 0}, static_cast<float>(value)));
}

int valueIn(const Experiment& experiment) {
    return static_cast<int>(experiment.queryInput(0, 0, 0));
}

void say(const char* word, int value) {
    std::printf("%s %d\n", word, value);
    std::fflush(stdout);
}

/// Deeper than any stack is.
int overflow(volatile int* depth) {
    volatile int here[1000] = {};
    here[0] = *depth + 1;
    return *depth < 0 ? 0 : overflow(here) + here[0];
}

[[maybe_unused]] void crash(const QString& way) {
    if (way == u"segmentation")
        std::raise(SIGSEGV);
    if (way == u"null")
        *reinterpret_cast<volatile int*>(std::stoul("8")) = 1;
    if (way == u"overflow") {
        volatile int depth = 0;
        overflow(&depth);
    }
    if (way == u"abort")
        std::abort();
    if (way == u"exception")
        throw std::length_error("a vector that is too long");
}

/// Runs in the process that dies: `way` says how.
int child(const QString& way, const QString& folder) {
    crash_handler::install();
    if (way == u"command") // no window, nothing to keep
        std::raise(SIGSEGV);
    int signal = 0;
    {
        Application application;
        WindowSession session(Preferences(), folder);
        application.onOutOfMemory([&session] { session.sayOutOfMemory(); });
        MainWindow& window = session.firstWindow();
        window.setRemembering(false);
        int value = 1;
        QTimer edits;
        QObject::connect(&edits, &QTimer::timeout, &edits, [&] {
            window.unsaved().finish(); // a person is slower than the disk
            type(window, ++value);
            say("edited", value);
            if (way == u"no memory") {
                edits.setSingleShot(true);
                QTimer::singleShot(50, [&window] {
                    say(qPrintable(window.findChild<StatusLine*>()->text()), 0);
                    QCoreApplication::quit();
                });
                throw std::bad_alloc();
            }
            if (value == 5)
                crash(way);
        });
        edits.start(20);
        session.exec();
        signal = session.signal();
        application.onOutOfMemory({});
    }
    std::signal(signal, SIG_DFL);
    return signal == 0 ? 0 : std::raise(signal);
}

} // namespace

class TestWindowSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void killed_at_any_moment_at_most_the_last_edit_is_lost();
    void signals_keep_the_last_edit_data();
    void signals_keep_the_last_edit();
    void crashes_keep_the_last_edit_and_say_so_data();
    void crashes_keep_the_last_edit_and_say_so();
    void a_crash_of_a_command_says_so();
    void too_little_memory_is_a_sentence();
    void what_was_left_comes_back_each_in_its_window();
    void saving_what_came_back_goes_to_its_file();
    void what_was_left_is_read_beside_the_window();
    void later_and_discard_keep_and_remove_data();
    void later_and_discard_keep_and_remove();
    void what_is_kept_nowhere_is_said_as_long_as_it_is_unsaved();
    void closing_leaves_nothing();
    void the_program_passes_the_signal_on();

private:
    QString folder() const { return m_folder->filePath(QStringLiteral("recovery")); }
    std::unique_ptr<QProcess> start(const QString& way);
    std::vector<int> keptValues() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestWindowSession::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

std::unique_ptr<QProcess> TestWindowSession::start(const QString& way) {
    auto process = std::make_unique<QProcess>();
    process->start(QCoreApplication::applicationFilePath(),
                   {QStringLiteral("--die"), way, folder()});
    return process;
}

std::vector<int> TestWindowSession::keptValues() const {
    std::vector<int> values;
    for (const LeftExperiment& each : leftIn(folder()))
        values.push_back(each.content ? valueIn(*each.content->source.experiment()) : -1);
    return values;
}

void TestWindowSession::killed_at_any_moment_at_most_the_last_edit_is_lost() {
    std::mt19937 random(8);
    for (int round = 0; round < 8; ++round) {
        const auto process = start(QStringLiteral("edits"));
        const int edits = 1 + static_cast<int>(random() % 12);
        QByteArray said;
        while (said.count('\n') < edits && process->waitForReadyRead(60000))
            said += process->readAllStandardOutput();
        QTest::qSleep(static_cast<int>(random() % 25));
        process->kill();
        QVERIFY(process->waitForFinished(60000));
        said += process->readAllStandardOutput();
        const int last = said.trimmed().split('\n').last().mid(7).toInt();
        const std::vector<int> kept = keptValues();
        QCOMPARE(kept.size(), std::size_t{1});
        QVERIFY2(kept[0] >= last - 1,
                 qPrintable(QStringLiteral("%1 of %2").arg(kept[0]).arg(last)));
        QDir(folder()).removeRecursively();
    }
}

void TestWindowSession::signals_keep_the_last_edit_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
    QTest::newRow("SIGINT") << SIGINT;
}

void TestWindowSession::signals_keep_the_last_edit() {
    QFETCH(int, signal);
    const auto process = start(QStringLiteral("edits"));
    QVERIFY(process->waitForReadyRead(60000));
    QCOMPARE(::kill(static_cast<pid_t>(process->processId()), signal), 0);
    QVERIFY(process->waitForFinished(60000));
    QCOMPARE(process->exitStatus(), QProcess::CrashExit); // by the signal, as who sent it expects
    QCOMPARE(process->exitCode(), signal);
    const QByteArray said = process->readAllStandardOutput();
    QCOMPARE(keptValues(), std::vector<int>{said.trimmed().split('\n').last().mid(7).toInt()});
}

void TestWindowSession::crashes_keep_the_last_edit_and_say_so_data() {
    QTest::addColumn<QString>("way");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("reason");
    QTest::newRow("segmentation") << QStringLiteral("segmentation") << SIGSEGV
                                  << QStringLiteral("SIGSEGV");
    QTest::newRow("null") << QStringLiteral("null") << SIGSEGV << QStringLiteral("SIGSEGV");
    QTest::newRow("stack overflow")
        << QStringLiteral("overflow") << SIGSEGV << QStringLiteral("SIGSEGV");
    QTest::newRow("abort") << QStringLiteral("abort") << SIGABRT << QStringLiteral("SIGABRT");
    QTest::newRow("exception") << QStringLiteral("exception") << SIGABRT
                               << QStringLiteral("a vector that is too long");
}

void TestWindowSession::crashes_keep_the_last_edit_and_say_so() {
    if (sanitized)
        QSKIP("the sanitizer has handlers of its own");
    QFETCH(QString, way);
    QFETCH(int, signal);
    QFETCH(QString, reason);
    const auto process = start(way);
    QVERIFY(process->waitForFinished(60000));
    QCOMPARE(process->exitStatus(), QProcess::CrashExit);
    QCOMPARE(process->exitCode(), signal);
    const QString said = QString::fromUtf8(process->readAllStandardError());
    const QStringList lines = said.trimmed().split(u'\n').filter(QStringLiteral("headscope:"));
    QVERIFY2(lines.size() == 1, qPrintable(said));
    QVERIFY2(lines.front().contains(reason), qPrintable(said));
    QVERIFY2(lines.front().contains(u"is kept"), qPrintable(said));
    QCOMPARE(keptValues(), std::vector<int>{5});
}

void TestWindowSession::a_crash_of_a_command_says_so() {
    if (sanitized)
        QSKIP("the sanitizer has handlers of its own");
    const auto process = start(QStringLiteral("command"));
    QVERIFY(process->waitForFinished(60000));
    QCOMPARE(process->exitStatus(), QProcess::CrashExit);
    QCOMPARE(process->exitCode(), SIGSEGV);
    QCOMPARE(process->readAllStandardError().count('\n'), 1);
}

void TestWindowSession::too_little_memory_is_a_sentence() {
    const auto process = start(QStringLiteral("no memory"));
    QVERIFY(process->waitForFinished(60000));
    QCOMPARE(process->exitStatus(), QProcess::NormalExit);
    const QByteArray said = process->readAllStandardOutput();
    QVERIFY2(said.contains("not enough memory for that"), said.constData());
}

void TestWindowSession::what_was_left_comes_back_each_in_its_window() {
    for (int i = 0; i < 2; ++i) {
        const auto process = start(QStringLiteral("edits"));
        QByteArray said;
        while (said.count('\n') < 2 && process->waitForReadyRead(60000))
            said += process->readAllStandardOutput();
        process->kill();
        QVERIFY(process->waitForFinished(60000));
    }
    std::vector<int> left = keptValues();
    QCOMPARE(left.size(), std::size_t{2});
    WindowSession session(Preferences(), folder());
    const AnswerDialog recover(QStringLiteral("Recover"));
    session.offerRecovery();
    QTRY_VERIFY(!recover.seen().isEmpty());
    std::vector<int> shown;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<MainWindow*>(widget);
        if (!window)
            continue;
        window->setRemembering(false);
        QVERIFY(!window->workspace().document().isSaved());
        shown.push_back(valueIn(window->workspace().experiment()));
    }
    std::ranges::sort(left);
    std::ranges::sort(shown);
    QCOMPARE(shown, left);
    // They are kept on: another start offers nothing, a crash of this one everything.
    QCOMPARE(QDir(folder()).entryList({QStringLiteral("*.recovery")}).size(), 2);
    QCOMPARE(keptValues().size(), std::size_t{0});
}

void TestWindowSession::saving_what_came_back_goes_to_its_file() {
    const QString path = m_folder->filePath(QStringLiteral("mine.headscope"));
    {
        WindowSession session(Preferences(), folder());
        MainWindow& window = session.firstWindow();
        type(window, 3);
        const AnswerDialog name(path);
        QVERIFY(window.findChild<ExperimentFile*>()->save());
        type(window, 4);
    } // ended without being closed
    WindowSession session(Preferences(), folder());
    MainWindow& window = session.firstWindow();
    {
        const AnswerDialog recover(QStringLiteral("Recover"));
        session.offerRecovery();
        QTRY_COMPARE(valueIn(window.workspace().experiment()), 4);
    }
    auto* file = window.findChild<ExperimentFile*>();
    QCOMPARE(file->path(), path);
    // Somebody else wrote the file since.
    QVERIFY(putFile(path.toStdString(), "{}"));
    {
        const AnswerDialog cancel(QStringLiteral("Cancel"));
        QVERIFY(!file->save());
        QVERIFY(!cancel.seen().isEmpty());
    }
    const AnswerDialog overwrite(QStringLiteral("Overwrite"));
    QVERIFY(file->save());
    QTRY_VERIFY(QDir(folder()).entryList({QStringLiteral("*.recovery")}).isEmpty());
}

void TestWindowSession::what_was_left_is_read_beside_the_window() {
    const auto large = std::make_shared<const Experiment>(findExample("paper-size")->make());
    for (int i = 0; i < 3; ++i) {
        const auto slot = RecoverySlot::create(folder());
        QVERIFY(putFile(slot->file().toStdString(), recoveryText({large, {}, {}})));
    }
    const auto worked = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    };
    const double start = worked();
    (void)leftIn(folder());
    const double reading = worked() - start;

    WindowSession session(Preferences(), folder());
    session.firstWindow().settle();
    const AnswerDialog answer(QStringLiteral("Later"));
    const double before = worked();
    session.offerRecovery();
    QTRY_VERIFY_WITH_TIMEOUT(!answer.seen().isEmpty(), 60000);
    const double took = worked() - before;
    QVERIFY2(took < reading / 2, qPrintable(QStringLiteral("%1 of %2 ms").arg(took).arg(reading)));
}

void TestWindowSession::later_and_discard_keep_and_remove_data() {
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("left");
    QTest::newRow("later") << QStringLiteral("Later") << 1;
    QTest::newRow("discard") << QStringLiteral("Discard") << 0;
}

void TestWindowSession::later_and_discard_keep_and_remove() {
    QFETCH(QString, button);
    QFETCH(int, left);
    {
        WindowSession session(Preferences(), folder());
        type(session.firstWindow(), 3);
    }
    WindowSession session(Preferences(), folder());
    const AnswerDialog answer(button);
    session.offerRecovery();
    QTRY_VERIFY(!answer.seen().isEmpty());
    QTRY_COMPARE(static_cast<int>(keptValues().size()), left);
    QVERIFY(session.firstWindow().isUntouched());
}

void TestWindowSession::what_is_kept_nowhere_is_said_as_long_as_it_is_unsaved() {
    const QString file = m_folder->filePath(QStringLiteral("a file"));
    QVERIFY(putFile(file.toStdString(), "in the place of the folder"));
    WindowSession session(Preferences(), file + QStringLiteral("/recovery"));
    MainWindow& window = session.firstWindow();
    window.setRemembering(false);
    const auto said = [&window] {
        window.settle();
        return window.findChild<StatusLine*>()->text();
    };
    const QString sentence =
        QStringLiteral("unsaved changes are kept nowhere, because %1/recovery").arg(file);
    QVERIFY(!said().contains(sentence)); // there are none
    type(window, 3);
    QVERIFY2(said().startsWith(sentence), qPrintable(said()));
    window.workspace().showStage(Stage::Scores); // looking at something else
    type(window, 4);
    QVERIFY2(said().startsWith(sentence), qPrintable(said()));
    window.workspace().document().undoStack().undo();
    window.workspace().document().undoStack().undo();
    QVERIFY2(!said().contains(sentence), qPrintable(said()));
    type(window, 5);
    QVERIFY(said().startsWith(sentence));
    const AnswerDialog name(m_folder->filePath(QStringLiteral("mine.headscope")));
    QVERIFY(window.findChild<ExperimentFile*>()->save());
    QTRY_VERIFY2(!said().contains(sentence), qPrintable(said()));
}

void TestWindowSession::closing_leaves_nothing() {
    WindowSession session(Preferences(), folder());
    MainWindow& window = session.firstWindow();
    window.setRemembering(false);
    type(window, 3);
    const AnswerDialog discard(QStringLiteral("Discard"));
    QVERIFY(window.close());
    QVERIFY(QDir(folder()).entryList({QStringLiteral("*.recovery")}).isEmpty());
}

void TestWindowSession::the_program_passes_the_signal_on() {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder->path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(HEADSCOPE_PROGRAM), QStringList());
    // The lock comes to be with the window.
    const QString places = m_folder->filePath(QStringLiteral("HeadScope/HeadScope/recovery"));
    QTRY_VERIFY_WITH_TIMEOUT(
        !QDir(places).entryList({QStringLiteral("*.lock")}, QDir::Files).isEmpty(), 60000);
    QTest::qSleep(300); // the window opens
    process.terminate();
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(process.exitCode(), SIGTERM);
    QVERIFY(QDir(places).entryList(QDir::Files).isEmpty());
    QVERIFY(!process.readAllStandardError().contains("headscope:"));
}

int main(int argc, char** argv) {
    if (argc == 4 && qstrcmp(argv[1], "--die") == 0)
        return child(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]));
    QStandardPaths::setTestModeEnabled(true);
    Application application;
    TestWindowSession test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_window_session.moc"
