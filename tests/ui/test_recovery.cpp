// SPDX-License-Identifier: GPL-3.0-or-later
// What is unsaved is on the disk, and is offered once it is nobody's.
#include "disk/file_io.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "recovery/recovery.h"
#include "recovery/recovery_question.h"
#include "support/answer_dialog.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/file_bytes.h"
#include "support/test_program.h"
#include "workspace/document.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

Experiment typed(const Experiment& experiment, float value) {
    return *withCell(experiment, TensorName::QueryInput, {0, 0, 0}, value);
}

RecoveryContent contentOf(Source source) {
    return {std::move(source), {}, {}};
}

} // namespace

class TestRecovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void content_comes_back_whole_data();
    void content_comes_back_whole();
    void damage_at_any_byte_is_a_sentence();
    void a_file_cut_anywhere_is_a_sentence();
    void every_edit_and_undo_is_kept_and_saving_ends_it();
    void an_experiment_left_for_an_example_stays_kept();
    void discarding_leaves_nothing();
    void files_are_private();
    void a_failed_write_keeps_the_edit_before_and_says_so();
    void a_living_window_is_never_offered_and_a_dead_one_once();
    void a_lock_of_a_killed_process_is_free();
    void of_very_many_the_newest_are_offered();
    void tokens_are_shown_without_their_controls();
    void the_question_lists_all_and_answers_data();
    void the_question_lists_all_and_answers();

private:
    QString folder() const { return m_folder->filePath(QStringLiteral("recovery")); }
    QStringList entries(const QString& pattern) const {
        return QDir(folder()).entryList({pattern}, QDir::Files | QDir::Hidden);
    }
    /// A recovery file without a window.
    QString leave(const RecoveryContent& content);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecovery::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TestRecovery::leave(const RecoveryContent& content) {
    const auto slot = RecoverySlot::create(folder());
    RecoveryWriter writer(slot->file());
    writer.keep(content);
    writer.finish();
    return slot->file();
}

void TestRecovery::content_comes_back_whole_data() {
    QTest::addColumn<QString>("id");
    for (const Example& each : examples())
        QTest::newRow(each.id.data()) << QString::fromLatin1(each.id.data());
}

void TestRecovery::content_comes_back_whole() {
    QFETCH(QString, id);
    RecoveryContent content = contentOf(findExample(id.toStdString())->source());
    content.path = QStringLiteral("/home/学生/my\n\"file\".headscope");
    content.stamp = {~quint64{0} >> 2, -7, ~quint64{0}, QByteArray::fromHex("00ff10")};
    const Result<RecoveryContent> read = readRecovery(leave(content));
    QVERIFY(read.ok());
    QVERIFY(*read->source.experiment() == *content.source.experiment());
    QVERIFY(sameTraining(read->source.training(), content.source.training()));
    QCOMPARE(read->path, content.path);
    QVERIFY(read->stamp == content.stamp);
}

void TestRecovery::damage_at_any_byte_is_a_sentence() {
    const std::string text = recoveryText(contentOf(ticket()));
    const std::string path = m_folder->filePath(QStringLiteral("a")).toStdString();
    const std::size_t head = text.find('\n');
    for (std::size_t i = 0; i < text.size(); i += i <= head ? 1 : 97) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x01);
        QVERIFY(putFile(path, damaged));
        const Result<RecoveryContent> read = readRecovery(QString::fromStdString(path));
        // Only the place and the stamp may be another one without anybody noticing.
        QVERIFY(read.ok() ? *read->source.experiment() == ticket() && i <= head
                          : !read.error().text().empty());
        QCOMPARE(fileBytes(path), damaged);
    }
}

void TestRecovery::a_file_cut_anywhere_is_a_sentence() {
    const std::string text = recoveryText(contentOf(ticket()));
    const std::string path = m_folder->filePath(QStringLiteral("a")).toStdString();
    for (std::size_t size = 0; size < text.size(); size += size < 600 ? 1 : 61) {
        QVERIFY(putFile(path, text.substr(0, size)));
        const Result<RecoveryContent> read = readRecovery(QString::fromStdString(path));
        QVERIFY(!read.ok());
        QVERIFY(read.error().text().find(path) != std::string::npos);
    }
}

