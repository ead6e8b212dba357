// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "files/file_reading.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "support/test_program.h"
#include "window/files/experiment_file.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"

#include <QApplication>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <atomic>
#include <semaphore>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace headscope;

class TestFileReading : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void what_is_no_file_is_refused_at_once_data();
    void what_is_no_file_is_refused_at_once();
    void a_file_is_read_in_another_thread();
    void slow_reading_is_announced_and_lets_the_window_live();
    void what_was_given_up_is_thrown_away();
    void a_newer_reading_ends_an_older_one();
    void the_window_refuses_a_pipe_that_is_dropped();
    void escape_gives_up_in_the_window();

private:
    QString makeSpecial(const QString& kind);
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileReading::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TestFileReading::makeSpecial(const QString& kind) {
    const QString path = m_folder->filePath(kind);
    const std::string name = path.toStdString();
    if (kind == QStringLiteral("device"))
        return QStringLiteral("/dev/zero");
    if (kind == QStringLiteral("directory"))
        return m_folder->path();
    if (kind == QStringLiteral("pipe"))
        return ::mkfifo(name.c_str(), 0600) == 0 ? path : QString();
    const int number = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path);
    const bool bound =
        ::bind(number, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(number);
    return bound ? path : QString();
}

void TestFileReading::what_is_no_file_is_refused_at_once_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"pipe", "device", "directory", "socket"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void TestFileReading::what_is_no_file_is_refused_at_once() {
    QFETCH(QString, kind);
    const QString path = makeSpecial(kind);
    QVERIFY(!path.isEmpty());
    FileReading reading;
    std::atomic<bool> opened = false;
    const auto outcome = reading.read<int>(path, [&](const std::string&) -> Result<int> {
        opened = true;
        return 1;
    });
    QVERIFY(outcome);
    QVERIFY(!*outcome);
    QVERIFY(!opened);
    QCOMPARE(QString::fromStdString(outcome->error().text()),
             QStringLiteral("cannot read %1: it is a %2, a file is needed").arg(path, kind));
}

void TestFileReading::a_file_is_read_in_another_thread() {
    FileReading reading;
    std::atomic<QThread*> read = nullptr;
    const auto outcome =
        reading.read<int>(m_folder->filePath(QStringLiteral("f")), [&](const std::string&) {
            read = QThread::currentThread();
            return Result<int>(42);
        });
    QCOMPARE(outcome->value(), 42);
    QVERIFY(read.load() != QThread::currentThread());
    QVERIFY(reading.announced().isEmpty());
}

void TestFileReading::slow_reading_is_announced_and_lets_the_window_live() {
    FileReading reading;
    std::binary_semaphore goOn{0};
    QStringList announced;
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { ++ticks; });
    timer.start(5);
    connect(&reading, &FileReading::announcedChanged, this, [&] {
        announced << reading.announced();
        goOn.release();
    });
    const auto outcome =
        reading.read<int>(m_folder->filePath(QStringLiteral("slow")), [&](const std::string&) {
            goOn.acquire();
            return Result<int>(7);
        });
    QCOMPARE(outcome->value(), 7);
    QCOMPARE(announced.first(), QStringLiteral("slow"));
    QVERIFY(announced.last().isEmpty());
    QVERIFY(ticks > 0);
    QVERIFY(!reading.isReading());
}

void TestFileReading::what_was_given_up_is_thrown_away() {
    FileReading reading;
    const auto goOn = std::make_shared<std::binary_semaphore>(0);
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    QTimer::singleShot(60, &reading, &FileReading::cancel);
    const auto outcome =
        reading.read<int>(m_folder->filePath(QStringLiteral("f")), [=](const std::string&) {
            goOn->acquire();
            *ended = true;
            return Result<int>(1);
        });
    QVERIFY(!outcome);
    QVERIFY(!*ended);
    QVERIFY(reading.announced().isEmpty());
    goOn->release();
    QTRY_VERIFY(ended->load());
}

void TestFileReading::a_newer_reading_ends_an_older_one() {
    FileReading reading;
    const auto goOn = std::make_shared<std::binary_semaphore>(0);
    std::optional<Result<int>> newer;
    QTimer::singleShot(60, this, [&] {
        newer = reading.read<int>(m_folder->filePath(QStringLiteral("new")),
                                  [](const std::string&) { return Result<int>(2); });
    });
    const auto older =
        reading.read<int>(m_folder->filePath(QStringLiteral("old")), [=](const std::string&) {
            goOn->acquire();
            return Result<int>(1);
        });
    QVERIFY(!older);
    QVERIFY(newer && *newer);
    QCOMPARE(newer->value(), 2);
    goOn->release();
}

void TestFileReading::the_window_refuses_a_pipe_that_is_dropped() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    const QString path = makeSpecial(QStringLiteral("pipe"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    // A drop goes to whoever took the drag.
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    window.settle();
    QVERIFY(window.findChild<StatusLine*>()->text().contains(QStringLiteral("it is a pipe")));
    QCOMPARE(window.workspace().experiment().example, std::string("ticket"));
}

void TestFileReading::escape_gives_up_in_the_window() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    auto* status = window.findChild<StatusLine*>();
    FileReading& reading = window.findChild<ExperimentFile*>()->reading();
    const auto goOn = std::make_shared<std::binary_semaphore>(0);
    QString said;
    connect(&reading, &FileReading::announcedChanged, this, [&] {
        if (reading.announced().isEmpty())
            return;
        said = status->text();
        QTest::keyClick(&window.page<HeadsPage>().heads(), Qt::Key_Escape);
    });
    const auto outcome = reading.read<int>(m_folder->filePath(QStringLiteral("big.headscope")),
                                           [=](const std::string&) {
                                               goOn->acquire();
                                               return Result<int>(1);
                                           });
    QVERIFY(!outcome);
    QVERIFY(said.contains(QStringLiteral("big.headscope")));
    QVERIFY(!status->text().contains(QStringLiteral("big.headscope")));
    goOn->release();
}

HEADSCOPE_TEST(TestFileReading, QApplication)
#include "test_file_reading.moc"
