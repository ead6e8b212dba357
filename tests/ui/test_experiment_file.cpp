// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the document: whose content it holds, and that nobody's is lost.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/answer_dialog.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/experiment_from_json.h"
#include "support/file_bytes.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/files/experiment_file.h"
#include "window/frame/status_line.h"
#include "window/frame/tool_bar.h"
#include "window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTextDocument>
#include <QtTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

Result<Experiment> fileAt(const QString& path) {
    const Result<std::string> text = readFile(path.toStdString());
    return text ? experimentFromJson(*text) : Result<Experiment>(text.error());
}

Experiment otherContent() {
    return withCausal(example("ticket"), true);
}

} // namespace

class TestExperimentFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void an_example_does_not_get_into_the_file();
    void leaving_a_changed_file_for_an_example_asks();
    void a_changed_document_without_a_file_is_left_without_a_question();
    void closing_asks_about_what_was_left();
    void other_content_is_overwritten_only_if_asked_data();
    void other_content_is_overwritten_only_if_asked();
    void a_name_without_its_ending_overwrites_nothing_unasked_data();
    void a_name_without_its_ending_overwrites_nothing_unasked();
    void millions_of_numbers_are_saved_beside_the_window();
    void the_same_content_and_a_missing_file_ask_nothing();
    void other_content_of_the_same_size_and_time_is_noticed();
    void other_content_in_the_very_same_place_is_not_overwritten();
    void names_that_look_like_html_are_read_as_they_are();
    void a_window_that_becomes_active_says_that_the_file_changed();

private:
    ExperimentFile& file() { return *m_window->findChild<ExperimentFile*>(); }
    Document& document() { return m_window->workspace().document(); }
    void edit() {
        document().edit(QStringLiteral("type"),
                        *withCell(*document().experiment(), TensorName::QueryInput, {0, 0, 0}, 5));
    }
    void chooseExample(const QString& id) {
        Q_EMIT m_window->findChild<ToolBar*>()->exampleChosen(id);
    }

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<MainWindow> m_window;
};

void TestExperimentFile::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
}

void TestExperimentFile::init() {
    m_path = m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()) +
                               QStringLiteral(".headscope"));
    m_window = shownWindow(example("ticket"));
    QFile::remove(m_path);
    QVERIFY(writeFileAtomically(m_path.toStdString(), experimentToJson(example("ticket"))).ok());
    QVERIFY(m_window->openFile(m_path));
    QTRY_COMPARE(file().path(), m_path);
}

void TestExperimentFile::cleanup() {
    m_window.reset();
}

void TestExperimentFile::an_example_does_not_get_into_the_file() {
    chooseExample(QStringLiteral("arange"));
    QVERIFY(file().path().isEmpty());
    QVERIFY(!m_window->windowTitle().contains(u".headscope"));
    const QString other = m_folder.filePath(QStringLiteral("other.headscope"));
    AnswerDialog name(other);
    QVERIFY(file().save()); // asks for a name
    QVERIFY(!name.seen().isEmpty());
    QVERIFY(*fileAt(m_path) == example("ticket"));
    QVERIFY(*fileAt(other) == example("arange"));
    document().undoStack().undo();
    QCOMPARE(file().path(), m_path);
    edit();
    QVERIFY(file().save());
    QCOMPARE(fileAt(m_path)->queryInput(0, 0, 0), 5.0F);
    QVERIFY(*fileAt(other) == example("arange"));
}

void TestExperimentFile::leaving_a_changed_file_for_an_example_asks() {
    edit();
    {
        const AnswerDialog cancel(QStringLiteral("Cancel"));
        chooseExample(QStringLiteral("arange"));
        QVERIFY(!cancel.seen().isEmpty());
    }
    QCOMPARE(document().experiment()->example, std::string("ticket"));
    const AnswerDialog save(QStringLiteral("Save"));
    chooseExample(QStringLiteral("arange"));
    QCOMPARE(document().experiment()->example, std::string("arange"));
    QCOMPARE(fileAt(m_path)->queryInput(0, 0, 0), 5.0F);
}

void TestExperimentFile::a_changed_document_without_a_file_is_left_without_a_question() {
    chooseExample(QStringLiteral("arange"));
    edit();
    const AnswerDialog never(QStringLiteral("Cancel"));
    chooseExample(QStringLiteral("cross"));
    QCOMPARE(document().experiment()->example, std::string("cross"));
    QVERIFY(never.seen().isEmpty());
    document().undoStack().undo();
    QCOMPARE(document().experiment()->queryInput(0, 0, 0), 5.0F);
}