void TestRecovery::every_edit_and_undo_is_kept_and_saving_ends_it() {
    Document document(ticket());
    Recovery recovery(document, RecoverySlot::create(folder()));
    const auto kept = [&]() -> std::optional<Experiment> {
        recovery.finish();
        const QStringList files = entries(QStringLiteral("*.recovery"));
        if (files.isEmpty())
            return std::nullopt;
        const Result<RecoveryContent> read = readRecovery(folder() + u'/' + files.front());
        return read ? std::optional(*read->source.experiment()) : std::nullopt;
    };
    QVERIFY(!kept());
    for (const float value : {1.0F, 2.0F, 3.0F}) {
        document.edit(QStringLiteral("type"), typed(*document.experiment(), value));
        QVERIFY(kept() == typed(ticket(), value));
    }
    document.undoStack().undo();
    QVERIFY(kept() == typed(ticket(), 2));
    document.undoStack().redo();
    QVERIFY(kept() == typed(ticket(), 3));
    document.setSaved(QStringLiteral("/tmp/a.headscope"), {});
    QTRY_VERIFY(!kept());
    document.edit(QStringLiteral("type"), typed(*document.experiment(), 4));
    QVERIFY(kept() == typed(ticket(), 4));
    const auto read = readRecovery(folder() + u'/' + entries(QStringLiteral("*.recovery")).front());
    QCOMPARE(read->path, QStringLiteral("/tmp/a.headscope"));
    document.undoStack().undo(); // back at what the file holds
    QVERIFY(!kept());
}

void TestRecovery::an_experiment_left_for_an_example_stays_kept() {
    Document document(ticket());
    Recovery recovery(document, RecoverySlot::create(folder()));
    document.edit(QStringLiteral("type"), typed(ticket(), 7));
    document.begin(QStringLiteral("open an example"), findExample("arange")->make());
    QCoreApplication::processEvents();
    recovery.finish();
    const QStringList files = entries(QStringLiteral("*.recovery"));
    QCOMPARE(files.size(), 1);
    QVERIFY(*readRecovery(folder() + u'/' + files.front())->source.experiment() ==
            typed(ticket(), 7));
}

void TestRecovery::discarding_leaves_nothing() {
    {
        Document document(ticket());
        Recovery recovery(document, RecoverySlot::create(folder()));
        document.edit(QStringLiteral("type"), typed(ticket(), 7));
        recovery.discard();
        document.edit(QStringLiteral("type"), typed(ticket(), 8)); // as while it closes
    }
    QVERIFY(entries(QStringLiteral("*")).isEmpty());
}

void TestRecovery::files_are_private() {
    const QString file = leave(contentOf(ticket()));
    struct stat status {};
    QCOMPARE(::stat(qPrintable(file), &status), 0);
    QCOMPARE(status.st_mode & 07777U, 0600U);
    QCOMPARE(::stat(qPrintable(folder()), &status), 0);
    QCOMPARE(status.st_mode & 07777U, 0700U);
}

void TestRecovery::a_failed_write_keeps_the_edit_before_and_says_so() {
    const auto slot = RecoverySlot::create(folder());
    RecoveryWriter writer(slot->file());
    QSignalSpy failed(&writer, &RecoveryWriter::failed);
    QSignalSpy worked(&writer, &RecoveryWriter::worked);
    writer.keep(contentOf(typed(ticket(), 1)));
    QVERIFY(writer.finish());
    const std::string before = fileBytes(slot->file().toStdString());
    const std::size_t size = recoveryText(contentOf(typed(ticket(), 2))).size();
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    bool kept = true;
    for (std::size_t k = 0; k < size; k += 7) {
        const rlimit lowered{k, limit.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &lowered), 0);
        writer.keep(contentOf(typed(ticket(), 2)));
        kept = !writer.finish() && fileBytes(slot->file().toStdString()) == before;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        QVERIFY(kept);
    }
    std::signal(SIGXFSZ, handler);
    writer.keep(contentOf(typed(ticket(), 2)));
    QVERIFY(writer.finish());
    QVERIFY(*readRecovery(slot->file())->source.experiment() == typed(ticket(), 2));
    QCOMPARE(entries(QStringLiteral("*.tmp")).size(), 0);
    QTRY_COMPARE(failed.count(), 1); // once, not for every edit
    QTRY_COMPARE(worked.count(), 1);
}

void TestRecovery::a_living_window_is_never_offered_and_a_dead_one_once() {
    const auto living = RecoverySlot::create(folder());
    RecoveryWriter writer(living->file());
    writer.keep(contentOf(ticket()));
    QVERIFY(writer.finish());
    QCOMPARE(leftIn(folder()).size(), std::size_t{0});
    leave(contentOf(typed(ticket(), 1)));
    {
        const std::vector<LeftExperiment> left = leftIn(folder());
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(*left.front().content->source.experiment() == typed(ticket(), 1));
        QCOMPARE(leftIn(folder()).size(), std::size_t{0}); // another window asks already
    }
    QCOMPARE(leftIn(folder()).size(), std::size_t{1}); // later
}

