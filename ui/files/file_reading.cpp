// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/file_reading.h"

#include "checkpoint/model_folder.h"
#include "disk/byte_source.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <future>
#include <sys/stat.h>
#include <thread>
#include <utility>

namespace headscope {

namespace {
/// A file that is read within this time costs no turn of the event loop.
constexpr std::chrono::milliseconds atOnce{30};
constexpr int announcedAfter = 200; ///< milliseconds
constexpr int lookEvery = 10;       ///< milliseconds
} // namespace

Status checkReadable(const std::string& path) {
    return looksLikeModelFolder(path) ? Status(Done{}) : checkRegularFile(path);
}

Status checkRegularFile(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode))
        return Done{}; // why it cannot be read is for the reader to say
    return noFile(path, status.st_mode);
}

FileReading::FileReading(QObject* parent)
    : QObject(parent) {}

FileReading::~FileReading() {
    cancel();
}

void FileReading::cancel() {
    if (const auto cancel = std::exchange(m_cancel, nullptr))
        cancel();
}

bool FileReading::run(const QString& path, std::function<void(const std::string&)> work) {
    cancel(); // the newest wins
    std::packaged_task<void()> task(
        [work = std::move(work), name = QFile::encodeName(path).toStdString()] { work(name); });
    std::future<void> done = task.get_future();
    // Nobody waits for a thread that was given up: a network may hold it for minutes.
    std::thread(std::move(task)).detach();
    if (done.wait_for(atOnce) == std::future_status::ready)
        return true;

    const QPointer<FileReading> alive(this);
    QEventLoop loop;
    bool cancelled = false;
    m_cancel = [&] {
        cancelled = true;
        loop.quit();
    };
    QElapsedTimer since;
    since.start();
    QTimer look;
    connect(&look, &QTimer::timeout, &loop, [&] {
        if (done.wait_for(std::chrono::milliseconds(0)) == std::future_status::ready)
            loop.quit();
        else if (since.elapsed() >= announcedAfter)
            announce(QFileInfo(path).fileName(), static_cast<int>(since.elapsed() / 1000));
    });
    look.start(lookEvery);
    loop.exec();
    if (!alive)
        return false;
    if (cancelled) {
        if (!m_cancel) // no newer one is under way
            announce({});
        return false;
    }
    m_cancel = nullptr;
    announce({});
    return true;
}

void FileReading::announce(const QString& name, int seconds) {
    if (m_announced == name && m_seconds == seconds)
        return;
    m_announced = name;
    m_seconds = seconds;
    Q_EMIT announcedChanged();
}

} // namespace headscope