void TestExperimentFile::closing_asks_about_what_was_left() {
    chooseExample(QStringLiteral("arange"));
    edit();
    chooseExample(QStringLiteral("cross"));
    {
        const AnswerDialog cancel(QStringLiteral("Cancel"));
        QVERIFY(!m_window->close());
        QVERIFY(!cancel.seen().isEmpty());
    }
    document().undoStack().undo();
    QCOMPARE(document().experiment()->queryInput(0, 0, 0), 5.0F);
    document().undoStack().redo();
    const AnswerDialog discard(QStringLiteral("Discard"));
    QVERIFY(m_window->close());
    QVERIFY(!discard.seen().isEmpty());
}

void TestExperimentFile::other_content_is_overwritten_only_if_asked_data() {
    QTest::addColumn<QString>("button");
    for (const char* button : {"Overwrite", "Reload", "Save as", "Cancel"})
        QTest::newRow(button) << QString::fromLatin1(button);
}

void TestExperimentFile::other_content_is_overwritten_only_if_asked() {
    QFETCH(QString, button);
    edit();
    QVERIFY(writeFileAtomically(m_path.toStdString(), experimentToJson(otherContent())).ok());
    const QString other = m_folder.filePath(QStringLiteral("beside.headscope"));
    AnswerDialog answer(button);
    std::unique_ptr<AnswerDialog> name;
    if (button == u"Save as")
        QTimer::singleShot(50, this, [&] { name = std::make_unique<AnswerDialog>(other); });
    QCOMPARE(file().save(), button != u"Cancel");
    QVERIFY(!answer.seen().isEmpty());
    if (button == u"Overwrite") {
        QCOMPARE(fileAt(m_path)->queryInput(0, 0, 0), 5.0F);
        QVERIFY(document().isSaved());
        return;
    }
    QVERIFY(*fileAt(m_path) == otherContent());
    if (button == u"Reload") {
        QVERIFY(*document().experiment() == otherContent());
        QVERIFY(document().isSaved());
        document().undoStack().undo();
        QCOMPARE(document().experiment()->queryInput(0, 0, 0), 5.0F);
    } else if (button == u"Save as") {
        QCOMPARE(fileAt(other)->queryInput(0, 0, 0), 5.0F);
        QCOMPARE(file().path(), other);
    } else {
        QVERIFY(!document().isSaved());
    }
}

void TestExperimentFile::a_name_without_its_ending_overwrites_nothing_unasked_data() {
    QTest::addColumn<QString>("button");
    QTest::newRow("Yes") << QStringLiteral("Yes");
    QTest::newRow("Cancel") << QStringLiteral("Cancel");
}

void TestExperimentFile::a_name_without_its_ending_overwrites_nothing_unasked() {
    QFETCH(QString, button);
    const QString other = m_folder.filePath(QStringLiteral("beside.headscope"));
    QVERIFY(writeFileAtomically(other.toStdString(), experimentToJson(otherContent())).ok());
    edit();
    const AnswerDialog name(m_folder.filePath(QStringLiteral("beside")));
    std::unique_ptr<AnswerDialog> answer;
    QTimer::singleShot(50, this, [&] { answer = std::make_unique<AnswerDialog>(button); });
    QCOMPARE(file().saveAs(), button == u"Yes");
    QVERIFY(answer && !answer->seen().isEmpty());
    if (button == u"Yes")
        QCOMPARE(fileAt(other)->queryInput(0, 0, 0), 5.0F);
    else
        QVERIFY(*fileAt(other) == otherContent());
    QVERIFY(QFile::remove(other));
}

void TestExperimentFile::millions_of_numbers_are_saved_beside_the_window() {
    document().edit(QStringLiteral("large"), *withModelDim(example("paper-size"), 768));
    m_window->settle();
    const auto worked = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    };
    const double start = worked();
    const std::string text = experimentToJson(*document().experiment());
    const double writing = worked() - start;
    const double before = worked();
    QVERIFY(file().save());
    const double took = worked() - before;
    QVERIFY2(took < writing / 2, qPrintable(QStringLiteral("%1 of %2 ms").arg(took).arg(writing)));
    QVERIFY(document().isSaved());
    QVERIFY(readFile(m_path.toStdString()).value() == text);
}