void TestRecovery::a_lock_of_a_killed_process_is_free() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the sanitizer knows no threads of a process that was forked from one with threads");
#endif
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const QString file = leave(contentOf(ticket()));
        const auto slot = RecoverySlot::create(folder()); // a window with nothing unsaved
        const auto taken = RecoverySlot::takeAbandoned(folder());
        const char ready = taken.size() == 1 ? '1' : '0';
        [[maybe_unused]] const ssize_t written = ::write(ends[1], &ready, 1);
        while (true)
            ::pause();
    }
    char ready = 0;
    QCOMPARE(::read(ends[0], &ready, 1), ssize_t{1});
    QCOMPARE(ready, '1');
    QCOMPARE(entries(QStringLiteral("*.lock")).size(), 2);
    QCOMPARE(leftIn(folder()).size(), std::size_t{0});
    QCOMPARE(::kill(child, SIGKILL), 0);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QCOMPARE(leftIn(folder()).size(), std::size_t{1});
    QCOMPARE(entries(QStringLiteral("*.lock")).size(), 0);
    ::close(ends[0]);
    ::close(ends[1]);
}

void TestRecovery::of_very_many_the_newest_are_offered() {
    constexpr int count = 300; // each taken one is an open file, and there are 100
    const QString first = leave(contentOf(ticket()));
    const QDateTime now = QDateTime::currentDateTime();
    for (int i = 1; i < count; ++i) {
        const QString copy = folder() + QStringLiteral("/copy%1.recovery").arg(i);
        QVERIFY(QFile::copy(first, copy));
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(now.addSecs(-i * 60), QFileDevice::FileModificationTime));
    }
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit lowered{100, limit.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &lowered), 0);
    const std::vector<LeftExperiment> left = leftIn(folder());
    ::setrlimit(RLIMIT_NOFILE, &limit);
    QCOMPARE(left.size(), RecoverySlot::mostAtOnce);
    QVERIFY(std::ranges::all_of(left, [](const auto& each) { return each.content.ok(); }));
    QCOMPARE(left.back().slot->file(), first);
    QVERIFY(left.front().slot->lastWritten() >= now.addSecs(-60 * 32));
    QVERIFY(std::ranges::is_sorted(
        left, {}, [](const LeftExperiment& each) { return each.slot->lastWritten(); }));
    QCOMPARE(entries(QStringLiteral("*.recovery")).size(), count);
    const RecoveryQuestion question(left);
    QStringList said;
    for (const QLabel* label : question.findChildren<QLabel*>())
        said << label->text();
    QVERIFY2(said.join(u' ').contains(u"older ones"), qPrintable(said.join(u'|')));
}

void TestRecovery::tokens_are_shown_without_their_controls() {
    Experiment experiment = ticket();
    experiment.tokens.front().front() = "a\xE2\x80\xAE"
                                        "b\nc";
    leave(contentOf(std::move(experiment)));
    const RecoveryQuestion question(leftIn(folder()));
    const QString text = question.findChild<QLabel*>(QStringLiteral("left"))->text();
    QVERIFY2(text.contains(u"a\\u202Eb\\nc"), qPrintable(text));
}

void TestRecovery::the_question_lists_all_and_answers_data() {
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("answer");
    QTest::newRow("recover") << QStringLiteral("Recover") << 0;
    QTest::newRow("discard") << QStringLiteral("Discard") << 1;
    QTest::newRow("later") << QStringLiteral("Later") << 2;
}

void TestRecovery::the_question_lists_all_and_answers() {
    QFETCH(QString, button);
    QFETCH(int, answer);
    RecoveryContent named = contentOf(ticket());
    named.path = QStringLiteral("/somewhere/my lesson.headscope");
    leave(named);
    leave(contentOf(ticket()));
    const QString damaged = leave(contentOf(ticket()));
    QVERIFY(putFile(damaged.toStdString(), "nonsense"));
    const std::vector<LeftExperiment> left = leftIn(folder());
    QCOMPARE(left.size(), std::size_t{3});
    RecoveryQuestion question(left);
    const auto* list = question.findChild<QLabel*>(QStringLiteral("left"));
    const QString all = list->text();
    QVERIFY(all.contains(u"my lesson.headscope"));
    QVERIFY(all.contains(u"Book a flight"));
    QVERIFY(all.contains(damaged));
    QVERIFY(question.findChild<QLabel*>()->text().contains(u'3'));
    // Every word can be read: nothing is cut off but what can be scrolled to.
    question.show();
    QVERIFY(list->height() >= list->heightForWidth(list->width()));
    question.hide(); // it is asked again, as the program does
    const AnswerDialog press(button);
    question.exec();
    QCOMPARE(static_cast<int>(question.answer()), answer);
    QCOMPARE(fileBytes(damaged.toStdString()), std::string("nonsense"));
}

HEADSCOPE_TEST(TestRecovery, QApplication)
#include "test_recovery.moc"