void TestExperimentFile::the_same_content_and_a_missing_file_ask_nothing() {
    edit();
    const Result<std::string> before = readFile(m_path.toStdString());
    QVERIFY(writeFileAtomically(m_path.toStdString(), *before).ok()); // touched, not changed
    QVERIFY(file().save());
    QVERIFY(QFile::remove(m_path));
    QVERIFY(file().save()); // nothing of anybody is lost
    QCOMPARE(fileAt(m_path)->queryInput(0, 0, 0), 5.0F);
}

void TestExperimentFile::other_content_of_the_same_size_and_time_is_noticed() {
    struct stat before {};
    QCOMPARE(::stat(qPrintable(m_path), &before), 0);
    std::string text = *readFile(m_path.toStdString());
    const std::size_t seed = text.find("\"causal\": false");
    QVERIFY(seed != std::string::npos);
    text.replace(seed, 15, "\"causal\":  true");
    QVERIFY(writeFileAtomically(m_path.toStdString(), text).ok());
    const timespec times[] = {before.st_atim, before.st_mtim};
    QCOMPARE(::utimensat(AT_FDCWD, qPrintable(m_path), times, 0), 0);
    edit();
    const AnswerDialog cancel(QStringLiteral("Cancel"));
    QVERIFY(!file().save());
    QVERIFY(!cancel.seen().isEmpty());
}

/// Clocks of files tick in milliseconds: two writers within one leave the same time.
void TestExperimentFile::other_content_in_the_very_same_place_is_not_overwritten() {
    struct stat before {};
    QCOMPARE(::stat(qPrintable(m_path), &before), 0);
    std::string text = *readFile(m_path.toStdString());
    const std::size_t place = text.find("\"causal\": false");
    QVERIFY(place != std::string::npos);
    text.replace(place, 15, "\"causal\":  true");
    QFile other(m_path);
    QVERIFY(other.open(QIODevice::ReadWrite)); // the same inode
    QCOMPARE(other.write(text.data(), static_cast<qint64>(text.size())),
             static_cast<qint64>(text.size()));
    other.close();
    const timespec times[] = {before.st_atim, before.st_mtim};
    QCOMPARE(::utimensat(AT_FDCWD, qPrintable(m_path), times, 0), 0);
    struct stat after {};
    QCOMPARE(::stat(qPrintable(m_path), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    edit();
    const AnswerDialog cancel(QStringLiteral("Cancel"));
    QVERIFY(!file().save());
    QVERIFY(!cancel.seen().isEmpty());
}

void TestExperimentFile::names_that_look_like_html_are_read_as_they_are() {
    const QString path = m_folder.filePath(QStringLiteral("<s>.headscope"));
    QVERIFY(writeFileAtomically(path.toStdString(), experimentToJson(example("ticket"))).ok());
    QVERIFY(m_window->openFile(path));
    QTRY_COMPARE(file().path(), path);
    edit();
    QString asked;
    QTimer look;
    connect(&look, &QTimer::timeout, this, [&asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        QTextDocument shown;
        if (Qt::mightBeRichText(box->text()))
            shown.setHtml(box->text());
        else
            shown.setPlainText(box->text());
        asked = shown.toPlainText();
        box->reject();
    });
    look.start(5);
    QVERIFY(!file().mayReplace());
    QVERIFY2(asked.contains(u"<s>.headscope"), qPrintable(asked));
}

void TestExperimentFile::a_window_that_becomes_active_says_that_the_file_changed() {
    QVERIFY(writeFileAtomically(m_path.toStdString(), experimentToJson(otherContent())).ok());
    auto* status = m_window->findChild<StatusLine*>();
    QVERIFY(!status->text().contains(u"another program"));
    QEvent activation(QEvent::ActivationChange);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QApplication::sendEvent(m_window.get(), &activation);
    QVERIFY2(status->text().contains(u"another program"), qPrintable(status->text()));
    for (QAction* action : m_window->findChildren<QAction*>()) {
        if (action->shortcut() == QKeySequence(Qt::Key_F5))
            action->trigger();
    }
    QTRY_VERIFY(*document().experiment() == otherContent());
    QVERIFY(document().isSaved());
    m_window->settle();
    QVERIFY2(!status->text().contains(u"another program"), qPrintable(status->text()));
}

HEADSCOPE_TEST(TestExperimentFile, QApplication)
#include "test_experiment_file.moc"
